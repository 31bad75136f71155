// An instrument and its spectrogram, as a host has them.
#pragma once

#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/Bench/LiveTrial.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace melstrom
{

/** A synthesizer and its tap. Thread: the host's audio thread, also as the screen. */
class LiveInstance
{
public:
    static Result<std::unique_ptr<LiveInstance>>
    make (const LiveTrialOptions& options, std::shared_ptr<LiveDevice> device, WorkTimes* times)
    {
        auto made = std::make_unique<LiveInstance> ();
        made->times_ = times;
        MELSTROM_TRY_VALUE (made->synth_, makeTrialSynth (options, device));
        MELSTROM_TRY_VALUE (made->tap_, MelTap::make ());
        MELSTROM_TRY (made->tap_->prepare (options.sampleRateHz, options.blockSamples));
        made->tap_->watch (true);
        MELSTROM_TRY (made->tap_->set ({findPreset ("librosa-db")->spec, TapMix::sum, 5},
                                       std::move (device)));
        made->left_.resize (static_cast<std::size_t> (options.blockSamples));
        made->right_ = made->left_;
        return made;
    }

    void process (std::span<const SynthEvent> events)
    {
        const auto numSamples = static_cast<int> (left_.size ());
        const std::int64_t bytes = std::int64_t {2} * numSamples * std::int64_t {sizeof (float)};
        {
            WorkTimer timer (times_, Work::compute);
            timer.addBytes (bytes);
            synth_->process ({events, {}, left_.data (), right_.data (), numSamples, false});
        }
        WorkTimer timer (times_, Work::copyIn);
        timer.addBytes (bytes);
        tap_->push (left_.data (), right_.data (), numSamples);
    }
    /** As a screen does, which drops them here. */
    void takeRows ()
    {
        WorkTimer timer (times_, Work::copyOut);
        timer.addBytes (static_cast<std::int64_t> (tap_->pop ().values.size () * sizeof (float)));
    }
    LiveSynth& synth () noexcept { return *synth_; }
    MelTap& tap () noexcept { return *tap_; }

private:
    WorkTimes* times_ = nullptr;
    std::unique_ptr<LiveSynth> synth_;
    std::unique_ptr<MelTap> tap_;
    std::vector<float> left_, right_;
};

} // namespace melstrom
