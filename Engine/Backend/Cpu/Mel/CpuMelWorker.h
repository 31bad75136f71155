// Computes spans of one plan on one thread, in that thread's scratch memory.
#pragma once

#include "Engine/Backend/Cpu/Mel/LaneKernels.h"
#include "Engine/Backend/Cpu/Mel/PlanarSteps.h"
#include "Engine/Backend/Cpu/Mel/SampleTile.h"
#include "Engine/Backend/Cpu/Mel/ScratchSizes.h"

namespace melstrom
{

/** Construction allocates all scratch memory (std::bad_alloc). Specs with statistics also allocate
    a few vectors for each signal. Thread: one. */
class CpuMelWorker
{
public:
    CpuMelWorker (const CpuMelTables& tables, const MelCapacity& capacity);

    void run (const MelBatch& batch);

private:
    struct Frames ///< consecutive frames of one unit
    {
        PaddedUnit unit;
        std::int64_t first = 0, end = 0;
        std::int64_t idOffset = 0; ///< added to the frame index for the dither
    };

    void runFrames (const MelSpan& span, MelPass pass, std::byte* out);
    void runWholeSignal (const MelSpan& span, std::byte* out);
    void gatherOnly (const MelSpan& span);
    void runInPieces (const MelSpan& span, const SignalStatistics* statistics, std::byte* out);
    void runSegments (const MelSpan& span, std::byte* out);
    void runSharedSegments (const MelSpan& span, std::byte* out);

    Planes computePlanes (const Frames& frames) noexcept;
    void computeRun (const PaddedUnit& unit, std::int64_t firstSample, int hopSamples,
                     std::int64_t firstFrame, int numFrames, std::uint64_t signalId) noexcept;
    Planes finish (const Planes& bands, const SignalStatistics* statistics) noexcept;
    void storeFrames (const Planes& features, std::int64_t firstFrame, std::int64_t numFrames,
                      std::byte* out) noexcept;

    const CpuMelTables& tables_;
    const MelGeometry& geometry_;
    ScratchSizes sizes_;
    SampleTile tile_;
    AlignedBuffer scratch_, planes_, features_, converted_;
    const MelSpan* span_ = nullptr;
};

} // namespace melstrom
