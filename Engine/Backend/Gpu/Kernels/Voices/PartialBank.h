// Sums of partials. A warp computes a chunk of one copy's partials, for one segment or for several
// segments with the same oscillations. Lane l computes partials l, l + 32, ... of the chunk and
// keeps its 32 sums of a segment in registers; at the end they are added over lanes through shared
// memory. Bytes moved: 16 a partial and chunk, 128 a segment and chunk; the rest is arithmetic
// (PartialWaves.h). The result for a record depends on that record only, not on the grouping of
// records.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/LaneTotals.h"
#include "Engine/Backend/Gpu/Kernels/Voices/PartialWaves.h"

namespace melstrom::gpu
{

/** Upper half of a sum of coefficients times functions. hasSides: bandwidth or stretch is not 0. */
template <bool hasSides, typename WordsOf>
MELSTROM_BOTH std::int32_t sumOf (std::uint64_t start, const Partial& partial, WordsOf words)
{
    std::uint64_t sum = plusPhase (start, partial.ratio, words (0));
    if constexpr (hasSides)
    {
        sum = plusPhase (sum, partial.bandwidth, words (1));
        sum = plusPhase (sum, partial.stretch, words (2));
    }
    return static_cast<std::int32_t> (static_cast<std::uint32_t> (sum >> 32));
}

template <bool hasSides>
MELSTROM_BOTH float frequencyAt (const Partial& partial, float ratio, float bandwidth,
                                 float stretch)
{
    float sum = static_cast<float> (partial.ratio) * ratio;
    if constexpr (hasSides)
    {
        sum = std::fma (static_cast<float> (partial.bandwidth), bandwidth, sum);
        sum = std::fma (static_cast<float> (partial.stretch), stretch, sum);
    }
    return sum;
}

MELSTROM_BOTH std::uint64_t startPhaseOf (const BankChunk& chunk, int partial)
{
    const std::uint64_t ofCopy = std::uint64_t {chunk.table->copyPhases[chunk.item.copy]} << 32;
    if (chunk.table->phaseAmount == 0)
        return ofCopy;
    const std::uint32_t index = startPhaseIndex (static_cast<std::uint32_t> (chunk.item.copy),
                                                 static_cast<std::uint32_t> (partial));
    return ofCopy + startPhase (chunk.phaseSeed, index, chunk.table->phaseAmount);
}

/** Adds one partial in segments that rest. */
template <int numSegments, bool hasSides, typename Block>
MELSTROM_BOTH void addRestingPartial (const BankShared& shared, int index, const Partial& partial,
                                      HalfSums (&sums)[numSegments])
{
    const FunctionMotion* const motions = shared.motions;
    const Wave wave =
        waveOf (sumOf<hasSides> (0, partial, [&] (int f) { return motions[f].rate; }));
    const float frequency = frequencyAt<hasSides> (
        partial, motions[0].startFrequency, motions[1].startFrequency, motions[2].startFrequency);
    const float gain =
        gainAt<Block> (shared.chunk.gains, shared.chunk.gains.start, partial, frequency);
    const std::uint64_t start = startPhaseOf (shared.chunk, index);
    float sines[numSegments], cosines[numSegments];
    MELSTROM_UNROLL
    for (int s = 0; s < numSegments; ++s)
    {
        const auto* const turns = shared.turns[s];
        Block::sineCosineOf (sumOf<hasSides> (start, partial, [&] (int f) { return turns[f]; }),
                             sines[s], cosines[s]);
        sines[s] *= gain;
        cosines[s] *= gain;
    }
    addResting (wave, sines, cosines, sums);
}

/** Adds one partial with moving gain or frequency. */
template <bool bends, bool hasSides, typename Block>
MELSTROM_BOTH void addMovingPartial (const BankShared& shared, int index, const Partial& partial,
                                     HalfSums& sums)
{
    const FunctionMotion* const motions = shared.motions;
    const auto half = static_cast<std::uint32_t> (
        sumOf<hasSides> (0, partial, [&] (int f) { return motions[f].halfRate; }));
    const float startFrequency = frequencyAt<hasSides> (
        partial, motions[0].startFrequency, motions[1].startFrequency, motions[2].startFrequency);
    const float endFrequency = frequencyAt<hasSides> (
        partial, motions[0].endFrequency, motions[1].endFrequency, motions[2].endFrequency);
    const GainLine gain = gainLine (
        gainAt<Block> (shared.chunk.gains, shared.chunk.gains.start, partial, startFrequency),
        gainAt<Block> (shared.chunk.gains, shared.chunk.gains.end, partial, endFrequency));
    const auto* const turns = shared.turns[0];
    const std::int32_t phase = sumOf<hasSides> (startPhaseOf (shared.chunk, index), partial,
                                                [&] (int f) { return turns[f]; });
    constexpr float kRadiansPerStep = 7.31459042e-10f; // pi / 2^32
    const std::int32_t growth =
        bends ? sumOf<hasSides> (0, partial, [&] (int f) { return motions[f].growth; }) : 0;
    const float bend = static_cast<float> (growth) * kRadiansPerStep;
    if (bends && std::fabs (bend) * (15.5f * 15.5f) >= kMostBend)
        return addSweeping<Block> (phase, static_cast<std::int32_t> (half), growth, gain, sums);
    float sine, cosine;
    Block::sineCosineOf (phase, sine, cosine);
    // Doubling `half` loses half a cycle only for a middle frequency above Nyquist. There a bend
    // this small leaves no gain.
    addMoving<bends> (waveOf (static_cast<std::int32_t> (half << 1)), sine, cosine, bend, gain,
                      sums);
}

/** Calls add (index, partial) for each of a lane's partials and prefetches the next one. Shared
    values are read again for each partial, because sums fill the registers. */
template <typename Block, typename Add>
MELSTROM_BOTH void forPartials (const BankChunk& chunk, int lane, Add add)
{
    const Partial* const partials = chunk.table->partials;
    int index = chunk.first + lane;
    if (index >= chunk.last)
        return;
    for (Partial next = partials[index]; index < chunk.last; index += kBankThreads)
    {
        const Partial partial = next;
        if (index + kBankThreads < chunk.last)
            next = partials[index + kBankThreads];
        Block::forgetMemory ();
        add (index, partial);
    }
}

MELSTROM_BOTH float* slotOf (const VoiceWork& work, const BankChunk& chunk, int segment)
{
    const std::int64_t record = chunk.item.group.records[segment];
    const int slot =
        chunk.table->firstSlot + chunk.item.copy * chunk.table->numChunks + chunk.item.chunk;
    return work.slots + (record * work.slotsPerRecord + slot) * kControlSamples;
}

template <int numSegments>
struct SegmentSums
{
    HalfSums of[numSegments];
};

/** Calls add (lane, sums) for each lane, then stores its segments. */
template <int numSegments, typename Block, typename Add>
MELSTROM_BOTH void sumLanes (const VoiceWork& work, Block& block, BankShared& shared, Add add)
{
    typename Block::template PerThread<SegmentSums<numSegments>> sums (block);
    block.start (
        [&] (int lane)
        {
            sums[lane] = {};
            add (lane, sums[lane].of);
        });
    MELSTROM_UNROLL
    for (int s = 0; s < numSegments; ++s)
        if (s < shared.chunk.item.group.numRecords)
            storeSums ([&] (int lane) -> const HalfSums& { return sums[lane].of[s]; }, block,
                       shared, slotOf (work, shared.chunk, s));
}

template <int numSegments, bool hasSides, typename Block>
MELSTROM_BOTH void sumResting (const VoiceWork& work, Block& block, BankShared& shared)
{
    sumLanes<numSegments> (
        work, block, shared,
        [&] (int lane, HalfSums (&sums)[numSegments])
        {
            forPartials<Block> (shared.chunk, lane,
                                [&] (int index, const Partial& partial) {
                                    addRestingPartial<numSegments, hasSides, Block> (shared, index,
                                                                                     partial, sums);
                                });
        });
}

template <bool bends, bool hasSides, typename Block>
MELSTROM_BOTH void sumMoving (const VoiceWork& work, Block& block, BankShared& shared)
{
    sumLanes<1> (work, block, shared,
                 [&] (int lane, HalfSums (&sums)[1])
                 {
                     forPartials<Block> (shared.chunk, lane,
                                         [&] (int index, const Partial& partial) {
                                             addMovingPartial<bends, hasSides, Block> (
                                                 shared, index, partial, sums[0]);
                                         });
                 });
}

template <bool hasSides, typename Block>
MELSTROM_BOTH void sumPartials (const VoiceWork& work, Block& block, BankShared& shared)
{
    const VoiceGroup& group = shared.chunk.item.group;
    if (group.motion == BankMotion::bends)
        sumMoving<true, hasSides> (work, block, shared);
    else if (group.motion == BankMotion::gains)
        sumMoving<false, hasSides> (work, block, shared);
    else if (group.numRecords > 2)
        sumResting<kMostShared, hasSides> (work, block, shared);
    else if (group.numRecords == 2)
        sumResting<2, hasSides> (work, block, shared);
    else
        sumResting<1, hasSides> (work, block, shared);
}

/** Computes chunk `index` of bankItemsOf (work, oscillator). */
template <typename Block>
MELSTROM_BOTH void sumChunk (const VoiceWork& work, int oscillator, int index, Block& block,
                             BankShared& shared)
{
    block.each (
        [&] (int lane)
        {
            if (lane == 0)
                shared.chunk = bankChunk (work, oscillator, index);
        });
    block.each ([&] (int lane) { writeMotion (shared, lane); });
    if (isBeyondFade (shared))
        for (int s = 0; s < shared.chunk.item.group.numRecords; ++s)
            block.start ([&] (int lane) { slotOf (work, shared.chunk, s)[lane] = 0.0f; });
    else if (shared.isMoved[1] != 0 || shared.isMoved[2] != 0)
        sumPartials<true> (work, block, shared);
    else
        sumPartials<false> (work, block, shared);
    block.each ([] (int) {}); // before shared memory is used again
}

} // namespace melstrom::gpu
