// The stream that computes a tap's rows, and the order of a stream from a device.
#pragma once

#include "Engine/Live/Tap/CaptureRing.h"
#include "Engine/Live/Tap/MelStream.h"
#include "Engine/Live/Tap/MelTap.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

/** What a tap's stream computes. */
struct TapStreamSpec
{
    MelSpec spec; ///< streamable
    int rateHz = 0;
    /** The plan reads the samples in the capture ring; empty: it reads a mono copy. */
    std::optional<StreamLayout> inRing;

    /** inRing is set if the rows' rate is the host's, a plan can read the mix from two channels,
        and the samples of a row stay in the ring. Fails: badSpec. */
    static Result<TapStreamSpec> make (const TapSettings& settings, int hostRateHz);
};

/** A stream and its backend. Thread: one at a time, never audio. */
struct TapStream
{
    std::unique_ptr<Backend> ownBackend; ///< null: a device owns the backend
    std::unique_ptr<CaptureRing> ring;   ///< of the backend's memory, to be lent; or null
    std::unique_ptr<StreamRows> inRing;  ///< destroyed before its backend and the ring
    std::unique_ptr<MelStream> ofCopy;   ///< if inRing is null
    std::string backendName;             ///< "cpu", "cuda:0"

    /** Fails: as MelStream::make. */
    static Result<std::unique_ptr<TapStream>> make (Backend& backend, const TapStreamSpec& spec);
    /** With a ring of the backend's memory, if the stream reads the ring. */
    static Result<std::unique_ptr<TapStream>>
    makeWithRing (Backend& backend, const TapStreamSpec& spec, int ringSamples);
    /** On the CPU with a thread of its own. */
    static Result<std::unique_ptr<TapStream>> makeOnCpu (const TapStreamSpec& spec);

    const MelGeometry& geometry () const noexcept;
    void begin ();
    void goOnFrom (const TapStream& other) noexcept; ///< of the same TapStreamSpec
};

/** Passes a stream that a tap ordered from a device to the worker. No thread waits: state_ decides
    between concurrent calls.
      device's thread   deliver (a stream or an error), once
      worker            take
      tap's control     cancel, once the worker no longer uses the order; failure
    The stream is destroyed by one of these threads while the device exists: by the device's own
    thread, or by a feed that owns the device. */
class StreamOrder
{
public:
    bool isCancelled () const noexcept { return state_ == State::cancelled; } ///< thread: any
    void deliver (Result<std::unique_ptr<TapStream>> made) noexcept;
    /** null: not made yet, or already taken. */
    std::unique_ptr<TapStream> take () noexcept;
    void cancel () noexcept;
    /** Why there will be no stream; empty: there is one, or not known yet. Thread: any. */
    std::string failure () const;

private:
    enum class State
    {
        asked,
        made,   ///< stream_ belongs to take or cancel
        failed, ///< failure_ no longer changes
        taken,
        cancelled
    };
    std::atomic<State> state_ {State::asked};
    std::unique_ptr<TapStream> stream_; ///< written by the device's thread before `made`
    std::string failure_;               ///< written by the device's thread before `failed`
};

} // namespace melstrom
