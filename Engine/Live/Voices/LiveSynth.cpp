#include "Engine/Live/Voices/LiveSynth.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Voices/HostTimeline.h"
#include "Engine/Live/Voices/LiveEffects.h"
#include "Engine/Live/Voices/LiveShedding.h"
#include "Engine/Live/Voices/LiveTables.h"
#include "Engine/Live/Voices/LiveVoices.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

class Instrument final : public LiveSynth
{
public:
    Instrument (const LiveSynthOptions& options, std::shared_ptr<LiveDevice> device,
                const Patch& patch, std::unique_ptr<LiveVoices> voices, int latencySamples)
        : options_ (options), device_ (std::move (device)), latencySamples_ (latencySamples),
          voices_ (std::move (voices)),
          tables_ (voices_->tables (), patch, options.sampleRateHz,
                   latencySamples + options.maxBlockSamples + 2 * kControlSamples),
          effects_ (options.sampleRateHz, patch), timeline_ (options.sampleRateHz),
          shedding_ (options.clock, options.sampleRateHz)
    {
    }

    ~Instrument () override
    {
        if (mark_.isForked ())
            leaveToParent (voices_); // with the parent's workers and device
    }

    void process (const LiveBlock& block) noexcept override;
    int latencySamples () const noexcept override { return latencySamples_; }
    double tailSeconds () const noexcept override { return effects_.tailSeconds (); }
    void setDrawings (const std::array<std::vector<float>, kNumOscillators>& drawings) override
    {
        voices_->tables ().setDrawings (drawings);
    }
    void setTuning (const Tuning& tuning) override;
    void reset () noexcept override { isResetAsked_.store (true, std::memory_order_release); }
    LiveHealth health () const override;
    void forgetRoundTrips () noexcept override { voices_->roundTrips ().forget (); }
    bool shownValues (PatchValues& values) noexcept override
    {
        return voices_->shownValues (values);
    }
    void loseDevice () noexcept override { voices_->loseDevice (); }

private:
    void processPart (const LivePart& part) noexcept;
    void noteEvents (const LivePart& part) noexcept;
    void fallSilent () noexcept;
    LivePatience patienceOf (const LivePart& part) const noexcept;
    void render (const LivePart& part) noexcept;

    ForkMark mark_;
    LiveSynthOptions options_;
    std::shared_ptr<LiveDevice> device_;
    int latencySamples_;
    std::unique_ptr<Tuning> tuning_;
    std::unique_ptr<LiveVoices> voices_;
    LiveTables tables_;
    LiveEffects effects_;
    HostTimeline timeline_;
    LiveShedding shedding_;
    Clock::time_point blockBegin_; ///< when the block came
    std::int64_t silentUntil_ = 0; ///< of what goes out
    std::atomic<bool> isResetAsked_ {false};

    std::atomic<std::int64_t> numMisses_ {0};
};

void Instrument::process (const LiveBlock& block) noexcept
{
    if (block.numSamples <= 0)
        return;
    blockBegin_ = Clock::now ();
    if (isResetAsked_.exchange (false, std::memory_order_acquire))
        fallSilent ();
    timeline_.beginBlock ();
    shedding_.begin (block, *voices_, timeline_);
    for (int first = 0; first < block.numSamples; first += options_.maxBlockSamples)
        processPart ({block, first, std::min (options_.maxBlockSamples, block.numSamples - first)});
    shedding_.end (*voices_);
}

void Instrument::processPart (const LivePart& part) noexcept
{
    timeline_.noteSong (part);
    noteEvents (part);
    if (part.block.isOffline)
        voices_->waitForDevice ();
    voices_->push (timeline_.events (), timeline_.song (), timeline_.position () + part.numSamples);
    render (part);
    timeline_.advance (part.numSamples);
    timeline_.dropBefore (
        std::min (voices_->oldestNeeded (), timeline_.position () - latencySamples_));
}

/** Tables that are ready come first: they are of an earlier sound than what the block brings, or offline of this very one. */
void Instrument::noteEvents (const LivePart& part) noexcept
{
    const auto events = timeline_.takeEvents (part);
    tables_.follow (events);
    if (const auto slot = tables_.next (timeline_.position (), *voices_, part.block.isOffline))
        timeline_.noteEvent (SynthEventKind::tables, static_cast<std::uint8_t> (*slot));
    timeline_.noteEvents (part, events);
}

