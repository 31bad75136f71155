// Tells a host of news on a thread that is neither the message thread nor the audio thread.
#pragma once

#include "Engine/Live/Worker/LiveWorker.h"

#include <functional>
#include <memory>

namespace melstrom
{

/** Calls `tell` on the background thread of the live worker, every few milliseconds, from `start`
    to `stop`. Threads: all calls any but audio, one at a time. */
class BackgroundTeller final : private LiveClient
{
public:
    explicit BackgroundTeller (std::function<void ()> tell);
    ~BackgroundTeller () override;

    /** Fails silently without memory or a thread: `tell` is not called until the next start. */
    void start () noexcept;
    /** Waits until `tell` does not run. Does not wait if `tell` itself makes the call. */
    void stop () noexcept;

private:
    bool work () noexcept override;

    std::function<void ()> tell_;
    std::shared_ptr<LiveWorker> worker_;
    std::unique_ptr<LiveWorker::Submitter> submitter_; ///< null: stopped
};

} // namespace melstrom
