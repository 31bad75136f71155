// Input and output of the kernels of one batch of voices: plain data, laid out by the host.
#pragma once

#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <cstddef>
#include <cstdint>

namespace melstrom::gpu
{

/** Most segments in a group. Consecutive segments of one voice with constant frequencies and gains
    share their oscillations. */
inline constexpr int kMostShared = 4;

/** Partials of a warp at a time, 32 a lane. At this size the overhead of a chunk is a fifteenth of
    its instructions. */
inline constexpr int kChunkPartials = 1024;

/** The kind of motion within a segment. It selects the computation of partials. */
enum class BankMotion : std::int32_t
{
    rests, ///< nothing moves
    gains, ///< gains move, frequencies rest
    bends  ///< frequencies move, gains may move
};

/** Records that one warp computes together: one, or several that rest and differ in phase only. */
struct alignas (16) VoiceGroup
{
    std::int32_t records[kMostShared] = {}; ///< entries from numRecords on repeat the last record
    std::int32_t numRecords = 0;
    BankMotion motion = BankMotion::rests;
    std::int32_t unused[2] = {};
};

/** Header of a batch. Places are in bytes from its start. */
struct alignas (16) VoiceCounts
{
    std::int64_t numBytes = 0; ///< of the batch with this header; a multiple of 16
    std::int32_t numSegments = 0, numRecords = 0;
    /** of this part; the records' segments count from the start of the batch */
    std::int32_t firstSegment = 0;
    std::int32_t numGroups[kNumOscillators] = {};
    std::uint32_t number = 0;        ///< of the batch: written to `finished` when the batch is done
    std::int64_t firstRecordsAt = 0; ///< int32 (numSegments + 1): the first record of each segment
    std::int64_t recordsAt = 0;      ///< VoiceSegment (numRecords), in order of addition
    std::int64_t groupsAt[kNumOscillators] = {}; ///< VoiceGroup
};

/** Sixteen bytes of a batch, for copies. */
struct alignas (16) BatchWords
{
    std::uint32_t word[4] = {};
};

/** Ranges of a chunk's coefficients. A chunk that lies entirely above Nyquist is not computed. */
struct ChunkBounds
{
    float ratioLow = 0, ratioHigh = 0, bandwidthLow = 0, bandwidthHigh = 0, stretchLow = 0,
          stretchHigh = 0; ///< 2^-18 steps
};

/** PartialTable in device memory. */
struct DeviceTable
{
    const Partial* partials = nullptr;
    const ChunkBounds* chunks = nullptr;
    const float* tilts = nullptr;  ///< (kNumTilts): see TiltGain.h
    std::uint64_t phaseAmount = 0; ///< from toPhaseAmount
    std::uint32_t seed = 0;
    float copyGain = 0;
    std::int32_t numPartials = 0, numChunks = 0, numCopies = 0;
    std::int32_t firstSlot = 0; ///< see VoiceWork::slots
    std::int32_t copyPositions[kMaxCopies] = {}, copyPlaces[kMaxCopies] = {};
    std::uint32_t copyPhases[kMaxCopies] = {};
};

/** All input and output of a batch of voices. */
struct VoiceWork
{
    const BatchWords* hostBatch = nullptr; ///< begins with VoiceCounts; mapped host memory
    std::int64_t hostWords = 0;            ///< readable words, independent of the batch's length
    BatchWords* batch = nullptr;           ///< the copy on the device
    DeviceTable tables[kNumOscillators];
    /** Sum of each chunk, (records, slotsPerRecord, 32): by oscillator, then copy, then chunk. */
    float* slots = nullptr;
    std::int32_t slotsPerRecord = 0;
    float* voices = nullptr;           ///< (records, 64): 32 left samples, 32 right samples
    std::int32_t* numSummed = nullptr; ///< completed voices of each segment; 0 between batches
    /** voices of segments that are complete in left and right; 0 between batches */
    std::int32_t* numMixed = nullptr;
    /** Becomes VoiceCounts::number when left and right are complete; mapped host memory. */
    std::uint32_t* finished = nullptr;
    float *left = nullptr, *right = nullptr; ///< (segments, 32), initially 0; mapped host memory
};

} // namespace melstrom::gpu
