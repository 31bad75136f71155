// Copies the samples of a tile into shared memory.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedTile.h"
#include "Engine/Backend/Gpu/Kernels/Fused/TilePlan.h"

namespace melstrom::gpu
{

template <typename Shape>
MELSTROM_BOTH StretchPart plainPartOf (const FusedTile<Shape>& at, const Stretch& stretch)
{
    if (! isPlain (at.work.program, at.span) || at.work.program.sampleScale != 1.0f)
        return {};
    const std::int64_t inSignal = at.span.signalSamples - stretch.unitStart;
    const std::int64_t limit = inSignal < stretch.unitSamples ? inSignal : stretch.unitSamples;
    const std::int64_t begin = stretch.first < 0 ? -stretch.first : 0, end = limit - stretch.first;
    const int numSamples = stretch.numSamples;
    return {begin < numSamples ? static_cast<int> (begin) : numSamples, end < 0 ? 0
                                                                        : end < numSamples
                                                                            ? static_cast<int> (end)
                                                                            : numSamples};
}

/** Byte offset of a tile's frames in the scratch or the output. */
template <typename Shape>
MELSTROM_BOTH std::int64_t framesOutputOf (const FusedTile<Shape>& at)
{
    const MelProgram& program = at.work.program;
    const std::int64_t inSpan =
        at.tile.firstFrame - at.span.firstFrame +
        (at.hasOwnUnits () ? at.tile.firstSegment * program.framesPerSegment : 0);
    if (program.bandsTo == BandsTo::rows)
        return (at.span.scratchRow + inSpan) * program.numPlanes * 4;
    return at.span.outputByte + inSpan * program.numPlanes * (program.isHalf ? 2 : 4);
}

template <typename Shape>
MELSTROM_BOTH TilePlan tilePlanOf (const FusedTile<Shape>& at)
{
    const Stretch stretch = stretchOf (at, 0);
    const bool isInt16 = at.span.format == static_cast<std::int32_t> (SampleFormat::int16);
    TilePlan plan {
        at.work.input + at.span.inputByte +
            (stretch.unitStart + stretch.first - at.span.firstSample) * (isInt16 ? 2 : 4),
        stretch.numSamples, StageWay::anyhow, plainPartOf (at, stretch), framesOutputOf (at)};
    const bool isWhole = plan.plain.begin == 0 && plan.plain.end == plan.numSamples;
    if (at.tile.numUnits > 1 || plan.plain.begin >= plan.plain.end || (isInt16 && ! isWhole))
        return plan;
    const auto from = reinterpret_cast<std::uintptr_t> (plan.from);
    const int shift = at.work.fused.stagedShift;
    const bool pairsAligned = at.work.fused.pairsAligned && shift % 2 == 0 && (from & 7) == 0;
    const bool foursAligned = at.work.fused.foursAligned && shift % 4 == 0 && (from & 15) == 0;
    plan.way = isInt16        ? StageWay::int16Words
               : foursAligned ? StageWay::floatFours
               : pairsAligned ? StageWay::floatPairs
                              : StageWay::floatSingles;
    return plan;
}

/** Each aligned word holds two samples, for odd and even first samples. */
template <typename Shape>
MELSTROM_BOTH void stageInt16 (const FusedTile<Shape>& at, TilePlan plan, int thread)
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

/** Copies the part's samples in whole pieces of `numFloats`. Neighbouring threads copy neighbouring
    pieces, several at once. */
template <int numFloats, typename Block, typename Shape>
MELSTROM_BOTH void copySamples (const FusedTile<Shape>& at, const float* from, StretchPart part,
                                int thread)
{
    constexpr int kAtOnce = 4;
    const int step = numFloats * at.shape.threads (), shift = at.work.fused.stagedShift;
    for (int first = part.begin + numFloats * thread; first < part.end; first += kAtOnce * step)
        unrolled<kAtOnce> (
            [&] (auto i)
            {
                const int s = first + i * step;
                if (s < part.end)
                    Block::template copyAsync<4 * numFloats> (
                        at.staged + at.stagedSample (s + shift), from + s);
            });
}

/** The same for rows without pads, four samples a piece. A plain loop, because the shape with a
    frame a warp has no registers to spare. */
template <typename Block, typename Shape>
MELSTROM_BOTH void copyFours (const FusedTile<Shape>& at, const float* from, StretchPart part,
                              int thread)
{
    float* const to = at.staged + at.work.fused.stagedShift;
    for (int s = part.begin + 4 * thread; s < part.end; s += 4 * at.shape.threads ())
        Block::template copyAsync<16> (to + s, from + s);
}

/** The same for the shape's usual hop: a thread's pieces lie at equal distances in the padded
    rows. */
template <int numFloats, typename Block, typename Shape>
MELSTROM_BOTH void copyUsualRows (const FusedTile<Shape>& at, const float* from, StretchPart part,
                                  int thread)
{
    constexpr int kHop = Shape::kUsualHop, kPad = Shape::kUsualPad;
    constexpr int kStep = numFloats * Shape::threads (), kPlaces = kStep + kStep / kHop * kPad;
    constexpr int kMost = (Shape::frames () - 1) * kHop + 2 * Shape::transform ();
    static_assert (kStep % kHop == 0);
    const int first = numFloats * thread;
    float* const to = at.staged + first + first / kHop * kPad;
    const auto numPlain = static_cast<unsigned> (part.end - part.begin);
    unrolled<(kMost + kStep - 1) / kStep> (
        [&] (auto i)
        {
            if (static_cast<unsigned> (first - part.begin + i * kStep) < numPlain)
                Block::template copyAsync<4 * numFloats> (to + i * kPlaces,
                                                          from + first + i * kStep);
        });
}

/** Copies the part's samples in whole pieces of the method `way`. */
template <typename Block, typename Shape>
MELSTROM_BOTH void copyPlain (const FusedTile<Shape>& at, const float* from, StageWay way,
                              StretchPart part, int thread)
{
    if constexpr (Shape::kUsualHop > 0)
    {
        constexpr bool kInFours = Shape::kUsualPad % 4 == 0;
        if (at.hasUsualRows () && at.work.fused.stagedShift == 0 &&
            way == (kInFours ? StageWay::floatFours : StageWay::floatPairs))
            return copyUsualRows < kInFours ? 4 : 2, Block > (at, from, part, thread);
    }
    if (way == StageWay::floatFours && (Shape::kIsWarp || at.work.fused.rowPad == 0))
        copyFours<Block> (at, from, part, thread);
    else if (way == StageWay::floatFours)
        copySamples<4, Block> (at, from, part, thread);
    else if (way == StageWay::floatPairs)
        copySamples<2, Block> (at, from, part, thread);
    else
        copySamples<1, Block> (at, from, part, thread);
}

/** Stages the samples of a stretch outside `part`, mostly padding. */
template <typename Shape>
MELSTROM_BOTH void stageOthers (const FusedTile<Shape>& at, StretchPart part, int thread)
{
    const Stretch stretch = stretchOf (at, 0);
    const int numOthers = stretch.numSamples - (part.end - part.begin);
    for (int i = thread; i < numOthers; i += at.shape.threads ())
    {
        const int s = i < part.begin ? i : i - part.begin + part.end;
        at.staged[at.stagedSample (s + at.work.fused.stagedShift)] =
            sampleOf (at.work.program, at.span, at.work.input, stretch.unitStart,
                      stretch.unitSamples, stretch.first + s);
    }
}

/** Samples are not scaled here: the window contains the scale. */
template <typename Block, typename Shape>
MELSTROM_BOTH void stageFloat (const FusedTile<Shape>& at, TilePlan plan, int thread)
{
    const int inPiece = plan.way == StageWay::floatFours   ? 4
                        : plan.way == StageWay::floatPairs ? 2
                                                           : 1;
    StretchPart part {(plan.plain.begin + inPiece - 1) & -inPiece, plan.plain.end & -inPiece};
    if (part.end < part.begin)
        part.end = part.begin;
    copyPlain<Block> (at, reinterpret_cast<const float*> (plan.from), plan.way, part, thread);
    if (part.end - part.begin < plan.numSamples)
        stageOthers (at, part, thread);
}

/** Clears samples before and behind a stretch's windows; they are read with weights of zero. */
template <typename Shape>
MELSTROM_BOTH void stageZeros (const FusedTile<Shape>& at, int numSamples, int thread, float* to)
{
    const MelProgram& program = at.work.program;
    if (program.fftSamples == program.windowSamples)
        return;
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

/** Copies the samples of the tile's frames into shared memory; complete after `waitForCopies`. */
template <typename Block, typename Shape>
MELSTROM_BOTH void stageSamples (const FusedTile<Shape>& at, TilePlan plan, int thread)
{
    if (plan.way == StageWay::anyhow)
        return stageAnyhow (at, thread);
    if (plan.way == StageWay::int16Words)
        stageInt16 (at, plan, thread);
    else
        stageFloat<Block> (at, plan, thread);
    stageZeros (at, plan.numSamples, thread, at.staged);
}

} // namespace melstrom::gpu
