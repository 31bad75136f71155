// A ring of samples whose values tell their positions.
#pragma once

#include "Engine/Realtime/Queues/SampleRing.h"

#include <cstdint>
#include <vector>

namespace melstrom::testing
{

inline constexpr float kRingCanary = -1234.5f;

/** The sample at a position of a channel; exact in float32 below 2^23. */
inline float valueAt (std::int64_t position, int channel)
{
    return static_cast<float> (position) + 0.5f * static_cast<float> (channel);
}

/** A ring between canaries, and pieces of the signal of valueAt. */
struct RingRig
{
    RingRig (int channels, int capacity, int lookBack = 0)
        : numChannels (channels),
          memory (SampleRing::memoryFloats (channels, capacity, lookBack) + 2, kRingCanary),
          ring (std::span (memory).subspan (1, memory.size () - 2), channels, capacity, lookBack)
    {
    }
    bool push (int numSamples)
    {
        std::vector<std::vector<float>> piece (static_cast<std::size_t> (numChannels));
        std::vector<const float*> pointers;
        for (int channel = 0; channel < numChannels; ++channel)
        {
            auto& samples = piece[static_cast<std::size_t> (channel)];
            for (int i = 0; i < numSamples; ++i)
                samples.push_back (valueAt (numPushed + i, channel));
            pointers.push_back (samples.data ());
        }
        numPushed += numSamples;
        return ring.tryPush (pointers.data (), numSamples);
    }
    /** Pops samples and returns their positions; -1 for a sample that differs from valueAt. */
    std::vector<std::int64_t> pop (int numSamples)
    {
        if (ring.numReadable () == 0)
            return {};
        const auto first = ring.position ();
        std::vector<std::vector<float>> piece (
            static_cast<std::size_t> (numChannels),
            std::vector<float> (static_cast<std::size_t> (numSamples), kRingCanary));
        std::vector<float*> pointers;
        for (auto& samples : piece)
            pointers.push_back (samples.data ());
        const int count = ring.pop (pointers.data (), numSamples);
        std::vector<std::int64_t> positions;
        for (int i = 0; i < count; ++i)
            positions.push_back (isRight (piece, i, first + i) ? first + i : -1);
        return positions;
    }
    bool isRight (const std::vector<std::vector<float>>& piece, int index,
                  std::int64_t position) const
    {
        for (int channel = 0; channel < numChannels; ++channel)
            if (piece[static_cast<std::size_t> (channel)][static_cast<std::size_t> (index)] !=
                valueAt (position, channel))
                return false;
        return true;
    }
    bool areCanariesAlive () const
    {
        return memory.front () == kRingCanary && memory.back () == kRingCanary;
    }

    int numChannels;
    std::vector<float> memory;
    SampleRing ring;
    std::int64_t numPushed = 0;
};

inline std::vector<std::int64_t> positions (std::int64_t first, std::int64_t end)
{
    std::vector<std::int64_t> all;
    for (auto i = first; i < end; ++i)
        all.push_back (i);
    return all;
}

} // namespace melstrom::testing
