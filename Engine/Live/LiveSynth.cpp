#include "Engine/Live/LiveSynth.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/LiveEffects.h"
#include "Engine/Live/LiveTables.h"
#include "Engine/Live/LiveVoices.h"
#include "Engine/Realtime/EventTimeline.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/** Notes, controllers and parameters that are not heard yet. */
constexpr std::size_t kMaxEvents = 16384;
constexpr double kMostStartSeconds = 3;
/** Of hosts that tell no tempo. */
constexpr double kDefaultBeatsPerSecond = 2;

class Instrument final : public LiveSynth
{
public:
    Instrument (const LiveSynthOptions& options, std::shared_ptr<LiveDevice> device,
                const Patch& patch, std::unique_ptr<LiveVoices> voices, int latencySamples)
        : options_ (options), device_ (std::move (device)), latencySamples_ (latencySamples),
          voices_ (std::move (voices)),
          tables_ (voices_->tables (), patch,
                   latencySamples + options.maxBlockSamples + 2 * kControlSamples),
          effects_ (options.sampleRateHz, patch), timeline_ (kMaxEvents)
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
    /** Part of a block, no longer than the longest that was prepared for. */
    struct Part
    {
        const LiveBlock& block;
        int first = 0, numSamples = 0; ///< within the block
        Clock::time_point begin;       ///< when the block came
    };
    void processPart (const Part& part) noexcept;
    void noteSong (const Part& part) noexcept;
    void noteEvents (const Part& part) noexcept;
    void fallSilent () noexcept;
    /** Events of a part. */
    std::span<const SynthEvent> eventsOf (const Part& part) noexcept;
    LivePatience patienceOf (const Part& part) const noexcept;
    void render (const Part& part) noexcept;

    ForkMark mark_;
    LiveSynthOptions options_;
    std::shared_ptr<LiveDevice> device_;
    int latencySamples_;
    std::unique_ptr<Tuning> tuning_;
    std::unique_ptr<LiveVoices> voices_;
    LiveTables tables_;
    LiveEffects effects_;
    EventTimeline timeline_;
    SongLine song_;
    std::int64_t position_ = 0;    ///< of the next sample that comes
    std::int64_t silentUntil_ = 0; ///< of what goes out
    std::size_t nextEvent_ = 0;    ///< of the block
    std::atomic<bool> isResetAsked_ {false};

    std::atomic<std::int64_t> numMisses_ {0}, numLostEvents_ {0};
};

void Instrument::process (const LiveBlock& block) noexcept
{
    if (block.numSamples <= 0)
        return;
    const auto begin = Clock::now ();
    if (isResetAsked_.exchange (false, std::memory_order_acquire))
        fallSilent ();
    nextEvent_ = 0;
    for (int first = 0; first < block.numSamples; first += options_.maxBlockSamples)
        processPart (
            {block, first, std::min (options_.maxBlockSamples, block.numSamples - first), begin});
}

void Instrument::processPart (const Part& part) noexcept
{
    noteSong (part);
    noteEvents (part);
    voices_->push (timeline_, song_, position_ + part.numSamples);
    render (part);
    position_ += part.numSamples;
    const std::int64_t needed = std::min (voices_->oldestNeeded (), position_ - latencySamples_);
    timeline_.dropBefore (needed);
    song_.dropBefore (std::max<std::int64_t> (needed, 0));
}

void Instrument::noteSong (const Part& part) noexcept
{
    const SongPlace& song = part.block.song;
    const double speed = song.beatsPerSample > 0 ? song.beatsPerSample
                                                 : kDefaultBeatsPerSecond / options_.sampleRateHz;
    if (song.isRunning)
        song_.goOn (position_, song.beats + part.first * speed, speed);
    else
        song_.runFreely (position_, speed);
}

