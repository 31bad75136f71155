// What the kernels of one batch of voices read and write: plain data, laid out by the host.
#pragma once

#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <cstddef>
#include <cstdint>

namespace melstrom::cuda
{

/** Segments of one voice, one after another, in which every frequency and gain rests have their
    oscillations in common: at most so many. */
inline constexpr int kMostShared = 4;

/** A warp takes so many partials at a time, 32 a lane, so that what a chunk takes beside them is a
    fifteenth of its instructions. */
inline constexpr int kChunkPartials = 1024;

/** What moves within a segment, and so how its partials are computed. */
enum class BankMotion : std::int32_t
{
    rests, ///< nothing
    gains, ///< no frequency
    bends  ///< frequencies, and perhaps gains
};

/** Records that one warp computes together: one; or several, which then rest and differ in phase
    alone. */
struct alignas (16) VoiceGroup
{
    std::int32_t records[kMostShared] = {}; ///< those after numRecords: the last one
    std::int32_t numRecords = 0;
    BankMotion motion = BankMotion::rests;
    std::int32_t unused[2] = {};
};

/** What stands at the front of a batch; places are bytes from there. */
struct alignas (16) VoiceCounts
{
    std::int64_t numBytes = 0; ///< of the batch, this included; a multiple of 16
    std::int32_t numSegments = 0, numRecords = 0;
    std::int32_t firstSegment = 0; ///< records count from 0
    std::int32_t numGroups[kNumOscillators] = {};
    std::uint32_t number = 0;        ///< of the batch: what says that it is done
    std::int64_t firstRecordsAt = 0; ///< int32 (numSegments + 1): the first record of each segment
    std::int64_t recordsAt = 0; ///< VoiceSegment (numRecords), in the order in which they are added
    std::int64_t groupsAt[kNumOscillators] = {}; ///< VoiceGroup
};

/** Sixteen bytes of a batch, on their way. */
struct alignas (16) BatchWords
{
    std::uint32_t word[4] = {};
};

/** The range of the coefficients of a chunk: what is above Nyquist throughout need not be computed.
    */
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
    std::uint64_t phaseAmount = 0; ///< of toPhaseAmount
    std::uint32_t seed = 0;
    float copyGain = 0;
    std::int32_t numPartials = 0, numChunks = 0, numCopies = 0;
    std::int32_t firstSlot = 0; ///< see VoiceWork::slots
    std::int32_t copyPositions[kMaxCopies] = {}, copyPlaces[kMaxCopies] = {};
    std::uint32_t copyPhases[kMaxCopies] = {};
};

/** All that a batch of voices is computed from. */
struct VoiceWork
{
    const BatchWords* hostBatch = nullptr; ///< begins with VoiceCounts; mapped host memory
    std::int64_t hostWords = 0;            ///< that may be read there, whatever the batch needs
    BatchWords* batch = nullptr;           ///< its copy on the device
    DeviceTable tables[kNumOscillators];
    /** Sums of a chunk each, (records, slotsPerRecord, 32): oscillator after oscillator, copy after
        copy, chunk after chunk. */
    float* slots = nullptr;
    std::int32_t slotsPerRecord = 0;
    float* voices = nullptr;           ///< (records, 64): 32 samples of the left, 32 of the right
    std::int32_t* numSummed = nullptr; ///< voices of each segment that are there; 0 between batches
    /** voices whose segments are in left and right; 0 between batches */
    std::int32_t* numMixed = nullptr;
    /** Becomes VoiceCounts::number once all of left and right is there; mapped host memory. */
    std::uint32_t* finished = nullptr;
    float *left = nullptr, *right = nullptr; ///< (segments, 32), 0 at first; mapped host memory
};

} // namespace melstrom::cuda
