// The worker's side of a tap: samples from the audio thread through a feed to the output.
#pragma once

#include "Engine/Core/System/ForkCount.h"
#include "Engine/Live/Tap/CaptureRings.h"
#include "Engine/Live/Tap/TapOutput.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <atomic>
#include <memory>

namespace melstrom
{

/** Owns the rings, whose writing end is the audio thread's, and the feeds. New feeds reach the
    worker, and old feeds return for destruction, without a lock. While detached, the worker does
    nothing here.
    Threads: `push`, `skip`: audio, never during `prepare`. All others: control, which serialises them. In a
    fork only destruction, which leaks feeds: plans would wait for threads of the parent. */
class TapWorker final : private LiveClient
{
public:
    explicit TapWorker (TapOutput& output) : output_ (output) {} ///< output: must outlive this
    ~TapWorker () override;

    /** Makes the own ring and drops all feeds; only while detached. pushSamples: most samples of one
        push to the ring. Throws std::bad_alloc. */
    void prepare (int capacitySamples, int pushSamples);
    /** Any number of samples; nothing before `prepare`. Wait-free. */
    void push (const float* left, const float* right, int numSamples) noexcept
    {
        rings_.push (left, right, numSamples);
    }
    /** Positions of samples that do not exist, above 0. Wait-free. */
    void skip (std::int64_t numSamples) noexcept { rings_.skip (numSamples); }

    /** From now on that feed computes. */
    void hand (std::unique_ptr<TapFeed> feed) noexcept;
    /** And rings that are no longer used. */
    void destroyOldFeeds () noexcept;

    /** Time spent on rows so far. Thread: any. */
    double computeSeconds () const noexcept { return computeSeconds_; }

    bool isAttached () const noexcept { return submitter_ != nullptr; }
    /** Discards samples that entered the ring meanwhile. Throws std::bad_alloc, std::system_error;
        then detached. */
    void attach ();
    /** Waits for the worker's call in progress. */
    void detach ();

private:
    bool work () noexcept override; // worker, as the following
    void takeNewFeed () noexcept;
    void compute () noexcept;
    bool takePiece () noexcept;
    int numNeeded () const noexcept { return feed_ ? feed_->numNeeded () : 0; }
    bool deliver () noexcept;

    TapOutput& output_;
    ForkMark mark_;
    std::shared_ptr<LiveWorker> worker_;
    std::unique_ptr<LiveWorker::Submitter> submitter_;
    CaptureRings rings_;

    std::atomic<TapFeed*> incoming_ {nullptr}; ///< from control
    std::atomic<TapFeed*> done_ {nullptr};     ///< to control: a list
    std::atomic<double> computeSeconds_ {0};

    // Control's while detached, else the worker's.
    std::unique_ptr<TapFeed> feed_;
    MelRows undelivered_;
};

} // namespace melstrom