std::span<const SynthEvent> Instrument::eventsOf (const Part& part) noexcept
{
    const auto& events = part.block.events;
    const std::size_t first = nextEvent_;
    const bool isLast = part.first + part.numSamples == part.block.numSamples;
    while (nextEvent_ < events.size () &&
           (isLast || events[nextEvent_].sample < part.first + part.numSamples))
        ++nextEvent_;
    return events.subspan (first, nextEvent_ - first);
}

/** Tables that are ready come first: they are of an earlier sound than what the block brings, or offline of this very one. */
void Instrument::noteEvents (const Part& part) noexcept
{
    const auto events = eventsOf (part);
    tables_.follow (events);
    if (const auto slot = tables_.next (position_, *voices_, part.block.isOffline))
        timeline_.push (
            {position_, SynthEventKind::tables, 0, static_cast<std::uint8_t> (*slot), 0});
    for (SynthEvent event : events)
    {
        event.sample = position_ +
                       std::clamp<std::int64_t> (event.sample - part.first, 0, part.numSamples - 1);
        if (! timeline_.push (event))
            numLostEvents_.fetch_add (1, std::memory_order_relaxed);
    }
}

LivePatience Instrument::patienceOf (const Part& part) const noexcept
{
    LivePatience patience {part.block.isOffline, std::nullopt};
    if (latencySamples_ == 0)
    {
        const Seconds share (options_.directShare * (part.first + part.numSamples) /
                             options_.sampleRateHz);
        patience.deadline = part.begin + std::chrono::duration_cast<Clock::duration> (share);
    }
    return patience;
}

void Instrument::render (const Part& part) noexcept
{
    float* left = part.block.left + part.first;
    float* right = part.block.right + part.first;
    std::int64_t start = position_ - latencySamples_;
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
    if (! voices_->render (timeline_, song_, start, left, right, numSamples, patienceOf (part)))
        numMisses_.fetch_add (1, std::memory_order_relaxed);
    const auto numSilent =
        static_cast<int> (std::clamp<std::int64_t> (silentUntil_ - start, 0, numSamples));
    std::fill_n (left, numSilent, 0.0f);
    std::fill_n (right, numSilent, 0.0f);
    effects_.process (timeline_.between (start, start + numSamples), start, left, right,
                      numSamples);
}

/** What is on its way is heard no more, and what sounded has faded until then. */
void Instrument::fallSilent () noexcept
{
    timeline_.push ({position_, SynthEventKind::allSoundOff, 0, 0, 0});
    const auto fadeSamples =
        static_cast<std::int64_t> (2 * kStealFadeSeconds * options_.sampleRateHz);
    silentUntil_ = position_ + fadeSamples;
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
        voices_->isLost () ? "the GPU was lost; the CPU sounds voices" : device_->notice ();
    health.sampleRateHz = options_.sampleRateHz;
    health.latencySamples = latencySamples_;
    const auto trips = voices_->roundTrips ().quantiles ();
    health.roundTrip = {trips.p50, trips.p99, trips.p999, trips.worst};
    health.numMisses = numMisses_.load (std::memory_order_relaxed);
    health.numLostEvents = numLostEvents_.load (std::memory_order_relaxed);
    health.numVoices = voices_->numVoices ();
    health.isDeviceLost = voices_->isLost ();
    return health;
}
} // namespace

Result<std::unique_ptr<LiveSynth>> LiveSynth::make (const LiveSynthOptions& options,
                                                    const Patch& patch, std::stop_token abandon)
{
    return guarded (
        [&] { return make (options, patch, LiveDevice::shared (options.backend), abandon); });
}

Result<std::unique_ptr<LiveSynth>> LiveSynth::make (const LiveSynthOptions& options,
                                                    const Patch& patch,
                                                    std::shared_ptr<LiveDevice> device,
                                                    std::stop_token abandon)
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
            const bool hasGpu =
                device->waitUntilKnown (kMostStartSeconds, abandon) != LiveDevice::State::cpu;
            if (abandon.stop_requested ())
                return Error {ErrorCode::interrupted, "the engine is not needed any more", {}};
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
