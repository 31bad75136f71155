// Interface between the code that writes voice segments and the code that renders them.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <memory>
#include <span>

namespace melstrom
{

/** Voices over consecutive segments of the grid. They are added in the order of `voices`. */
struct VoiceBatch
{
    /** sorted by segment; within a segment from the oldest note to the newest */
    std::span<const VoiceSegment> voices;
    int numSegments = 0;
};

/** Sizes of a renderer. */
struct VoiceCapacity
{
    /** Of one segment: 256 sounding voices, 64 voices that fade out after stealing, 32 voices that
        begin within the segment. */
    int maxVoices = 256 + 64 + 32;
    int maxSegments = 16; ///< of one batch
    double sampleRateHz = 48000;
};

/** Tables of both oscillators in the layout of one renderer. */
class PreparedTables
{
public:
    virtual ~PreparedTables () = default;
};

/** Renders voices: the sum over voices, copies and partials of gain sin (2 pi phase). The output is
    a function of the tables and of each segment's record. Its bits are the same on one backend for
    every cut into batches.
    Thread: one at a time, except for `prepareTables`. On the CPU backend with one thread, the audio
    thread may call all functions but `prepareTables` and `setTables`. */
class VoiceRenderer
{
public:
    virtual ~VoiceRenderer () = default;
    virtual std::string name () const = 0; ///< "cpu", "cuda:0"
    /** The result serves this renderer only and must be destroyed before it. Thread: any but audio,
        also during rendering.
        Fails: outOfMemory, deviceLost; internalFault for more partials than a patch can have. */
    virtual Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) = 0;
    /** Sets the tables from the next batch on. Call only while no batch is in flight. The tables
        must stay valid while they are in use. null: silence. Allocates nothing and never waits:
        tables may change from batch to batch. */
    virtual void useTables (const PreparedTables* tables) noexcept = 0;
    /** Equals `begin` and `finish`. left, right (segments x 32): overwritten. Allocates nothing.
        Fails: deviceLost, never on the CPU. */
    virtual Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept = 0;

    /** Starts a batch and returns, so that one thread can have batches of several renderers in
        flight, one a renderer. The batch's memory must stay unchanged until `finish`. After a
        success, the next call must be `finish`; after a failure there is nothing to finish. The
        renderer may be destroyed with a batch in flight. Allocates nothing. The CPU computes in
        `finish`. Fails: as `render`. */
    virtual Result<void> begin (const VoiceBatch& batch) noexcept;
    /** True if `finish` would not wait long: the batch is done, or it already takes too long. Never
        waits. */
    virtual bool isReady () const noexcept { return true; }
    /** Waits for the started batch. left, right (segments x 32): overwritten; without a started
        batch they become silent. Allocates nothing. Fails: as `render`. */
    virtual Result<void> finish (float* left, float* right) noexcept;

    /** Prepares tables, owns them and uses them. After a failure the earlier tables stay in use.
        Thread: any but audio, while nothing renders. */
    Result<void> setTables (const std::array<PartialTable, kNumOscillators>& tables);

protected:
    /** Destructors of renderers with device memory call this first. */
    void forgetTables () noexcept;

private:
    std::unique_ptr<PreparedTables> ownTables_;
    VoiceBatch begun_; ///< the started batch of a renderer that computes in `finish`
};

/** numThreads: 1 computes on the caller's thread. Fails: outOfMemory. */
Result<std::unique_ptr<VoiceRenderer>> makeCpuVoiceRenderer (const VoiceCapacity& capacity,
                                                             int numThreads);

} // namespace melstrom
