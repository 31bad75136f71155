// Where segments and frames lie in a signal, and what stands beyond its ends.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>
#include <vector>

namespace melstrom::testing
{

/** The spec's lengths in samples at one rate. */
struct ReferenceSizes
{
    int windowSamples = 0;
    int hopSamples = 0;
    int fftSamples = 0;
};

ReferenceSizes referenceSizes (const MelSpec& spec, int rateHz);

/** Frames of one padded unit of so many samples, the dropped last frame no longer counted. */
std::int64_t referenceFrames (const MelSpec& spec, const ReferenceSizes& sizes,
                              std::int64_t samples);

/** The windowSamples samples under a frame's window, padding included. */
std::vector<double> referenceFrame (const MelSpec& spec, const ReferenceSizes& sizes,
                                    const std::vector<double>& unit, std::int64_t frame);

/** What is padded by itself and has statistics of its own: the signal, or each segment of it, in
    order. */
std::vector<std::vector<double>> referenceUnits (const MelSpec& spec,
                                                 const std::vector<double>& signal);

} // namespace melstrom::testing
