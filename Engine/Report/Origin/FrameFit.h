// Hops and framings that make a given number of frames.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

/** What is known of the array and its sound. */
struct ArrayFacts
{
    std::int64_t signalSamples = 0; ///< at the rate of the features
    int rateHz = 0;                 ///< of the features
    int fileRateHz = 0, numChannels = 1;
    std::int64_t numFrames = 0; ///< of the array
    int numFeatures = 0;
    bool isSegments = false; ///< the array has a third axis
};

/** The spec with a framing and a hop that make exactly the array's number of frames, as near to
    its own hop as possible. The spec itself if there are none, or in the segments layout. */
MelSpec withFrames (const MelSpec& spec, const ArrayFacts& facts);

/** The spec with every framing, placement, padding and dropped frame, each with the hops that make
    exactly the array's number of frames; at most twelve hops each, the usual ones first. Without
    any such hop, or in the segments layout: with the spec's own. */
std::vector<MelSpec> framings (const MelSpec& spec, const ArrayFacts& facts);

/** The spec with every hop that makes exactly the array's number of frames; at most twelve. Empty in
    the segments layout. */
std::vector<MelSpec> hops (const MelSpec& spec, const ArrayFacts& facts);

/** As framings, each with the one hop that is nearest to the spec's own. */
std::vector<MelSpec> nearestFramings (const MelSpec& spec, const ArrayFacts& facts);

/** Sets the length of the transform in the shortest way: as the window, its next power of two, or a
    number. */
void setTransform (MelSpec& spec, int windowSamples, int fftSamples);

} // namespace melstrom
