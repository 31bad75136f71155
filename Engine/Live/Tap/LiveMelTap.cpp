#include "Engine/Live/Tap/LiveMelTap.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/TapGrid.h"
#include "Engine/Spec/Mel/SpecKeyKinds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{
constexpr int kRingBlocks = 8; ///< least number of maximum blocks in the ring
constexpr int kMostRingSamples = 1 << 24;
constexpr double kQueueSeconds = 2;
constexpr double kMostHistorySeconds = 3600;
constexpr std::int64_t kMostQueueBytes = 16 << 20;
constexpr int kLeastQueueRows = 64;

int queueRowsFor (const MelGeometry& geometry) noexcept
{
    const double rows = kQueueSeconds * geometry.rateHz / geometry.hopSamples;
    const auto most = static_cast<double> (kMostQueueBytes / geometry.rowBytes ());
    return static_cast<int> (std::max<double> (kLeastQueueRows, std::min (rows, most)));
}

Error ofParent ()
{
    return {ErrorCode::badUsage,
            "this tap belongs to the parent of this forked process; make a new tap in this process",
            {}};
}
} // namespace

Result<std::unique_ptr<MelTap>> MelTap::make ()
{
    return guarded ([] () -> Result<std::unique_ptr<MelTap>>
                    { return std::unique_ptr<MelTap> (std::make_unique<LiveMelTap> ()); });
}

Result<void> LiveMelTap::prepare (double rateHz, int maxBlockSamples)
{
    if (mark_.isForked ())
        return ofParent ();
    const std::lock_guard lock (control_);
    worker_.detach ();
    rateHz_ = 0;
    auto done = guarded ([&] { return prepareRing (rateHz, maxBlockSamples); });
    if (done && isSet_)
        done = guarded ([this] { return begin (settings_, device_); });
    if (isWatched_ && rateHz_ > 0)
        attach ();
    return done;
}

Result<void> LiveMelTap::prepareRing (double rateHz, int maxBlockSamples)
{
    if (! kRateHz.holds (std::llround (rateHz)))
        return Error {ErrorCode::badSpec,
                      "a rate of " + numberText (rateHz) + " Hz: must be " + kRateHz.text (),
                      {}};
    const double samples = std::max (rateHz, double (kRingBlocks) * maxBlockSamples);
    const auto capacity = static_cast<int> (std::bit_ceil (
        static_cast<unsigned> (std::clamp<double> (samples, 1024, kMostRingSamples))));
    worker_.prepare (capacity, capacity / kRingBlocks);
    ringSamples_ = capacity;
    rateHz_ = rateHz;
    newest_ = nullptr; // feeds and positions of the former rate are invalid
    geometry_.reset ();
    output_.prepare (rateHz, ++generation_);
    return {};
}

void LiveMelTap::watch (bool isWatched)
{
    if (mark_.isForked ())
        return;
    const std::lock_guard lock (control_);
    isWatched_ = isWatched;
    if (! isWatched)
        worker_.detach ();
    else if (rateHz_ > 0 && ! worker_.isAttached ())
        attach ();
}

/** If no thread can be started there are no rows; the next watch, set or prepare tries again. */
void LiveMelTap::attach ()
{
    const auto done = guarded (
        [this] () -> Result<void>
        {
            fitHistory (settings_.historySeconds);
            worker_.attach ();
            return {};
        });
    if (! done)
        worker_.detach ();
}

Result<void> LiveMelTap::set (const TapSettings& settings, std::shared_ptr<LiveDevice> device)
{
    if (mark_.isForked ())
        return ofParent ();
    MELSTROM_TRY (settings.spec.validate ());
    const std::lock_guard lock (control_);
    auto done = guarded (
        [&] () -> Result<void>
        {
            const bool goesOn = newest_ != nullptr && ! newest_->hasFailed () &&
                                device == device_ && settings.spec == settings_.spec &&
                                settings.mix == settings_.mix;
            if (isWatched_ && rateHz_ > 0)
                fitHistory (settings.historySeconds);
            if (rateHz_ > 0 && ! goesOn)
                MELSTROM_TRY (begin (settings, device));
            settings_ = settings;
            device_ = device;
            isSet_ = true;
            return {};
        });
    if (isWatched_ && rateHz_ > 0 && ! worker_.isAttached ())
        attach ();
    return done;
}

