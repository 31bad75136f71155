// Implementation of MelTap: audio thread, worker and screen.
#pragma once

#include "Engine/Live/Tap/SampleHistory.h"
#include "Engine/Live/Tap/TapFeed.h"
#include "Engine/Live/Tap/TapRowQueue.h"
#include "Engine/Realtime/Queues/SampleRing.h"

#include <array>
#include <mutex>

namespace melstrom
{

/** Owners:
      audio thread   the ring's writing end; takes no lock. Never during `prepare`: the host's
                     contract
      worker         the ring's reading end, feed_, undelivered_, piece_, and screen_ by try_lock
      control        everything else, under `control_`: the host's thread in `prepare`, the message
                     thread in other calls. Audio thread and worker never take `control_`. While
                     the tap is detached, control also owns the worker's part. Attach and detach
                     happen under `control_`; LiveWorker::remove waits for the worker's last call
      screen_        control and worker, under its mutex. No thread holds this mutex during a
                     computation, an allocation or a wait for another lock. History and queue are
                     replaced under both mutexes
      device         makes the feeds' streams on its own thread (TapFeed); no call here waits for it
    New feeds reach the worker, and old feeds return for destruction, without a lock.
    Order of locks: control_, then the worker's or the device's or screen_. */
class LiveMelTap final : public MelTap, private LiveClient
{
public:
    LiveMelTap () = default;
    ~LiveMelTap () override;

    Result<void> prepare (double rateHz, int maxBlockSamples) override;
    void push (const float* left, const float* right, int numSamples) noexcept override;
    void watch (bool isWatched) override;
    Result<void> set (const TapSettings& settings, std::shared_ptr<LiveDevice> device) override;
    TapSettings settings () const override;
    std::optional<MelGeometry> geometry () const override;
    TapRows pop () override;
    TapSamples lastSamples (double seconds) const override;
    std::int64_t firstSampleOf (std::int64_t row) const override;
    std::string backendName () const override;
    std::string notice () const override;

private:
    // worker: LiveMelTapWork.cpp
    bool work () noexcept override;
    void takeNewFeed () noexcept;
    bool takePiece () noexcept;
    bool deliver () noexcept;

    // control
    Result<void> prepareRing (double rateHz, int maxBlockSamples);
    Result<void> begin (const TapSettings& settings, std::shared_ptr<LiveDevice> device);
    Result<void> useFeed (const TapSettings& settings, std::shared_ptr<LiveDevice> device,
                          const TapFeed::Identity& identity);
    void replaceLostDevice ();
    void fitHistory (double historySeconds);
    void attach ();
    void detach ();
    void letGo () noexcept;
    void destroyOldFeeds () noexcept;

    ForkMark mark_; ///< in a fork nothing of the parent's tap is touched
    mutable std::mutex control_;
    TapSettings settings_;
    std::shared_ptr<LiveDevice> device_;
    bool isSet_ = false, isWatched_ = false;
    double rateHz_ = 0; ///< 0: not prepared
    int generation_ = 0;
    std::optional<MelGeometry> geometry_;
    TapFeed* newest_ = nullptr; ///< the newest feed: in incoming_, or the worker's
    std::shared_ptr<LiveWorker> worker_;
    std::unique_ptr<LiveWorker::Submitter> submitter_; ///< null: detached

    // audio thread and worker
    std::vector<float> ringMemory_;
    std::unique_ptr<SampleRing> ring_;
    int pushSamples_ = 0; ///< most samples of one push to the ring

    // control to worker, and back
    std::atomic<TapFeed*> incoming_ {nullptr};
    std::atomic<TapFeed*> done_ {nullptr};

    // worker
    std::unique_ptr<TapFeed> feed_;
    MelRows undelivered_;
    std::array<std::array<float, TapFeed::kPieceSamples>, 2> piece_ {};

    struct Screen
    {
        std::mutex mutex;
        SampleHistory history;
        TapRowQueue rows;
        double rateHz = 0; ///< of the history
        int generation = 0;
        std::optional<std::int64_t> originSample;
    };
    mutable Screen screen_;
};

} // namespace melstrom
