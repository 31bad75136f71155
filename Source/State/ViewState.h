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

/** Kept with the plugin's state. */
struct ViewState
{
    std::string preset = "librosa-db"; ///< front end, by its name
    ViewSource source = ViewSource::output;
    ViewMix mix = ViewMix::sum;
    ViewAxis axis = ViewAxis::mel;
    double lowestDb = -90, highestDb = 0; ///< of what is shown; lowest < highest
    std::string colours = "magma";
    double spanSeconds = 8; ///< 1 .. 60
    bool holdsPeaks = false;
    int widthPixels = 1200, heightPixels = 700; ///< of the editor
    bool operator== (const ViewState&) const = default;
};

} // namespace melstrom