/** Starts a new generation. */
Result<void> LiveMelTap::begin (const TapSettings& settings, std::shared_ptr<LiveDevice> device)
{
    return useFeed (settings, std::move (device), {generation_ + 1, {}});
}

Result<void> LiveMelTap::useFeed (const TapSettings& settings, std::shared_ptr<LiveDevice> device,
                                  const TapFeed::Identity& identity)
{
    MELSTROM_TRY_VALUE (auto feed,
                        TapFeed::make (settings, std::move (device),
                                       {static_cast<int> (std::lround (rateHz_)), ringSamples_},
                                       identity));
    const MelGeometry geometry = feed->geometry ();
    if (identity.generation != generation_)
    {
        TapRowQueue rows (geometry.numFeatures, queueRowsFor (geometry));
        generation_ = identity.generation;
        output_.beginGeneration (generation_, std::move (rows));
    }
    geometry_ = geometry;
    newest_ = feed.get ();
    worker_.hand (std::move (feed));
    return {};
}

void LiveMelTap::fitHistory (double historySeconds)
{
    const double seconds = std::clamp (historySeconds, 0.0, kMostHistorySeconds);
    const auto capacity = static_cast<std::int64_t> (std::ceil (seconds * rateHz_)) + 1;
    output_.fitHistory (capacity);
}

TapSettings LiveMelTap::settings () const
{
    if (mark_.isForked ())
        return {};
    const std::lock_guard lock (control_);
    return settings_;
}

std::optional<MelGeometry> LiveMelTap::geometry () const
{
    if (mark_.isForked ())
        return {};
    const std::lock_guard lock (control_);
    return geometry_;
}

std::string LiveMelTap::backendName () const
{
    if (mark_.isForked ())
        return {};
    const std::lock_guard lock (control_);
    return newest_ != nullptr ? newest_->backendName () : std::string ();
}

std::string LiveMelTap::notice () const
{
    if (mark_.isForked ())
        return {};
    const std::lock_guard lock (control_);
    return newest_ != nullptr ? newest_->notice () : std::string ();
}

/** Holds control_ throughout, so that no other thread replaces the queue. */
TapRows LiveMelTap::pop ()
{
    if (mark_.isForked ())
        return {};
    const std::lock_guard control (control_);
    worker_.destroyOldFeeds ();
    replaceLostDevice ();
    if (newest_ != nullptr)
        newest_->dropFormer ();
    return output_.pop ();
}

/** Holds control_ throughout, so that the history keeps its rate. */
TapSamples LiveMelTap::lastSamples (double seconds) const
{
    if (mark_.isForked ())
        return {0, 0, {{}, {}}};
    const std::lock_guard control (control_);
    return output_.lastSamples (seconds);
}

std::int64_t LiveMelTap::firstSampleOf (std::int64_t row) const
{
    if (mark_.isForked ())
        return 0;
    const std::lock_guard control (control_);
    if (! geometry_)
        return 0;
    const TapGrid grid (static_cast<int> (std::lround (rateHz_)), *geometry_);
    return output_.originSample ().value_or (0) + grid.hostSampleOf (geometry_->frameStart (row));
}

/** Continues on the CPU with the same generation; rows of the lost device are missing. */
void LiveMelTap::replaceLostDevice ()
{
    if (newest_ == nullptr || ! newest_->hasFailed ())
        return;
    const auto replaced = guarded (
        [&] {
            return useFeed (settings_, nullptr, {generation_, output_.originSample ()});
        });
    static_cast<void> (replaced); // if memory is short, the next call tries again
}

} // namespace melstrom
