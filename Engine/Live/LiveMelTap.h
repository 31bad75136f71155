// A tap between an audio thread, the worker and a screen.
#pragma once

#include "Engine/Live/SampleHistory.h"
#include "Engine/Live/TapFeed.h"
#include "Engine/Live/TapRowQueue.h"
#include "Engine/Realtime/SampleRing.h"

#include <array>
#include <mutex>

namespace melstrom
{

/** Who owns what: the ring's two ends the audio thread and the worker; feed and piece the worker,
    or the message thread while it is detached; `screen_` both under its mutex, which the worker only
    tries and which nobody holds while rows are computed. New feeds go to the worker, and old ones
    back to be destroyed, without a lock. */
class LiveMelTap final : public MelTap, private LiveClient
{
public:
    LiveMelTap () = default;
    ~LiveMelTap () override;

    Result<void> prepare (double rateHz, int maxBlockSamples) override;
    void push (const float* left, const float* right, int numSamples) noexcept override;
    void watch (bool isWatched) override;
    Result<void> set (const TapSettings& settings, std::shared_ptr<LiveDevice> device) override;
    TapSettings settings () const override { return settings_; }
    std::optional<MelGeometry> geometry () const override { return geometry_; }
    TapRows pop () override;
    TapSamples lastSamples (double seconds) const override;
    std::int64_t firstSampleOf (std::int64_t row) const override;
    std::string backendName () const override { return backendName_; }

private:
    // the worker's: LiveMelTapWork.cpp
    bool work () noexcept override;
    void takeNewFeed () noexcept;
    bool takePiece () noexcept;
    bool deliver () noexcept;

    // the message thread's
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

    // message thread
    TapSettings settings_;
    std::shared_ptr<LiveDevice> device_;
    bool isSet_ = false, isWatched_ = false;
    double rateHz_ = 0; ///< 0: not prepared
    int generation_ = 0;
    std::optional<MelGeometry> geometry_;
    std::string backendName_;
    const TapFeed* newest_ = nullptr; ///< the feed made last: incoming, or the worker's
    std::shared_ptr<LiveWorker> worker_;
    std::unique_ptr<LiveWorker::Submitter> submitter_; ///< null: detached

    // audio thread and worker
    std::vector<float> ringMemory_;
    std::unique_ptr<SampleRing> ring_;
    int pushSamples_ = 0; ///< that are pushed at once

    // message thread to worker, and back
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
        int generation = 0;
        std::optional<std::int64_t> originSample;
    };
    mutable Screen screen_;
};

} // namespace melstrom
