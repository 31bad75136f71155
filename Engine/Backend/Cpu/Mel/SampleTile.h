// Stored samples as mono float32 in a row, padding included: what frames are cut from.
#pragma once

#include "Engine/Backend/Cpu/AlignedBuffer.h"
#include "Engine/Backend/MelPlan.h"

namespace melstrom
{

/** A padded stretch of audio with frames of its own: a whole signal, or one segment of it. */
struct PaddedUnit
{
    std::int64_t start = 0;      ///< first sample within the signal
    std::int64_t numSamples = 0; ///< may reach past the signal's end: zeros
};

/** Reads samples of one span. Padding, mean of channels and signal-wide pre-emphasis are applied
   here, once a sample instead of once a frame. Thread: one. */
class SampleTile
{
public:
    SampleTile (const MelGeometry& geometry, std::size_t mostSamples);

    void open (const MelSpan& span, const std::byte* input) noexcept;

    /** Samples [first, first + count) of the unit, where indices outside it are padding.
        The result has kMaxLanes readable floats behind its end. */
    const float* fetch (const PaddedUnit& unit, std::int64_t first, std::int64_t count) noexcept;

private:
    float rawAt (std::int64_t signalIndex) const noexcept;
    float sampleAt (const PaddedUnit& unit, std::int64_t index) const noexcept;
    void convert (std::int64_t signalIndex, std::int64_t count, float* to) const noexcept;
    void copyInside (const PaddedUnit& unit, std::int64_t first, std::int64_t count,
                     float* to) const noexcept;

    const MelSpec& spec_;
    const MelSpan* span_ = nullptr;
    const std::byte* samples_ = nullptr;
    float preemphasis_ = 0;
    AlignedBuffer buffer_;
};

} // namespace melstrom
