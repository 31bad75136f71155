// Colour maps for spectrograms: a value between 0 and 1 to a colour on the screen.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** One pixel, sRGB. */
struct Colour
{
    std::uint8_t red = 0, green = 0, blue = 0;
    bool operator== (const Colour&) const = default;
};

/** A map as a few anchors, with linear interpolation in between. Lightness (CIELAB L*) rises from
    end to end in every map but turbo, which has more contrast instead.
    source  magma, inferno, viridis: Smith and van der Walt, matplotlib 3.6.3, CC0
            cividis: Nunez, Anderton and Renslow 2018, as in matplotlib 3.6.3
            turbo: Mikhailov, Google, 2019, Apache 2.0 (its 256 entries, not the polynomial)
    bound   against all 256 published entries, in levels of 255: below 0.5, turbo below 0.82
    thread  any; only the first call of colourMapNames allocates */
struct ColourMap
{
    std::string_view name;
    std::span<const std::uint32_t> anchors; ///< 0xPPRRGGBB: place (rises from 0 to 255), colour

    /** The colour at `ratio`, clamped to 0..1; NaN counts as 0. */
    Colour at (double ratio) const noexcept;

    /** at (i / 255), for loops over many pixels. */
    std::array<Colour, 256> table () const noexcept;
};

/** In menu order; the first is the default. */
const std::vector<std::string>& colourMapNames ();

/** Null: no map has that name. Maps live as long as the program. */
const ColourMap* findColourMap (std::string_view name) noexcept;

} // namespace melstrom
