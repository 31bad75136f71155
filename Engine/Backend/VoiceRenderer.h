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
    /** by segment, within it from the oldest note to the newest */
    std::span<const VoiceSegment> voices;
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

/** The tables of both oscillators as one renderer reads them. */
class PreparedTables
{
public:
    virtual ~PreparedTables () = default;
};

/** Sounds voices: the sum over voices, copies and partials of gain sin (2 pi phase). What it gives is a function of
    the tables and each segment's record, bit for bit on one backend, however batches are cut.
    Thread: one at a time, but for `prepareTables`; all but that and `setTables` may be the audio thread's on the CPU
    backend with one thread. */
class VoiceRenderer
{
public:
    virtual ~VoiceRenderer () = default;
    virtual std::string name () const = 0; ///< "cpu", "cuda:0"
    /** Thread: any but audio, also while another renders. What comes out is for this renderer alone and must go before it.
        Fails: outOfMemory, deviceLost; internalFault for more partials than a patch can have. */
    virtual Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) = 0;
    /** From the next batch on, so not while one is in flight; they must stay as long as they are used. null: silence.
        Allocates and waits for nothing: tables may change from batch to batch. */
    virtual void useTables (const PreparedTables* tables) noexcept = 0;
    /** left, right (segments x 32): overwritten. The same as `begin` and `finish`. Allocates nothing.
        Fails: deviceLost, never on the CPU. */
    virtual Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept = 0;

    /** Gives a batch out and returns, so that one thread can have batches of several renderers in flight; at most one of
        each. What the batch points to must stay as it is until `finish`, which has to be called next where this succeeds;
        where it fails there is nothing to finish. A renderer that goes may have a batch in flight. Allocates nothing.
        The CPU computes in `finish`. Fails: as `render` does. */
    virtual Result<void> begin (const VoiceBatch& batch) noexcept;
    /** Whether `finish` would not have to wait long: what was begun is done, or takes too long already. Waits for nothing. */
    virtual bool isReady () const noexcept { return true; }
    /** Waits for the batch that was begun. left, right (segments x 32): overwritten; without one, nothing. Allocates
        nothing. Fails: as `render` does. */
    virtual Result<void> finish (float* left, float* right) noexcept;

    /** Prepares tables, keeps them and uses them; what was set before stays where it fails.
        Thread: any but audio, while nothing renders. */
    Result<void> setTables (const std::array<PartialTable, kNumOscillators>& tables);

protected:
    /** To be called first by destructors of those that hold memory of a device. */
    void forgetTables () noexcept;

private:
    std::unique_ptr<PreparedTables> ownTables_;
    VoiceBatch begun_; ///< of a renderer that computes in `finish`
};

/** numThreads: 1 computes on the caller's thread. Fails: outOfMemory. */
Result<std::unique_ptr<VoiceRenderer>> makeCpuVoiceRenderer (const VoiceCapacity& capacity,
                                                             int numThreads);

} // namespace melstrom
