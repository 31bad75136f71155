#include "Engine/Overview/FileWave.h"

#include "Engine/Overview/WaveMaxima.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostSamples = 65536;     ///< of one call of `samples`
constexpr std::int64_t kDirectSamples = 1 << 20; ///< read at once where the pass has not been

WaveRange joined (const WaveRange& a, const WaveRange& b) noexcept
{
    if (! a.isThere || ! b.isThere)
        return a.isThere ? a : b;
    return {std::min (a.lowest, b.lowest), std::max (a.highest, b.highest), true};
}
} // namespace

void FileWave::begin ()
{
    steps_ = {};
    doneSamples_ = 0;
    tiles_.clear ();
    ++revision_;
}

void FileWave::take (std::vector<SampleTile>& tiles, const ScannedSteps& steps)
{
    const bool isNew = ! tiles.empty () || steps.numSteps != steps_.numSteps;
    for (auto& tile : tiles)
        tiles_.put (std::move (tile));
    steps_ = steps;
    doneSamples_ = std::min (numSamples_, steps.numSteps * steps.stepLength);
    revision_ += isNew ? 1 : 0;
}

std::size_t FileWave::memoryBytes () const noexcept
{
    return tiles_.bytes () +
           StepMaxima::bytesFor (WaveMaxima::width (numChannels_), steps_.numSteps);
}

/** Calls visit (sample) for the samples that are in tiles; true: all are. */
template <typename Visit>
bool FileWave::visitSamples (int channel, std::int64_t first, std::int64_t end, Visit visit) const
{
    const auto visitTile = [&] (const SampleTile& tile, std::int64_t start, std::int64_t tileEnd)
    {
        for (auto sample = std::max (first, start); sample < std::min (end, tileEnd); ++sample)
            visit (
                tile.samples[static_cast<std::size_t> ((sample - start) * numChannels_ + channel)]);
    };
    return tiles_.visit (first, end, visitTile);
}

WaveRange FileWave::range (int channel, std::int64_t first, std::int64_t end) const
{
    first = std::max<std::int64_t> (first, 0);
    end = std::min (end, numSamples_);
    if (channel < 0 || channel >= numChannels_ || first >= end)
        return {};
    WaveRange exact;
    const auto raise = [&exact] (float value) { exact = joined (exact, {value, value, true}); };
    const auto length = steps_.stepLength;
    const auto until = std::min (end, doneSamples_);
    WaveRange stepped;
    if (first < until && (until - first >= length || ! visitSamples (channel, first, until, raise)))
    {
        std::vector<float> step (steps_.maxima->width (), WaveMaxima::kNothing);
        steps_.maxima->maximum (first / length, (until + length - 1) / length, step.data ());
        stepped = WaveMaxima::read (step.data (), channel);
    }
    if (const auto from = std::max (first, doneSamples_); from < end)
        static_cast<void> (visitSamples (channel, from, end, raise));
    return joined (stepped, exact);
}

std::vector<float> FileWave::samples (int channel, std::int64_t first, int count) const
{
    const auto end = std::min<std::int64_t> (first + count, numSamples_);
    if (channel < 0 || channel >= numChannels_ || first < 0 || first >= end ||
        end - first > kMostSamples)
        return {};
    std::vector<float> values;
    values.reserve (static_cast<std::size_t> (end - first));
    const bool isWhole =
        visitSamples (channel, first, end, [&values] (float value) { values.push_back (value); });
    return isWhole ? values : std::vector<float> ();
}

std::vector<std::int64_t> FileWave::needs (std::int64_t first, std::int64_t end, int numColumns)
{
    first = std::clamp<std::int64_t> (first, 0, numSamples_);
    end = std::clamp (end, first, numSamples_);
    if (steps_.numSteps > 0 && end - first >= steps_.stepLength * std::max (1, numColumns))
        first = std::max (first, std::min (doneSamples_, end));
    const auto bytes =
        static_cast<std::size_t> ((end - first + 2 * SampleTile::kSamples) * numChannels_) *
        sizeof (float);
    if (first == end || end - first > kDirectSamples || bytes > tiles_.mostBytes ())
        return {};
    return tiles_.missing (first, end);
}

} // namespace melstrom
