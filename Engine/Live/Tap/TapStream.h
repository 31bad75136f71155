// The stream that computes a tap's rows, and the order of a stream from a device.
#pragma once

#include "Engine/Live/Tap/MelStream.h"

#include <atomic>
#include <memory>
#include <string>

namespace melstrom
{

/** A stream and its backend. Thread: one at a time, never audio. */
struct TapStream
{
    std::unique_ptr<Backend> ownBackend; ///< null: a device owns the backend
    std::unique_ptr<MelStream> stream;   ///< destroyed before its backend
    std::string backendName;             ///< "cpu", "cuda:0"

    /** Fails: as MelStream::make. */
    static Result<std::unique_ptr<TapStream>> make (Backend& backend, const MelSpec& spec,
                                                    int rateHz);
    /** On the CPU with a thread of its own. */
    static Result<std::unique_ptr<TapStream>> makeOnCpu (const MelSpec& spec, int rateHz);
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