LivePatience Instrument::patienceOf (const LivePart& part) const noexcept
{
    LivePatience patience {part.block.isOffline, std::nullopt};
    if (latencySamples_ == 0)
    {
        const Seconds share (options_.directShare * (part.first + part.numSamples) /
                             options_.sampleRateHz);
        patience.deadline = blockBegin_ + std::chrono::duration_cast<Clock::duration> (share);
    }
    return patience;
}

void Instrument::render (const LivePart& part) noexcept
{
    float* left = part.block.left + part.first;
    float* right = part.block.right + part.first;
    std::int64_t start = timeline_.position () - latencySamples_;
    int numSamples = part.numSamples;
    const auto numBefore = static_cast<int> (std::clamp<std::int64_t> (-start, 0, numSamples));
    std::fill_n (left, numBefore, 0.0f);
    std::fill_n (right, numBefore, 0.0f);
    left += numBefore;
    right += numBefore;
    start += numBefore;
    numSamples -= numBefore;
    if (numSamples == 0)
        return;
    if (! voices_->render (timeline_.events (), timeline_.song (), start, left, right, numSamples,
                           patienceOf (part)))
        numMisses_.fetch_add (1, std::memory_order_relaxed);
    const auto numSilent =
        static_cast<int> (std::clamp<std::int64_t> (silentUntil_ - start, 0, numSamples));
    std::fill_n (left, numSilent, 0.0f);
    std::fill_n (right, numSilent, 0.0f);
    effects_.process (timeline_.events ().between (start, start + numSamples), timeline_.song (),
                      start, left, right, numSamples);
}

/** What is on its way is heard no more, and what sounded has faded until then. */
void Instrument::fallSilent () noexcept
{
    timeline_.noteEvent (SynthEventKind::allSoundOff);
    const auto fadeSamples =
        static_cast<std::int64_t> (2 * kStealFadeSeconds * options_.sampleRateHz);
    silentUntil_ = timeline_.position () + fadeSamples;
    effects_.reset ();
}

void Instrument::setTuning (const Tuning& tuning)
{
    // The former stays until all know the next, which stays even if that fails.
    const auto former = std::exchange (tuning_, std::make_unique<Tuning> (tuning));
    voices_->setTuning (*tuning_);
}

LiveHealth Instrument::health () const
{
    LiveHealth health;
    const bool isOnGpu = voices_->isOnGpu ();
    health.backend = isOnGpu ? device_->name () : "cpu";
    health.deviceName = device_->deviceName ();
    health.notice =
        voices_->isLost () ? "the GPU was lost; the CPU renders the voices" : device_->notice ();
    health.sampleRateHz = options_.sampleRateHz;
    health.latencySamples = latencySamples_;
    const auto trips = voices_->roundTrips ().quantiles ();
    health.roundTrip = {trips.p50, trips.p99, trips.p999, trips.worst};
    health.numMisses = numMisses_.load (std::memory_order_relaxed);
    health.numLostEvents = timeline_.numLost ();
    health.numVoices = voices_->numVoices ();
    health.numShedBlocks = shedding_.numBlocks ();
    health.shedLevel = shedding_.level ();
    health.isDeviceLost = voices_->isLost ();
    return health;
}
} // namespace

Result<std::unique_ptr<LiveSynth>> LiveSynth::make (const LiveSynthOptions& options,
                                                    const Patch& patch)
{
    return guarded ([&] { return make (options, patch, LiveDevice::shared (options.backend)); });
}

Result<std::unique_ptr<LiveSynth>> LiveSynth::make (const LiveSynthOptions& options,
                                                    const Patch& patch,
                                                    std::shared_ptr<LiveDevice> device)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<LiveSynth>>
        {
            if (! (options.sampleRateHz > 0) || options.maxBlockSamples < 1)
                return Error {ErrorCode::badSpec,
                              "blocks of " + std::to_string (options.maxBlockSamples) +
                                  " samples at " + std::to_string (options.sampleRateHz) +
                                  " Hz cannot be played",
                              {}};
            const bool hasGpu = device->state () != LiveDevice::State::cpu;
            const bool isLate = hasGpu && options.latency == LatencyMode::safe;
            const int latencySamples = isLate ? options.maxBlockSamples : 0;
            auto voices = LiveVoices::make (
                {options.sampleRateHz, options.maxBlockSamples, latencySamples}, device, patch);
            if (! voices)
                return voices.error ();
            return std::unique_ptr<LiveSynth> (std::make_unique<Instrument> (
                options, std::move (device), patch, *std::move (voices), latencySamples));
        });
}

} // namespace melstrom
