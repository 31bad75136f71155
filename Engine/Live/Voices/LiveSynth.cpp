#include "Engine/Live/Voices/LiveSynth.h"

#include "Engine/Core/Guarded.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

} // namespace

LiveSynth::LiveSynth (const LiveSynthOptions& options, std::shared_ptr<LiveDevice> device,
                      const Patch& patch, std::unique_ptr<LiveVoices> voices, int latencySamples)
    : options_ (options), device_ (std::move (device)), latencySamples_ (latencySamples),
      voices_ (std::move (voices)),
      tables_ (voices_->tables (), patch, options.sampleRateHz,
               latencySamples + options.maxBlockSamples + 2 * kControlSamples),
      effects_ (options.sampleRateHz, patch), timeline_ (options.sampleRateHz),
      shedding_ (options.clock, options.sampleRateHz), tailSeconds_ (effects_.tailSeconds ())
{
}

LiveSynth::~LiveSynth ()
{
    if (mark_.isForked ())
        leaveToParent (voices_); // with the parent's workers and device
}

void LiveSynth::process (const LiveBlock& block) noexcept
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

void LiveSynth::processPart (const LivePart& part) noexcept
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

/** The event for ready tables precedes the block's events: the tables belong to earlier parameter
    values, or offline to those of this block. */
void LiveSynth::noteEvents (const LivePart& part) noexcept
{
    const auto events = timeline_.takeEvents (part);
    tables_.follow (events);
    if (const auto slot = tables_.next (timeline_.position (), *voices_, part.block.isOffline))
        timeline_.noteEvent (SynthEventKind::tables, static_cast<std::uint8_t> (*slot));
    timeline_.noteEvents (part, events);
}

LivePatience LiveSynth::patienceOf (const LivePart& part) const noexcept
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

void LiveSynth::render (const LivePart& part) noexcept
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
    effects_.process (timeline_.events ().between (start, start + numSamples), &timeline_.song (),
                      start, left, right, numSamples);
    tailSeconds_.store (effects_.tailSeconds (), std::memory_order_relaxed);
}

/** Mutes blocks in flight until all sounding voices have faded. */
void LiveSynth::fallSilent () noexcept
{
    timeline_.noteEvent (SynthEventKind::allSoundOff);
    const auto fadeSamples =
        static_cast<std::int64_t> (2 * kStealFadeSeconds * options_.sampleRateHz);
    silentUntil_ = timeline_.position () + fadeSamples;
    effects_.silence ();
}

void LiveSynth::setTuning (const Tuning& tuning)
{
    // The former tuning lives until all players have the new one, which stays even on failure.
    const auto former = std::exchange (tuning_, std::make_unique<Tuning> (tuning));
    voices_->setTuning (*tuning_);
}

LiveHealth LiveSynth::health () const
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
            MELSTROM_TRY_VALUE (
                auto voices,
                LiveVoices::make ({options.sampleRateHz, options.maxBlockSamples, latencySamples},
                                  device, patch));
            return std::unique_ptr<LiveSynth> (new LiveSynth (options, std::move (device), patch,
                                                              std::move (voices), latencySamples));
        });
}

} // namespace melstrom
