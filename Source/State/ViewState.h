// Settings of the spectrogram's view.
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

/** The user's front end: name and content of a TOML file. Empty text: none. */
struct FrontEndText
{
    std::string fileName, text;
    bool isThere () const noexcept { return ! text.empty (); }
    bool operator== (const FrontEndText&) const = default;
};

/** Saved with the plugin's state. */
struct ViewState
{
    std::string preset = "musical"; ///< name of a built-in front end
    ViewSource source = ViewSource::output;
    ViewMix mix = ViewMix::sum;
    ViewAxis axis = ViewAxis::logarithmic;
    double lowestDb = -90, highestDb = 0; ///< shown range; lowest < highest
    std::string colours = "magma";
    double spanSeconds = 8; ///< 1 .. 60
    bool holdsPeaks = false;
    int widthPixels = 1200, heightPixels = 700; ///< of the editor
    FrontEndText own {};                        ///< loaded, or derived in the window
    bool showsOwn = false;                      ///< `own` is the front end instead of `preset`
    bool hasNoteLines = true;                   ///< lines at each C on a logarithmic axis
    bool isFolded = false;                      ///< of the instrument: shows only the heading
    bool operator== (const ViewState&) const = default;
};

} // namespace melstrom
