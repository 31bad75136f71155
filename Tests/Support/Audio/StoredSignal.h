// Random audio as a slab stores it, and the values of its samples.
#pragma once

#include "Engine/Core/SampleFormat.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace melstrom::testing
{

struct StoredSignal
{
    std::vector<double> mono;     ///< exact: one channel, or the mean of all channels
    std::vector<std::byte> bytes; ///< interleaved, little-endian
};

/** Samples over the whole range of the format. channel: empty for the mean of all channels. */
StoredSignal storedSignal (unsigned seed, int numSamples, SampleFormat format, int numChannels,
                           std::optional<int> channel);

} // namespace melstrom::testing
