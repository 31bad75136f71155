#include "Standalone/Bench/LiveTrial.h"

#include "Engine/Core/Clock.h"
#include "Standalone/Bench/LiveInstance.h"
#include "Standalone/Bench/ObservedWork.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <utility>

namespace melstrom
{

namespace
{
class Trial
{
public:
    Trial (const LiveTrialOptions& options, VoiceTelemetry& telemetry)
        : options_ (options), telemetry_ (telemetry),
          observed_ (LiveDevice::shared (options.backend), telemetry.observer ()),
          numBlocks_ (static_cast<std::int64_t> (options.seconds / blockSeconds ())),
          host_ (blockSeconds (), options.numInstances * numBlocks_, AfterLateBlock::keepsTimes)
    {
    }

    Result<LiveTrialResult> run (const std::function<void (double)>& onSecond)
    {
        for (int i = 0; i < options_.numInstances; ++i)
        {
            MELSTROM_TRY_VALUE (
                instances_.emplace_back (),
                LiveInstance::make (options_, observed_.device (), telemetry_.times ()));
        }
        telemetry_.trace ().nameThread ("audio");
        const auto start = std::chrono::steady_clock::now ();
        MELSTROM_TRY (host_.run (numBlocks_,
                                 [&] (std::int64_t block)
                                 {
                                     playBlock (block);
                                     lookAtScreens (block, onSecond);
                                 }));
        const double playedSeconds = secondsSince (start);
        auto made = result ();
        if (made)
            made->seconds = playedSeconds;
        return made;
    }

private:
    double blockSeconds () const noexcept { return options_.blockSamples / options_.sampleRateHz; }

    std::vector<SynthEvent> eventsOf (std::int64_t block) const
    {
        if (block == 0)
            return chord (options_.numVoices, SynthEventKind::noteOn);
        const auto every = static_cast<std::int64_t> (
            options_.restrikeSeconds * options_.sampleRateHz / options_.blockSamples);
        if (every == 0 || block % every != 0)
            return {};
        return chord (options_.numVoices,
                      block / every % 2 == 0 ? SynthEventKind::noteOn : SynthEventKind::noteOff);
    }

    void playBlock (std::int64_t block)
    {
        const auto events = eventsOf (block);
        // not in the first half second, in which a device wakes up
        const bool counts =
            static_cast<double> (block) * options_.blockSamples > 0.5 * options_.sampleRateHz;
        if (counts && ! host_.hasTimes ())
        {
            missesBefore_ = misses ();
            for (auto& instance : instances_)
                instance->synth ().forgetRoundTrips ();
        }
        for (std::size_t i = 0; i < instances_.size (); ++i)
        {
            const TraceSpan span (telemetry_.trace (), "callback", static_cast<std::int64_t> (i));
            host_.time (counts, [&] { instances_[i]->process (events); });
        }
    }

    /** Takes rows from the taps about sixty times a second, and reports each second. */
    void lookAtScreens (std::int64_t block, const std::function<void (double)>& onSecond)
    {
        const auto perSecond =
            static_cast<std::int64_t> (options_.sampleRateHz / options_.blockSamples);
        if (block % std::max<std::int64_t> (perSecond / 60, 1) == 0)
        {
            const TraceSpan span (telemetry_.trace (), "screen", block);
            for (auto& instance : instances_)
                instance->takeRows ();
            if (telemetry_.trace ().enabled ())
                telemetry_.trace ().count ("misses", misses ());
        }
        if (onSecond && block % perSecond == 0)
            onSecond (static_cast<double> (block / perSecond));
    }

    std::int64_t misses () const
    {
        std::int64_t sum = 0;
        for (const auto& instance : instances_)
            sum += instance->synth ().health ().numMisses;
        return sum;
    }

    /** Median over the instances of one of their round trips. */
    double medianTrip (float LiveHealth::Seconds::*part) const
    {
        std::vector<double> trips;
        for (const auto& instance : instances_)
            trips.push_back (static_cast<double> (instance->synth ().health ().roundTrip.*part));
        return RunValues (std::move (trips)).quantile (0.5);
    }

    Result<LiveTrialResult> result () const
    {
        using Trip = LiveHealth::Seconds;
        LiveTrialResult result;
        result.callback = host_.times ();
        result.numBlocks = numBlocks_;
        result.numOverruns = host_.numLate ();
        result.numMisses = misses () - missesBefore_;
        result.roundTrip = {medianTrip (&Trip::p50), medianTrip (&Trip::p99),
                            medianTrip (&Trip::p999), medianTrip (&Trip::worst)};
        for (const auto& instance : instances_)
            result.rowsSeconds += instance->tap ().computeSeconds ();
        noteDeviceMemory ();
        const auto health = instances_.front ()->synth ().health ();
        result.backend = health.backend;
        const bool hadGpu = result.roundTrip.p50 > 0;
        if (options_.backend.kind == BackendChoice::Kind::gpu && ! hadGpu)
            return Error {ErrorCode::deviceUnavailable,
                          "the CPU rendered the voices instead of the GPU: " + health.notice,
                          {}};
        return result;
    }

    void noteDeviceMemory () const
    {
        if (telemetry_.times () == nullptr)
            return;
        if (const auto use = observed_.device ()->melBackend ().use ())
            telemetry_.times ()->noteDeviceBytes (static_cast<std::int64_t> (use->memoryBytes));
    }

    LiveTrialOptions options_;
    VoiceTelemetry& telemetry_;
    ObservedWork observed_; ///< before the instances, which use the device
    std::int64_t numBlocks_;
    HostThread host_;
    std::vector<std::unique_ptr<LiveInstance>> instances_;
    std::int64_t missesBefore_ = 0;
};
} // namespace

Patch trialPatch (const LiveTrialOptions& options)
{
    Patch patch;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    patch[PatchKey::osc1Partials] = static_cast<float> (options.numPartials);
    patch[PatchKey::maxVoices] = static_cast<float> (options.numVoices);
    patch[PatchKey::ampSustain] = 1;
    patch[PatchKey::volume] = -36;
    return patch;
}

std::vector<SynthEvent> chord (int numVoices, SynthEventKind kind)
{
    constexpr int kLowest = 12, kKeys = 32;
    std::vector<SynthEvent> events;
    for (int voice = 0; voice < numVoices; ++voice)
        events.push_back ({0, kind, static_cast<std::uint8_t> (voice / kKeys % 16),
                           static_cast<std::uint8_t> (kLowest + voice % kKeys),
                           kind == SynthEventKind::noteOn ? 0.8f : 0.0f});
    return events;
}

Result<std::unique_ptr<LiveSynth>> makeTrialSynth (const LiveTrialOptions& options,
                                                   std::shared_ptr<LiveDevice> device)
{
    device->waitUntilKnown (kMostDeviceStart);
    LiveSynthOptions synthOptions;
    synthOptions.sampleRateHz = options.sampleRateHz;
    synthOptions.maxBlockSamples = options.blockSamples;
    synthOptions.backend = options.backend;
    synthOptions.clock = nullptr;
    return LiveSynth::make (synthOptions, trialPatch (options), std::move (device));
}

Result<LiveTrialResult> runLiveTrial (const LiveTrialOptions& options, VoiceTelemetry& telemetry,
                                      const std::function<void (double)>& onSecond)
{
    return Trial (options, telemetry).run (onSecond);
}

} // namespace melstrom
