// The tap's functions for a screen.
#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/LiveMelTap.h"
#include "Engine/Live/Tap/TapGrid.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

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
    destroyOldFeeds ();
    replaceLostDevice ();
    if (newest_ != nullptr)
        newest_->dropFormer ();
    TapRows rows;
    std::unique_lock lock (screen_.mutex);
    const auto numFeatures = static_cast<std::size_t> (screen_.rows.numFeatures ());
    const int most = screen_.rows.numTogether ();
    lock.unlock ();
    rows.values.resize (static_cast<std::size_t> (most) * numFeatures);
    lock.lock ();
    rows.generation = screen_.generation;
    rows.firstRow = screen_.rows.nextRow ();
    rows.numRows = std::min (most, screen_.rows.numTogether ());
    screen_.rows.pop (rows.numRows, rows.values.data ());
    lock.unlock ();
    rows.values.resize (static_cast<std::size_t> (rows.numRows) * numFeatures);
    return rows;
}

/** Holds control_ throughout, so that the history keeps its rate. */
TapSamples LiveMelTap::lastSamples (double seconds) const
{
    TapSamples samples;
    samples.channels.resize (2);
    if (mark_.isForked ())
        return samples;
    const std::lock_guard control (control_);
    std::unique_lock lock (screen_.mutex);
    const SampleHistory& history = screen_.history;
    samples.rateHz = screen_.rateHz;
    const double most = std::ceil (std::max (0.0, seconds) * samples.rateHz);
    const auto count =
        static_cast<std::int64_t> (std::min (most, static_cast<double> (history.numSamples ())));
    lock.unlock ();
    for (auto& channel : samples.channels)
        channel.resize (static_cast<std::size_t> (count));
    lock.lock ();
    const auto stillThere = std::min (count, history.numSamples ());
    samples.firstSample = history.endSample () - stillThere;
    history.copy (samples.firstSample, stillThere, samples.channels[0].data (),
                  samples.channels[1].data ());
    lock.unlock ();
    for (auto& channel : samples.channels)
        channel.resize (static_cast<std::size_t> (stillThere));
    return samples;
}

std::int64_t LiveMelTap::firstSampleOf (std::int64_t row) const
{
    if (mark_.isForked ())
        return 0;
    const std::lock_guard control (control_);
    if (! geometry_)
        return 0;
    const TapGrid grid (static_cast<int> (std::lround (rateHz_)), *geometry_);
    const std::lock_guard lock (screen_.mutex);
    return screen_.originSample.value_or (0) + grid.hostSampleOf (geometry_->frameStart (row));
}

/** Continues on the CPU with the same generation; rows of the lost device are missing. */
void LiveMelTap::replaceLostDevice ()
{
    if (newest_ == nullptr || ! newest_->hasFailed ())
        return;
    std::optional<std::int64_t> origin;
    {
        const std::lock_guard lock (screen_.mutex);
        origin = screen_.originSample;
    }
    const auto replaced = guarded (
        [&] {
            return useFeed (settings_, nullptr, {generation_, origin});
        });
    static_cast<void> (replaced); // if memory is short, the next call tries again
}

void LiveMelTap::destroyOldFeeds () noexcept
{
    for (auto* feed = done_.exchange (nullptr, std::memory_order_acquire); feed != nullptr;)
        delete std::exchange (feed, feed->next);
}

} // namespace melstrom
