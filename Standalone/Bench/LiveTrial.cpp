#include "Standalone/Bench/LiveTrial.h"

#include "Engine/Core/Quantile.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <thread>
#include <utility>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/** A synthesizer and its tap. */
class Instance
{
public:
    static Result<std::unique_ptr<Instance>> make (const LiveTrialOptions& options)
    {
        auto made = std::make_unique<Instance> ();
        auto device = LiveDevice::shared (options.backend);
        device->waitUntilKnown (kMostStartSeconds);
        MELSTROM_TRY_VALUE (auto synth,
                            LiveSynth::make (synthOptions (options), trialPatch (options), device));
        MELSTROM_TRY_VALUE (auto tap, MelTap::make ());
        MELSTROM_TRY (tap->prepare (options.sampleRateHz, options.blockSamples));
        tap->watch (true);
        MELSTROM_TRY (
            tap->set ({findPreset ("librosa-db")->spec, TapMix::sum, 5}, std::move (device)));
        made->synth_ = std::move (synth);
        made->tap_ = std::move (tap);
        made->left_.resize (static_cast<std::size_t> (options.blockSamples));
        made->right_ = made->left_;
        return made;
    }

    void process (std::span<const SynthEvent> events)
    {
        LiveBlock block;
        block.events = events;
        block.left = left_.data ();
        block.right = right_.data ();
        block.numSamples = static_cast<int> (left_.size ());
        synth_->process (block);
        tap_->push (left_.data (), right_.data (), block.numSamples);
    }
    LiveSynth& synth () noexcept { return *synth_; }
    MelTap& tap () noexcept { return *tap_; }

private:
    std::unique_ptr<LiveSynth> synth_;
    std::unique_ptr<MelTap> tap_;
    std::vector<float> left_, right_;
};

LiveTimes timesOf (std::vector<double> seconds)
{
    if (seconds.empty ())
        return {};
    std::ranges::sort (seconds);
    return {quantileOf<double> (seconds, 0.5), quantileOf<double> (seconds, 0.99),
            quantileOf<double> (seconds, 0.999), seconds.back ()};
}

class Trial
{
public:
    explicit Trial (const LiveTrialOptions& options) : options_ (options) {}

    Result<LiveTrialResult> run (const std::atomic<bool>& stop,
                                 const std::function<void (double)>& onSecond)
    {
        for (int i = 0; i < options_.numInstances; ++i)
        {
            MELSTROM_TRY_VALUE (auto instance, Instance::make (options_));
            instances_.push_back (std::move (instance));
        }
        const Seconds blockTime (options_.blockSamples / options_.sampleRateHz);
        const auto numBlocks = static_cast<std::int64_t> (options_.seconds / blockTime.count ());
        // Touches the memory now, so that later growth belongs to the instances.
        callbacks_.resize (instances_.size () * static_cast<std::size_t> (numBlocks), 1.0);
        callbacks_.clear ();
        const auto begin = Clock::now ();
        for (block_ = 0; block_ < numBlocks; ++block_)
        {
            if (stop)
                return Error {ErrorCode::interrupted, "interrupted", {}};
            std::this_thread::sleep_until (begin + std::chrono::duration_cast<Clock::duration> (
                                                       blockTime * static_cast<double> (block_)));
            playBlock (blockTime.count ());
            lookAtScreens (onSecond);
        }
        return result ();
    }

private:
    /** False in the first half second, in which a device wakes up. */
    bool counts () const noexcept
    {
        return static_cast<double> (block_) * options_.blockSamples > 0.5 * options_.sampleRateHz;
    }

    std::vector<SynthEvent> eventsOfBlock () const
    {
        if (block_ == 0)
            return chord (options_.numVoices, SynthEventKind::noteOn, 0);
        const auto every = static_cast<std::int64_t> (
            options_.restrikeSeconds * options_.sampleRateHz / options_.blockSamples);
        if (every == 0 || block_ % every != 0)
            return {};
        return chord (options_.numVoices,
                      block_ / every % 2 == 0 ? SynthEventKind::noteOn : SynthEventKind::noteOff,
                      0);
    }

    void playBlock (double blockSeconds)
    {
        const auto events = eventsOfBlock ();
        if (counts () && callbacks_.empty ())
        {
            missesBefore_ = misses ();
            for (auto& instance : instances_)
                instance->synth ().forgetRoundTrips ();
        }
        for (auto& instance : instances_)
        {
            const auto start = Clock::now ();
            instance->process (events);
            const Seconds taken = Clock::now () - start;
            if (! counts ())
                continue;
            callbacks_.push_back (taken.count ());
            numOverruns_ += taken.count () > blockSeconds ? 1 : 0;
        }
    }

    /** Takes rows from the taps about sixty times a second, and reports each second. */
    void lookAtScreens (const std::function<void (double)>& onSecond)
    {
        const auto perSecond =
            static_cast<std::int64_t> (options_.sampleRateHz / options_.blockSamples);
        if (block_ % std::max<std::int64_t> (perSecond / 60, 1) == 0)
            for (auto& instance : instances_)
                (void)instance->tap ().pop ();
        if (onSecond && block_ % perSecond == 0)
            onSecond (static_cast<double> (block_ / perSecond));
    }

    std::int64_t misses () const
    {
        std::int64_t sum = 0;
        for (const auto& instance : instances_)
            sum += instance->synth ().health ().numMisses;
        return sum;
    }

    Result<LiveTrialResult> result ()
    {
        LiveTrialResult result;
        result.callback = timesOf (callbacks_);
        result.numBlocks = block_;
        result.numOverruns = numOverruns_;
        result.numMisses = misses () - missesBefore_;
        std::vector<double> p50, p99, p999, worst;
        for (const auto& instance : instances_)
        {
            const auto trip = instance->synth ().health ().roundTrip;
            p50.push_back (static_cast<double> (trip.p50));
            p99.push_back (static_cast<double> (trip.p99));
            p999.push_back (static_cast<double> (trip.p999));
            worst.push_back (static_cast<double> (trip.worst));
        }
        result.roundTrip = {timesOf (p50).p50, timesOf (p99).p50, timesOf (p999).p50,
                            timesOf (worst).p50};
        const auto health = instances_.front ()->synth ().health ();
        result.backend = health.backend;
        const bool hadGpu = result.roundTrip.p50 > 0;
        if (options_.backend.kind == BackendChoice::Kind::gpu && ! hadGpu)
            return Error {ErrorCode::deviceUnavailable,
                          "the CPU rendered the voices instead of the GPU: " + health.notice,
                          {}};
        return result;
    }

    LiveTrialOptions options_;
    std::vector<std::unique_ptr<Instance>> instances_;
    std::vector<double> callbacks_;
    std::int64_t block_ = 0, numOverruns_ = 0, missesBefore_ = 0;
};
} // namespace

Result<LiveTrialResult> runLiveTrial (const LiveTrialOptions& options,
                                      const std::atomic<bool>& stop,
                                      const std::function<void (double)>& onSecond)
{
    return Trial (options).run (stop, onSecond);
}

} // namespace melstrom
