// The shape of a short sound: what is equal in its copies, in a few bytes.
#pragma once

#include "Engine/Batch/Duplicates/ShortSound.h"

#include <array>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** Depends neither on gain nor on shifts in time. */
struct ShortShape
{
    static constexpr std::size_t kNumBands = 32;

    /** Energies of bands between 40 Hz and 3.6 kHz, equally wide in octaves, in steps of 1/16 dB:
        10 lg (energy / largest energy + 0.03) + 15.3. The sum hides noise at 20 dB. */
    std::array<std::uint8_t, kNumBands> levels {};
    /** From 10 % to 50 % and from 50 % to 90 % of the energy in time: 16 log2 (1 + samples / 16). */
    std::array<std::uint8_t, 2> times {};
    bool operator== (const ShortShape&) const = default;
};
static_assert (sizeof (ShortShape) == 34, "as stored");

/** Empty if the sound is not short, and if too little of it would be compared: the bands have less
    than a tenth of its energy (very low tones), or 80 % of the energy come within 1 ms (clicks, all
    of which are alike). thread  any */
std::optional<ShortShape> shapeOf (const ShortSound& sound);

/** Sum of the differences of the levels, plus 16 times that of the times. */
int distanceOf (const ShortShape& first, const ShortShape& second) noexcept;

/** Farther shapes are those of different sounds: 1 dB in each band, for instance. */
inline constexpr int kMostShapeDistance = 512;

} // namespace melstrom
