// How the spectrogram is looked at.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom
{

enum class ViewSource : std::int8_t
{
    output,
    input,
    both
};
enum class ViewMix : std::int8_t
{
    sum,
    left,
    right,
    mid,
    side
};
enum class ViewAxis : std::int8_t
{
    mel,
    logarithmic,
    linear
};

/** A front end of the user's: a TOML file by content. Empty text: there is none. */
struct FrontEndText
{
    std::string fileName, text;
    bool isThere () const noexcept { return ! text.empty (); }
    bool operator== (const FrontEndText&) const = default;
};

/** Kept with the plugin's state. */
struct ViewState
{
    std::string preset = "musical"; ///< front end of the program, by its name
    ViewSource source = ViewSource::output;
    ViewMix mix = ViewMix::sum;
    ViewAxis axis = ViewAxis::logarithmic;
    double lowestDb = -90, highestDb = 0; ///< of what is shown; lowest < highest
    std::string colours = "magma";
    double spanSeconds = 8; ///< 1 .. 60
    bool holdsPeaks = false;
    int widthPixels = 1200, heightPixels = 700; ///< of the editor
    FrontEndText own {};                        ///< that was loaded, or derived in the window
    bool showsOwn = false;                      ///< `own` is the front end, and not `preset`
    bool hasNoteLines = true;                   ///< a line at each C where the axis is logarithmic
    bool isFolded = false;                      ///< of the instrument: only the heading is there
    bool operator== (const ViewState&) const = default;
};

} // namespace melstrom
