// Implementation of MelTap: what the host's thread and the message thread control.
#pragma once

#include "Engine/Live/Tap/TapWorker.h"

#include <mutex>

namespace melstrom
{

/** Owners:
      worker_   the audio thread's and the worker's part (TapWorker)
      output_   rows and samples for the screen, shared with the worker under its own mutex
      control   everything else, under `control_`: the host's thread in `prepare`, the message
                thread in other calls. Audio thread and worker never take `control_`
      device    makes the feeds' streams on its own thread (TapFeed); no call here waits for it
    Order of locks: control_, then the worker's, the device's or the output's. */
class LiveMelTap final : public MelTap
{
public:
    Result<void> prepare (double rateHz, int maxBlockSamples) override;
    void push (const float* left, const float* right, int numSamples) noexcept override
    {
        worker_.push (left, right, numSamples);
    }
    void skip (std::int64_t numSamples) noexcept override { worker_.skip (numSamples); }
    void watch (bool isWatched) override;
    Result<void> set (const TapSettings& settings, std::shared_ptr<LiveDevice> device) override;
    TapSettings settings () const override;
    std::optional<MelGeometry> geometry () const override;
    TapRows pop () override;
    TapSamples lastSamples (double seconds) const override;
    std::int64_t firstSampleOf (std::int64_t row) const override;
    std::string backendName () const override;
    std::string notice () const override;
    double computeSeconds () const override { return worker_.computeSeconds (); }

private:
    Result<void> prepareRing (double rateHz, int maxBlockSamples);
    Result<void> begin (const TapSettings& settings, std::shared_ptr<LiveDevice> device);
    Result<void> useFeed (const TapSettings& settings, std::shared_ptr<LiveDevice> device,
                          const TapFeed::Identity& identity);
    void replaceLostDevice ();
    void fitHistory (double historySeconds);
    void attach ();

    ForkMark mark_; ///< in a fork nothing of the parent's tap is touched
    mutable std::mutex control_;
    TapSettings settings_;
    std::shared_ptr<LiveDevice> device_;
    bool isSet_ = false, isWatched_ = false;
    double rateHz_ = 0; ///< 0: not prepared
    int ringSamples_ = 0;
    int generation_ = 0;
    std::optional<MelGeometry> geometry_;
    TapFeed* newest_ = nullptr; ///< the newest feed, which worker_ owns
    TapOutput output_;
    TapWorker worker_ {output_};
};

} // namespace melstrom
