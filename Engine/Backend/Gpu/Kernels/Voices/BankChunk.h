// A chunk of partials: its place in the batch, and the values that all of its partials share.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/PartialShape.h"
#include "Engine/Dsp/Voice/CopyWander.h"
#include "Engine/Dsp/Voice/StartPhase.h"

namespace melstrom::gpu
{

inline constexpr int kBankThreads = 32; ///< a block is one warp

/** Items that the host wrote into a batch, `byte` bytes from its start. */
template <typename Item>
MELSTROM_BOTH const Item* itemsAt (const BatchWords* batch, std::int64_t byte)
{
    return reinterpret_cast<const Item*> (reinterpret_cast<const std::byte*> (batch) + byte);
}
MELSTROM_BOTH const VoiceCounts& countsOf (const VoiceWork& work)
{
    return *itemsAt<VoiceCounts> (work.batch, 0);
}

/** Number of chunks of one oscillator in a batch; below VoiceTables::kMostSlots. */
MELSTROM_BOTH int bankItemsOf (const VoiceWork& work, int oscillator)
{
    const DeviceTable& table = work.tables[oscillator];
    return countsOf (work).numGroups[oscillator] * table.numCopies * table.numChunks;
}

struct BankItem
{
    int copy, chunk;
    VoiceGroup group;
};

MELSTROM_BOTH BankItem bankItem (const VoiceWork& work, int oscillator, int index)
{
    const DeviceTable& table = work.tables[oscillator];
    const VoiceCounts& counts = countsOf (work);
    const int copies = index / table.numChunks, group = copies / table.numCopies;
    BankItem item;
    item.chunk = index - copies * table.numChunks;
    item.copy = copies - group * table.numCopies;
    item.group = itemsAt<VoiceGroup> (work.batch, counts.groupsAt[oscillator])[group];
    return item;
}

/** Row pitch for reads of four floats at once, spread over all banks. */
inline constexpr int kSumPitch = kBankThreads + 4;

/** Data of a chunk that all lanes of its warp share. */
struct BankChunk
{
    const DeviceTable* table;
    const VoiceSegment* records;
    BankItem item;
    BankGains gains;
    std::uint32_t phaseSeed;
    int oscillator;
    int first, last; ///< partials
};

struct alignas (16) BankShared
{
    BankChunk chunk;
    float sums[kControlSamples][kSumPitch]; ///< (even and odd, lanes)
    float totals[kControlSamples];
    TurnWords turns[kMostShared][kNumFunctions]; ///< in the middle of each segment
    FunctionMotion motions[kNumFunctions];
    std::int32_t isMoved[kNumFunctions]; ///< 0: the function is 0
};

MELSTROM_BOTH const VoiceSegment& recordOf (const BankChunk& chunk, int segment)
{
    return chunk.records[chunk.item.group.records[segment]];
}

MELSTROM_BOTH BankChunk bankChunk (const VoiceWork& work, int oscillator, int index)
{
    BankChunk chunk {};
    chunk.table = &work.tables[oscillator];
    chunk.records = itemsAt<VoiceSegment> (work.batch, countsOf (work).recordsAt);
    chunk.item = bankItem (work, oscillator, index);
    chunk.oscillator = oscillator;
    const VoiceSegment& record = recordOf (chunk, 0);
    chunk.gains =
        gainsOf (record, record.oscillators[static_cast<std::size_t> (oscillator)], *chunk.table);
    chunk.phaseSeed = startPhaseSeed (record.noteSeed, chunk.table->seed);
    chunk.first = chunk.item.chunk * kChunkPartials;
    const int end = chunk.first + kChunkPartials;
    chunk.last = end < chunk.table->numPartials ? end : chunk.table->numPartials;
    return chunk;
}

/** Lanes 0 .. 11 write one function of one segment each, lanes 12 .. 14 the motion of each
    function. */
MELSTROM_BOTH void writeMotion (BankShared& shared, int lane)
{
    constexpr int kNumTurns = kMostShared * kNumFunctions;
    if (lane >= kNumTurns + kNumFunctions)
        return;
    const int function = lane % kNumFunctions,
              segment = lane < kNumTurns ? lane / kNumFunctions : 0;
    const BankChunk& chunk = shared.chunk;
    const auto oscillator = static_cast<std::size_t> (chunk.oscillator);
    const OscillatorSegment& record = recordOf (chunk, segment).oscillators[oscillator];
    const TurnRamp still = rampOf (record, function, chunk.table->copyPositions[chunk.item.copy]);
    const bool wanders = function == 0 && chunk.table->numCopies > 1;
    const TurnRamp ramp =
        wanders ? wandering (still, wanderOf (record.detune, chunk.table->seed,
                                              static_cast<std::uint32_t> (chunk.item.copy)))
                : still;
    if (lane < kNumTurns)
        shared.turns[segment][function] = wordsOf (middleTurns (ramp));
    else
        shared.motions[function] = motionOf (ramp, still);
    if (lane >= kNumTurns)
        shared.isMoved[function] = ramp.turns != 0 || ramp.startRate != 0 || ramp.endRate != 0;
}

/** Lower bound of |frequency| over the chunk's partials, at a control point. */
MELSTROM_BOTH float lowestFrequency (const ChunkBounds& bounds, float ratio, float bandwidth,
                                     float stretch)
{
    const auto low = [] (float a, float b, float x) { return std::fmin (a * x, b * x); };
    const auto high = [] (float a, float b, float x) { return std::fmax (a * x, b * x); };
    const float least = low (bounds.ratioLow, bounds.ratioHigh, ratio) +
                        low (bounds.bandwidthLow, bounds.bandwidthHigh, bandwidth) +
                        low (bounds.stretchLow, bounds.stretchHigh, stretch);
    const float most = high (bounds.ratioLow, bounds.ratioHigh, ratio) +
                       high (bounds.bandwidthLow, bounds.bandwidthHigh, bandwidth) +
                       high (bounds.stretchLow, bounds.stretchHigh, stretch);
    return std::fmax (least, -most);
}

/** True if nyquistFade silences the whole chunk. Rounding errors lead to false. */
MELSTROM_BOTH bool isBeyondFade (const BankShared& shared)
{
    constexpr float kSure = kFadeTo * 1.0001f;
    const ChunkBounds bounds = shared.chunk.table->chunks[shared.chunk.item.chunk];
    const FunctionMotion* const m = shared.motions;
    return lowestFrequency (bounds, m[0].startFrequency, m[1].startFrequency, m[2].startFrequency) >
               kSure &&
           lowestFrequency (bounds, m[0].endFrequency, m[1].endFrequency, m[2].endFrequency) >
               kSure;
}

} // namespace melstrom::gpu
