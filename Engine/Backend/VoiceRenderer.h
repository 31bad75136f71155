// The seam between those who write voices down and those who sound them.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <memory>
#include <span>

namespace melstrom
{

/** Voices over consecutive segments of the grid. The order of `voices` is the order in which they are added. */
struct VoiceBatch
{
    std::span<const VoiceSegment>
        voices; ///< by segment, within it from the oldest note to the newest
    int numSegments = 0;
};

/** What a renderer is made for. */
struct VoiceCapacity
{
    /** Of a segment: those that sound, those that fade to make room, and some that begin within it. */
    int maxVoices = 256 + 64 + 32;
    int maxSegments = 16; ///< of a batch
    double sampleRateHz = 48000;
};

/** Sounds voices: the sum over voices, copies and partials of gain sin (2 pi phase). What it gives is a function of
    the tables and each segment's record, bit for bit on one backend, however batches are cut.
    Thread: one at a time; `render` may be the audio thread's on the CPU backend. */
class VoiceRenderer
{
public:
    virtual ~VoiceRenderer () = default;
    virtual std::string name () const = 0; ///< "cpu", "cuda:0"
    /** Takes the tables of both oscillators from the next batch on. May allocate; not while a batch is in flight. Fails: outOfMemory, deviceLost. */
    virtual Result<void> setTables (const std::array<PartialTable, kNumOscillators>& tables) = 0;
    /** left, right (segments x 32): overwritten. Allocates nothing. Fails: deviceLost, never on the CPU. */
    virtual Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept = 0;
};

/** numThreads: 1 computes on the caller's thread. Fails: outOfMemory. */
Result<std::unique_ptr<VoiceRenderer>> makeCpuVoiceRenderer (const VoiceCapacity& capacity,
                                                             int numThreads);

} // namespace melstrom
