// One tile of the fused kernel: what its threads know of it, and its samples in shared memory.
#pragma once

#include "Engine/Backend/Cuda/Kernels/FusedShapes.h"
#include "Engine/Backend/Cuda/Kernels/Samples.h"
#include "Engine/Backend/Cuda/Kernels/SmallDft.h"

namespace melstrom::cuda
{

/** A tile that a thread block works on, or is about to. */
template <typename Shape>
struct FusedTile
{
    const MelWork& work;
    const MelTile& tile;
    const DeviceSpan& span;
    float* shared;
    float* staged; ///< samples under the frames
    Shape shape;

    MELSTROM_BOTH int hopSamples () const
    {
        return work.program.isShared ? work.program.sharedStepSamples : work.program.hopSamples;
    }
    MELSTROM_BOTH int numFrames () const { return tile.numUnits * tile.framesPerUnit; }
    MELSTROM_BOTH bool hasOwnUnits () const
    {
        return work.program.isSegments && ! work.program.isShared;
    }
    MELSTROM_BOTH int unitOf (int frame) const
    {
        return tile.numUnits == 1 ? 0 : frame / tile.framesPerUnit;
    }
    MELSTROM_BOTH int frameInUnit (int frame) const
    {
        return tile.numUnits == 1 ? frame : frame % tile.framesPerUnit;
    }
    /** Place of a frame's first staged sample; frames past the last one repeat it. */
    MELSTROM_BOTH int stagedFrame (int frame) const
    {
        const int there = frame < numFrames () ? frame : numFrames () - 1;
        return unitOf (there) * work.fused.stretchFloats +
               frameInUnit (there) * (hopSamples () + work.fused.rowPad);
    }
    /** Place of sample s of a stretch: rows of a hop lie a little apart, for the sake of banks. */
    MELSTROM_BOTH int stagedSample (int s) const
    {
        const FusedProgram& fused = work.fused;
        if (fused.rowPad == 0)
            return s;
        const auto row = static_cast<int> (
            (static_cast<std::uint64_t> (static_cast<std::uint32_t> (s)) * fused.hopMagic) >> 32);
        return s + fused.rowPad * row;
    }
    /** The frame's number for the dither. */
    MELSTROM_BOTH std::int64_t ditherFrame (int frame) const
    {
        const std::int64_t inUnit = tile.firstFrame + frameInUnit (frame);
        return hasOwnUnits ()
                   ? (tile.firstSegment + unitOf (frame)) * work.program.framesPerSegment + inUnit
                   : inUnit;
    }
};

/** First sample of a segment within its signal. */
MELSTROM_BOTH std::int64_t segmentStart (const MelProgram& program, std::int64_t segment)
{
    return segment / program.shortsPerLong * program.longHopSamples +
           segment % program.shortsPerLong * program.shortHopSamples;
}

/** A stretch of samples that lies in the signal as a row. */
struct Stretch
{
    std::int64_t unitStart = 0, unitSamples = 0;
    std::int64_t first = 0; ///< within the unit
    int numSamples = 0;
};

template <typename Shape>
MELSTROM_BOTH Stretch stretchOf (const FusedTile<Shape>& at, int unit)
{
    const MelProgram& program = at.work.program;
    Stretch stretch;
    stretch.unitStart = at.hasOwnUnits () ? segmentStart (program, at.tile.firstSegment + unit) : 0;
    stretch.unitSamples = at.hasOwnUnits () ? program.shortWindowSamples : at.span.signalSamples;
    stretch.first =
        at.tile.firstFrame * at.hopSamples () - program.padSamples + program.windowOffset;
    stretch.numSamples = (at.tile.framesPerUnit - 1) * at.hopSamples () + program.windowSamples;
    return stretch;
}

template <typename Shape>
MELSTROM_BOTH bool isInside (const FusedTile<Shape>& at, const Stretch& stretch)
{
    const std::int64_t end = stretch.first + stretch.numSamples;
    return stretch.first >= 0 && end <= stretch.unitSamples &&
           stretch.unitStart + end <= at.span.signalSamples && isPlain (at.work.program, at.span) &&
           at.work.program.sampleScale == 1.0f;
}

/** How the samples of a tile come into shared memory. */
enum class StageWay : std::int32_t
{
    anyhow,      ///< one by one: padding, channels, other formats, several units
    int16Words,  ///< two a load
    floatPairs,  ///< past the registers
    floatSingles ///< the same, where pairs are not aligned
};

/** Found out by one thread for all. */
struct StagePlan
{
    const std::byte* from;
    int numSamples;
    StageWay way;
};

template <typename Shape>
MELSTROM_BOTH StagePlan stagePlanOf (const FusedTile<Shape>& at)
{
    const Stretch stretch = stretchOf (at, 0);
    const bool isInt16 = at.span.format == static_cast<std::int32_t> (SampleFormat::int16);
    StagePlan plan {at.work.input + at.span.inputByte +
                        (stretch.unitStart + stretch.first - at.span.firstSample) *
                            (isInt16 ? 2 : 4),
                    stretch.numSamples, StageWay::anyhow};
    if (at.tile.numUnits > 1 || ! isInside (at, stretch))
        return plan;
    const bool pairsAligned = at.work.fused.pairsAligned && at.work.fused.stagedShift % 2 == 0 &&
                              (reinterpret_cast<std::uintptr_t> (plan.from) & 7) == 0;
    plan.way = isInt16        ? StageWay::int16Words
               : pairsAligned ? StageWay::floatPairs
                              : StageWay::floatSingles;
    return plan;
}

/** An aligned word holds two samples, whatever the parity of the first. */
template <typename Shape>
MELSTROM_BOTH void stageInt16 (const FusedTile<Shape>& at, StagePlan plan, int thread)
{
    constexpr float kScale = 1.0f / 32768.0f;
    const int shift = at.work.fused.stagedShift, numSamples = plan.numSamples;
    const int odd = static_cast<int> (reinterpret_cast<std::uintptr_t> (plan.from) >> 1 & 1);
    const auto* const words = reinterpret_cast<const std::uint32_t*> (plan.from - 2 * odd);
    for (int word = thread; 2 * word - odd < numSamples; word += at.shape.threads ())
    {
        const int s = 2 * word - odd;
        const std::uint32_t both = words[word];
        if (s >= 0)
            at.staged[at.stagedSample (s + shift)] =
                kScale * static_cast<float> (static_cast<std::int16_t> (both & 0xffffu));
        if (s + 1 < numSamples)
            at.staged[at.stagedSample (s + 1 + shift)] =
                kScale * static_cast<float> (static_cast<std::int16_t> (both >> 16));
    }
}

/** Neighbouring threads take neighbouring pieces of `numFloats` samples, several of them under way
    at once. */
template <int numFloats, typename Block, typename Shape>
MELSTROM_BOTH void copySamples (const FusedTile<Shape>& at, const float* from, int numSamples,
                                int thread, int shift)
{
    constexpr int kAtOnce = 4;
    const int step = numFloats * at.shape.threads ();
    for (int first = numFloats * thread; first < numSamples; first += kAtOnce * step)
        unrolled<kAtOnce> (
            [&] (auto i)
            {
                const int s = first + i * step;
                if (s < numSamples)
                    Block::template copyAsync<4 * numFloats> (
                        at.staged + at.stagedSample (s + shift), from + s);
            });
}

/** Samples are not scaled here: the scale is in the window. */
template <typename Block, typename Shape>
MELSTROM_BOTH void stageFloat (const FusedTile<Shape>& at, StagePlan plan, int thread)
{
    const auto* const samples = reinterpret_cast<const float*> (plan.from);
    if (plan.way == StageWay::floatSingles)
        return copySamples<1, Block> (at, samples, plan.numSamples, thread,
                                      at.work.fused.stagedShift);
    const int numPaired = plan.numSamples & ~1;
    const int shift = at.work.fused.stagedShift;
    copySamples<2, Block> (at, samples, numPaired, thread, shift);
    if (thread == 0 && numPaired < plan.numSamples)
        Block::template copyAsync<4> (at.staged + at.stagedSample (numPaired + shift),
                                      samples + numPaired);
}

/** What lies before and behind the windows of a stretch is read under weights of zero. */
template <typename Shape>
MELSTROM_BOTH void stageZeros (const FusedTile<Shape>& at, int numSamples, int thread, float* to)
{
    const MelProgram& program = at.work.program;
    const int shift = at.work.fused.stagedShift, numThreads = at.shape.threads ();
    for (int s = thread; s < shift; s += numThreads)
        to[at.stagedSample (s)] = 0.0f;
    const int end = numSamples + program.fftSamples - program.windowSamples;
    for (int s = numSamples + shift + thread; s < end; s += numThreads)
        to[at.stagedSample (s)] = 0.0f;
}

template <typename Shape>
MELSTROM_BOTH void stageAnyhow (const FusedTile<Shape>& at, int thread)
{
    for (int unit = 0; unit < at.tile.numUnits; ++unit)
    {
        const Stretch stretch = stretchOf (at, unit);
        float* const to = at.staged + unit * at.work.fused.stretchFloats;
        for (int s = thread; s < stretch.numSamples; s += at.shape.threads ())
            to[at.stagedSample (s + at.work.fused.stagedShift)] =
                sampleOf (at.work.program, at.span, at.work.input, stretch.unitStart,
                          stretch.unitSamples, stretch.first + s);
        stageZeros (at, stretch.numSamples, thread, to);
    }
}

/** Puts the samples under the tile's frames into shared memory: there after `waitForCopies`. */
template <typename Block, typename Shape>
MELSTROM_BOTH void stageSamples (const FusedTile<Shape>& at, StagePlan plan, int thread)
{
    if (plan.way == StageWay::anyhow)
        return stageAnyhow (at, thread);
    if (plan.way == StageWay::int16Words)
        stageInt16 (at, plan, thread);
    else
        stageFloat<Block> (at, plan, thread);
    stageZeros (at, plan.numSamples, thread, at.staged);
}

} // namespace melstrom::cuda
