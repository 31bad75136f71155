// What computes a tap's rows, and how a device's stream reaches the worker.
#pragma once

#include "Engine/Live/Tap/MelStream.h"

#include <atomic>
#include <memory>
#include <string>

namespace melstrom
{

/** A stream with what it computes on. Thread: one at a time, never audio. */
struct TapStream
{
    std::unique_ptr<Backend> ownBackend; ///< null: a device's
    std::unique_ptr<MelStream> stream;   ///< goes before its backend
    std::string backendName;             ///< "cpu", "cuda:0"

    /** Fails: as MelStream::make. */
    static Result<std::unique_ptr<TapStream>> make (Backend& backend, const MelSpec& spec,
                                                    int rateHz);
    /** On the CPU with a thread of its own. */
    static Result<std::unique_ptr<TapStream>> makeOnCpu (const MelSpec& spec, int rateHz);
};

/** A stream that a tap asked a device for, on its way from the device's thread to the worker. Nobody
    waits for another: whoever comes second sees what the first one did.
      device's thread   deliver or fail, once
      worker            take
      tap's control     cancel, when the worker has let go of the order; failure
    The stream ends on one of these threads while the device is held: the device's own thread, or a
    feed that holds the device. */
class StreamOrder
{
public:
    bool isCancelled () const noexcept { return state_ == State::cancelled; } ///< thread: any
    void deliver (Result<std::unique_ptr<TapStream>> made) noexcept;
    /** null: not there yet, or taken before. */
    std::unique_ptr<TapStream> take () noexcept;
    void cancel () noexcept;
    /** Why there will be no stream; empty: there is one, or nobody knows yet. Thread: any. */
    std::string failure () const;

private:
    enum class State
    {
        asked,
        made,   ///< stream_ is the taker's or the canceller's
        failed, ///< failure_ stays as it is
        taken,
        cancelled
    };
    std::atomic<State> state_ {State::asked};
    std::unique_ptr<TapStream> stream_; ///< written by the device's thread before `made`
    std::string failure_;               ///< written by the device's thread before `failed`
};

} // namespace melstrom
