// One file's features as a matrix over time, for every layout.
#pragma once

#include "Engine/Batch/Run/Extract.h"

#include <string>
#include <vector>

namespace melstrom
{

/** Frames lie on an even grid. A frame of several segments appears once. A grid position without a
    frame repeats the frame before it. */
struct Spectrogram
{
    std::int64_t numFrames = 0;
    int numFeatures = 0;
    std::vector<float> values; ///< (frames, features)
    double secondsPerFrame = 0;
    double firstFrameSeconds = 0;      ///< middle of frame 0's span
    std::vector<double> bandCentresHz; ///< (features) if they are bands, else empty
    std::string unit;                  ///< "dB", "log10", "power", "normalised", ...

    double secondsAt (std::int64_t frame) const noexcept
    {
        return firstFrameSeconds + static_cast<double> (frame) * secondsPerFrame;
    }
    const float* frame (std::int64_t index) const noexcept
    {
        return values.data () + index * numFeatures;
    }
};

/** Centres of the bands (features); empty if the features are not the bands alone: coefficients,
    an energy, deltas. */
std::vector<double> bandCentresOf (const MelGeometry& geometry);

/** Takes the first signal: the mean of all channels, or one channel. */
Spectrogram spectrogramOf (const ExtractedFile& extracted);

/** Converts power and magnitude to dB, and clips values more than `rangeDb` below the maximum.
    Other units except dB stay unchanged. */
void showAsDecibels (Spectrogram& spectrogram, double rangeDb);

/** The spec without the steps after the bands: linear band energies in float32. */
MelSpec bandEnergySpec (MelSpec spec);

} // namespace melstrom
