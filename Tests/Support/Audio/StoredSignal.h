// Random audio as a slab holds it, and what its samples are worth.
#pragma once

#include "Engine/Core/SampleFormat.h"

#include <cstddef>
#include <vector>

namespace melstrom::testing
{

struct StoredSignal
{
    std::vector<double> mono;     ///< exact: one channel, or the mean
    std::vector<std::byte> bytes; ///< interleaved, little-endian
};

/** Samples over the whole range of the format. channel: -1: the mean of all. */
StoredSignal storedSignal (unsigned seed, int numSamples, SampleFormat format, int numChannels,
                           int channel);

} // namespace melstrom::testing
