// Stored samples as consecutive mono float32 with padding. Frames are cut from them.
#pragma once

#include "Engine/Backend/Cpu/AlignedBuffer.h"
#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"
#include "Engine/Backend/MelPlan.h"

namespace melstrom
{

/** A padded range of audio with its own frames: a whole signal, or one segment of it. */
struct PaddedUnit
{
    std::int64_t start = 0;      ///< first sample within the signal
    std::int64_t numSamples = 0; ///< may extend past the signal's end, where samples are 0
};

/** Reads samples of one span. Applies padding, mean of channels and signal-wide pre-emphasis once a
    sample, not once a frame. Thread: one. */
class SampleTile
{
public:
    /** tables: must outlive this. mostSamples: of one fetch. */
    SampleTile (const CpuMelTables& tables, std::size_t mostSamples);

    void open (const MelSpan& span, const std::byte* input) noexcept;

    /** Samples [first, first + count) of the unit; indices outside the unit are padding. kMaxLanes
        more floats are readable behind the result. */
    const float* fetch (const PaddedUnit& unit, std::int64_t first, std::int64_t count) noexcept;

private:
    float rawAt (std::int64_t signalIndex) const noexcept;
    float sampleAt (const PaddedUnit& unit, std::int64_t index) const noexcept;
    void convert (std::int64_t signalIndex, std::int64_t count, float* to) const noexcept;
    void copyInside (const PaddedUnit& unit, std::int64_t first, std::int64_t count,
                     float* to) const noexcept;

    const CpuMelTables& tables_;
    const MelSpan* span_ = nullptr;
    const std::byte* samples_ = nullptr;
    AlignedBuffer buffer_;
};

} // namespace melstrom
