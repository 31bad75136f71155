// Positions of segments and frames in a signal, and the padding beyond its ends.
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

/** Number of frames of one padded unit of `samples` samples, without the dropped last frame. */
std::int64_t referenceFrames (const MelSpec& spec, const ReferenceSizes& sizes,
                              std::int64_t samples);

/** The windowSamples samples under a frame's window, padding included. */
std::vector<double> referenceFrame (const MelSpec& spec, const ReferenceSizes& sizes,
                                    const std::vector<double>& unit, std::int64_t frame);

/** The units in order: the signal, or each of its segments. Each unit is padded by itself and has
    its own statistics. */
std::vector<std::vector<double>> referenceUnits (const MelSpec& spec,
                                                 const std::vector<double>& signal);

} // namespace melstrom::testing
