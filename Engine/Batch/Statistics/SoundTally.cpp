#include "Engine/Batch/Statistics/SoundTally.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace melstrom
{

void SoundTally::add (const void* samples, std::int64_t first, std::int64_t numSamples)
{
    const auto* const from = static_cast<const std::byte*> (samples);
    const std::int64_t end = first + numSamples;
    for (Range left {first, end}; left.first < end;)
    {
        const Range range = take (left);
        if (range.first == range.end)
            return;
        measure (from + static_cast<std::size_t> (range.first - first) * shape_.frameBytes (),
                 range);
        left.first = range.end;
    }
}

/** Takes a stretch of the wanted samples for the caller: the first one that no caller has taken.
    Returns it; empty: all are taken. */
SoundTally::Range SoundTally::take (Range wanted)
{
    const std::lock_guard lock (mutex_);
    auto next = std::ranges::find_if (taken_, [&wanted] (const Range& range)
                                      { return range.end >= wanted.first; });
    if (next != taken_.end () && next->first <= wanted.first)
        wanted.first = std::max (wanted.first, next++->end);
    if (next != taken_.end ())
        wanted.end = std::min (wanted.end, next->first);
    if (wanted.first >= wanted.end)
        return {};
    numTaken_ += wanted.end - wanted.first;
    next = taken_.insert (next, wanted);
    if (const auto after = next + 1; after != taken_.end () && after->first == next->end)
    {
        next->end = after->end;
        taken_.erase (after);
    }
    if (next != taken_.begin () && (next - 1)->end == next->first)
    {
        (next - 1)->end = next->end;
        taken_.erase (next);
    }
    return wanted;
}

void SoundTally::measure (const std::byte* samples, Range range)
{
    const std::int64_t block = shape_.blockSamples ();
    const std::int64_t first = std::min ((range.first + block - 1) / block * block, range.end);
    const std::int64_t end = std::max (range.end / block * block, first);
    const auto at = [&] (std::int64_t sample)
    { return samples + static_cast<std::size_t> (sample - range.first) * shape_.frameBytes (); };
    SoundPiece piece;
    if (first < end)
        piece = measureBlocks (shape_, first, at (first), end - first);
    const std::lock_guard lock (mutex_);
    addEdge (at (range.first), {range.first, first});
    if (first < end)
        join (std::move (piece));
    addEdge (at (end), {end, range.end});
    numMeasured_ += range.end - range.first;
}

/** Samples of one block; mutex_ held. */
void SoundTally::addEdge (const std::byte* samples, Range range)
{
    if (range.first == range.end)
        return;
    const std::int64_t blockSamples = shape_.blockSamples (), block = range.first / blockSamples;
    auto edge = std::ranges::find (edges_, block, &Edge::block);
    if (edge == edges_.end ())
    {
        Edge made {block, 0, {}};
        made.samples.resize (static_cast<std::size_t> (blockSamples) * shape_.frameBytes ());
        edge = edges_.insert (edge, std::move (made));
    }
    std::memcpy (
        edge->samples.data () +
            static_cast<std::size_t> (range.first - block * blockSamples) * shape_.frameBytes (),
        samples, static_cast<std::size_t> (range.end - range.first) * shape_.frameBytes ());
    edge->numSamples += range.end - range.first;
    if (edge->numSamples < blockSamples)
        return;
    join (measureBlocks (shape_, block * blockSamples, edge->samples.data (), blockSamples));
    edges_.erase (edge);
}

/** mutex_ held. */
void SoundTally::join (SoundPiece piece)
{
    auto next = std::ranges::find_if (pieces_, [&piece] (const SoundPiece& other)
                                      { return other.first > piece.first; });
    if (next != pieces_.begin () && (next - 1)->end () == piece.first)
    {
        --next;
        next->append (piece);
    }
    else
        next = pieces_.insert (next, std::move (piece));
    if (const auto after = next + 1; after != pieces_.end () && after->first == next->end ())
    {
        next->append (*after);
        pieces_.erase (after);
    }
}

std::int64_t SoundTally::numTaken () const
{
    const std::lock_guard lock (mutex_);
    return numTaken_;
}

std::int64_t SoundTally::numMeasured () const
{
    const std::lock_guard lock (mutex_);
    return numMeasured_;
}

SoundTally::Range SoundTally::firstMissing (std::int64_t numSamples) const
{
    const std::lock_guard lock (mutex_);
    if (taken_.empty () || taken_.front ().first > 0)
        return {0, taken_.empty () ? numSamples : taken_.front ().first};
    return {taken_.front ().end, taken_.size () > 1 ? taken_[1].first : numSamples};
}

SoundRecord SoundTally::record () const
{
    const std::lock_guard lock (mutex_);
    SoundPiece whole = pieces_.empty () ? measureBlocks (shape_, 0, nullptr, 0) : pieces_.front ();
    if (! edges_.empty ()) // the last block, which is not full
    {
        const Edge& rest = edges_.front ();
        whole.append (measureBlocks (shape_, whole.end (), rest.samples.data (), rest.numSamples));
        if (whole.numBlocks == 0)
        {
            whole.numBlocks = 1;
            whole.numSilent = isSilence (shape_, rest.samples.data (), rest.numSamples) ? 1 : 0;
        }
    }
    SoundRecord record;
    record.peak = whole.peak;
    for (SoundPiece::Channel& channel : whole.channels)
    {
        record.numClipped += channel.runs.numClipped ();
        const double sum = channel.sum.value ();
        const double mean = whole.numSamples > 0 ? sum / static_cast<double> (whole.numSamples) : 0;
        if (std::fabs (mean) > std::fabs (static_cast<double> (record.dcOffset)))
            record.dcOffset = static_cast<float> (mean);
    }
    record.silentRatio = whole.numBlocks == 0
                             ? 1
                             : static_cast<float> (static_cast<double> (whole.numSilent) /
                                                   static_cast<double> (whole.numBlocks));
    return record;
}

} // namespace melstrom
