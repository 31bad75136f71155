// One file's features as a matrix over time, whatever the layout they are stored in.
#pragma once

#include "Engine/Batch/Run/Extract.h"

#include <string>
#include <vector>

namespace melstrom
{

/** Frames stand on an even grid. Those that several segments share are there once; a frame that no
    segment holds repeats the one before it. */
struct Spectrogram
{
    std::int64_t numFrames = 0;
    int numFeatures = 0;
    std::vector<float> values; ///< (frames, features)
    double secondsPerFrame = 0;
    double firstFrameSeconds = 0;      ///< the middle of what frame 0 covers
    std::vector<double> bandCentresHz; ///< (features) where they are bands, else empty
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

/** Of the first signal: the mean of all channels, or one of them. */
Spectrogram spectrogramOf (const ExtractedFile& extracted);

/** Turns powers and magnitudes into dB, and raises what lies more than `rangeDb` below the maximum.
   What is neither these nor dB stays. */
void showAsDecibels (Spectrogram& spectrogram, double rangeDb);

/** The same spec without what comes after the bands: linear band energies in float32. */
MelSpec bandEnergySpec (MelSpec spec);

} // namespace melstrom
