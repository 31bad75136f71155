#include "Engine/Live/Tap/TapOutput.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

void TapOutput::prepare (double rateHz, int generation)
{
    SampleHistory history;
    TapRowQueue rows;
    const std::lock_guard lock (mutex_); // former memory is freed after the unlock
    std::swap (history_, history);
    std::swap (rows_, rows);
    rateHz_ = rateHz;
    originSample_.reset ();
    generation_ = generation;
}

void TapOutput::beginGeneration (int generation, TapRowQueue rows)
{
    const std::lock_guard lock (mutex_);
    std::swap (rows_, rows);
    generation_ = generation;
    originSample_.reset ();
}

void TapOutput::fitHistory (std::int64_t capacitySamples)
{
    if (history_.capacitySamples () == capacitySamples)
        return;
    SampleHistory history (capacitySamples);
    const std::lock_guard lock (mutex_);
    history.takeOver (history_);
    std::swap (history_, history);
}

TapRows TapOutput::pop ()
{
    TapRows rows;
    std::unique_lock lock (mutex_);
    const auto numFeatures = static_cast<std::size_t> (rows_.numFeatures ());
    const int most = rows_.numTogether ();
    lock.unlock ();
    rows.values.resize (static_cast<std::size_t> (most) * numFeatures);
    lock.lock ();
    rows.generation = generation_;
    rows.firstRow = rows_.nextRow ();
    rows.numRows = std::min (most, rows_.numTogether ());
    rows_.pop (rows.numRows, rows.values.data ());
    lock.unlock ();
    rows.values.resize (static_cast<std::size_t> (rows.numRows) * numFeatures);
    return rows;
}

TapSamples TapOutput::lastSamples (double seconds) const
{
    TapSamples samples;
    samples.channels.resize (2);
    std::unique_lock lock (mutex_);
    samples.rateHz = rateHz_;
    const double most = std::ceil (std::max (0.0, seconds) * samples.rateHz);
    const auto count =
        static_cast<std::int64_t> (std::min (most, static_cast<double> (history_.numSamples ())));
    lock.unlock ();
    for (auto& channel : samples.channels)
        channel.resize (static_cast<std::size_t> (count));
    lock.lock ();
    const auto stillThere = std::min (count, history_.numSamples ());
    samples.firstSample = history_.endSample () - stillThere;
    history_.copy (samples.firstSample, stillThere, samples.channels[0].data (),
                   samples.channels[1].data ());
    lock.unlock ();
    for (auto& channel : samples.channels)
        channel.resize (static_cast<std::size_t> (stillThere));
    return samples;
}

std::optional<std::int64_t> TapOutput::originSample () const
{
    const std::lock_guard lock (mutex_);
    return originSample_;
}

SampleRing::Piece TapOutput::tryTake (SampleRing& ring) noexcept
{
    if (ring.numReadable () == 0)
        return {};
    const std::unique_lock lock (mutex_, std::try_to_lock);
    if (! lock)
        return {};
    const auto piece = ring.take (TapFeed::kPieceSamples);
    history_.append (piece.position, piece.samples, piece.numSamples);
    return piece;
}

bool TapOutput::tryDeliver (const TapFeed& feed, const MelRows& rows) noexcept
{
    const std::unique_lock lock (mutex_, std::try_to_lock);
    if (! lock)
        return false;
    if (feed.generation () != generation_)
        return true;
    originSample_ = feed.originSample ();
    rows_.push (rows.firstRow, rows.numRows, reinterpret_cast<const float*> (rows.data));
    return true;
}

} // namespace melstrom
