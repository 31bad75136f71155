// From sums of chunks to stereo output. A warp adds every fourth copy of a voice, lane n sample n:
//   left[n] = sum over copies of  level (n) pan (n) sum over chunks of slot[n];  the right
//   likewise.
// The block that completes the last voice of a segment then adds all of its voices, from the oldest
// to the newest. The order of sums is fixed and does not depend on the block. The block that
// completes the last segment of the batch writes a word that the host polls.
// Bytes moved: 128 a slot, 256 a voice twice, 256 a segment.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/BankChunk.h"

namespace melstrom::gpu
{

inline constexpr int kFetchThreads = 256, kFetchBlocks = 64;
/** Words that are fetched while the batch's length is still on its way over PCIe. */
inline constexpr std::int64_t kFetchAhead = 4096;

/** Copies a batch to the device. index: of one thread of numThreads */
MELSTROM_BOTH void fetchBatch (const VoiceWork& work, std::int64_t index, std::int64_t numThreads)
{
    const bool isAhead = index < kFetchAhead && index < work.hostWords;
    const BatchWords ahead = work.hostBatch[isAhead ? index : 0];
    const auto* const counts = reinterpret_cast<const VoiceCounts*> (work.hostBatch);
    const std::int64_t numWords =
        counts->numBytes / static_cast<std::int64_t> (sizeof (BatchWords));
    if (isAhead && index < numWords)
        work.batch[index] = ahead;
    for (std::int64_t i = isAhead ? index + numThreads : index; i < numWords; i += numThreads)
        work.batch[i] = work.hostBatch[i];
}

inline constexpr int kMixWarps = 4, kMixThreads = kMixWarps * kControlSamples;
inline constexpr int kStereoSamples = 2 * kControlSamples;
inline constexpr int kMixVoices = 48; ///< in shared memory at a time

struct MixShared
{
    float sums[kMixWarps][kStereoSamples]; ///< left, right
    float voices[kMixVoices][kStereoSamples];
    bool isLast;
};

MELSTROM_BOTH const VoiceSegment* recordsOf (const VoiceWork& work)
{
    return itemsAt<VoiceSegment> (work.batch, countsOf (work).recordsAt);
}

/** Level and pan gains of one copy. */
MELSTROM_BOTH StereoGain copyGainAt (const OscillatorSegment& oscillator, std::int32_t copyPlace,
                                     float share)
{
    const float place = static_cast<float> (copyPlace) * (1.0f / (1 << kCopyBits));
    const Spline &pan = oscillator.pan, &spread = oscillator.spread, &levels = oscillator.level;
    const StereoGain before = panGain (std::fma (spread.before, place, pan.before));
    const StereoGain start = panGain (std::fma (spread.start, place, pan.start));
    const StereoGain end = panGain (std::fma (spread.end, place, pan.end));
    const float level = splineAt (levels.before, levels.start, levels.end, share);
    return {level * splineAt (before.left, start.left, end.left, share),
            level * splineAt (before.right, start.right, end.right, share)};
}

/** Adds copies warp, warp + kMixWarps, ... of one oscillator, at sample `lane`. */
MELSTROM_BOTH void addCopies (const VoiceWork& work, int record, int oscillatorIndex, int warp,
                              int lane, StereoGain& sum)
{
    const DeviceTable& table = work.tables[oscillatorIndex];
    const auto& oscillator =
        recordsOf (work)[record].oscillators[static_cast<std::size_t> (oscillatorIndex)];
    if (! isHeard (oscillator))
        return;
    const float share = static_cast<float> (lane) / kControlSamples;
    for (int copy = warp; copy < table.numCopies; copy += kMixWarps)
    {
        const std::int64_t slot = std::int64_t {record} * work.slotsPerRecord + table.firstSlot +
                                  std::int64_t {copy} * table.numChunks;
        const float* const samples = work.slots + slot * kControlSamples + lane;
        float total = 0;
        for (int chunk = 0; chunk < table.numChunks; ++chunk)
            total += samples[std::int64_t {chunk} * kControlSamples];
        const StereoGain gain = copyGainAt (oscillator, table.copyPlaces[copy], share);
        sum.left = std::fma (gain.left, total, sum.left);
        sum.right = std::fma (gain.right, total, sum.right);
    }
}

/** Adds up one record. */
template <typename Block>
MELSTROM_BOTH void sumVoice (const VoiceWork& work, int record, Block& block, MixShared& shared)
{
    block.each (
        [&] (int thread)
        {
            const int warp = thread / kControlSamples, lane = thread % kControlSamples;
            StereoGain sum {0, 0};
            for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
                addCopies (work, record, oscillator, warp, lane, sum);
            shared.sums[warp][lane] = sum.left;
            shared.sums[warp][kControlSamples + lane] = sum.right;
        });
    block.each (
        [&] (int thread)
        {
            if (thread >= kStereoSamples)
                return;
            float sum = 0;
            for (int warp = 0; warp < kMixWarps; ++warp)
                sum += shared.sums[warp][thread];
            work.voices[std::int64_t {record} * kStereoSamples + thread] =
                thread % kControlSamples < recordsOf (work)[record].firstSample ? 0.0f : sum;
        });
}

struct SegmentRecords
{
    /** segment: index within the batch's part; records: first .. last - 1 */
    int segment, first, last;
};

MELSTROM_BOTH SegmentRecords segmentOf (const VoiceWork& work, int record)
{
    const VoiceCounts& counts = countsOf (work);
    const int segment = recordsOf (work)[record].segment - counts.firstSegment;
    const auto* const firstRecords = itemsAt<std::int32_t> (work.batch, counts.firstRecordsAt);
    return {segment, firstRecords[segment], firstRecords[segment + 1]};
}

/** Mixes one segment whose voices are complete. */
template <typename Block>
MELSTROM_BOTH void mixSegment (const VoiceWork& work, SegmentRecords records, Block& block,
                               MixShared& shared)
{
    typename Block::template PerThread<float> sums (block);
    block.start ([&] (int thread) { sums[thread] = 0.0f; });
    for (int record = records.first; record < records.last; record += kMixVoices)
    {
        const int rest = records.last - record, numVoices = rest < kMixVoices ? rest : kMixVoices;
        const float* const from = work.voices + std::int64_t {record} * kStereoSamples;
        block.each (
            [&] (int thread)
            {
                for (int i = thread; i < numVoices * kStereoSamples; i += kMixThreads)
                    shared.voices[i / kStereoSamples][i % kStereoSamples] = from[i];
            });
        block.each (
            [&] (int thread)
            {
                if (thread < kStereoSamples)
                    for (int voice = 0; voice < numVoices; ++voice)
                        sums[thread] += shared.voices[voice][thread];
            });
    }
    block.each (
        [&] (int thread)
        {
            if (thread >= kStereoSamples)
                return;
            float* const to = thread < kControlSamples ? work.left : work.right;
            to[records.segment * kControlSamples + thread % kControlSamples] = sums[thread];
        });
}

/** Counts a segment that is complete in host memory. Call after a barrier. */
template <typename Block>
MELSTROM_BOTH void countMixed (const VoiceWork& work, SegmentRecords records, Block& block)
{
    block.start (
        [&] (int thread)
        {
            const VoiceCounts& counts = countsOf (work);
            if (thread != 0 ||
                block.countMixed (work.numMixed, records.last - records.first) < counts.numRecords)
                return;
            *work.numMixed = 0; // for the next batch
            block.tellHost (work.finished, counts.number);
        });
}

/** Computes one record, and its segment if this record completes it. */
template <typename Block>
MELSTROM_BOTH void mixVoice (const VoiceWork& work, int record, Block& block, MixShared& shared)
{
    sumVoice (work, record, block, shared);
    const SegmentRecords records = segmentOf (work, record);
    block.each (
        [&] (int thread)
        {
            if (thread != 0)
                return;
            std::int32_t* const numSummed = work.numSummed + records.segment;
            shared.isLast = Block::countIn (numSummed) == records.last - records.first;
            if (shared.isLast)
                *numSummed = 0; // for the next batch
        });
    if (! shared.isLast)
        return;
    mixSegment (work, records, block, shared);
    countMixed (work, records, block);
}

} // namespace melstrom::gpu
