#include "Engine/Overview/OverviewLook.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostTilesAtATime = 16;

void raise (std::span<float> to, const float* from) noexcept
{
    for (std::size_t i = 0; i < to.size (); ++i)
        to[i] = std::max (to[i], from[i]);
}

std::vector<float> maximaOf (std::span<const float> rows, std::size_t width)
{
    std::vector<float> most (rows.begin (), rows.begin () + static_cast<std::ptrdiff_t> (width));
    for (std::size_t at = width; at < rows.size (); at += width)
        raise (most, rows.data () + at);
    return most;
}
} // namespace

OverviewLook::OverviewLook (SoundFile& file, const OverviewFrontEnd& frontEnd,
                            RowComputer& computer, OverviewSignal signal)
    : file_ (file), frontEnd_ (frontEnd), computer_ (computer), signal_ (std::move (signal)),
      numRows_ (frontEnd.numRows ())
{
}

Result<std::unique_ptr<OverviewLook>>
OverviewLook::make (SoundFile& file, const OverviewFrontEnd& frontEnd, RowComputer& computer)
{
    MELSTROM_TRY_VALUE (auto signal, OverviewSignal::make (file, frontEnd));
    std::unique_ptr<OverviewLook> made (
        new OverviewLook (file, frontEnd, computer, std::move (signal)));
    MELSTROM_TRY_VALUE (made->slab_, computer.allocateInput ());
    return made;
}

bool OverviewLook::fetch (std::int64_t firstRow, std::int64_t endRow, std::int64_t place)
{
    const auto range =
        frontEnd_.geometry.samplesOfRows (frontEnd_.signalSamples (), firstRow, endRow - firstRow);
    numFetched_ = range.end - range.first;
    if (place + numFetched_ > computer_.mostSamples () ||
        ! signal_.read (samples () + place * frontEnd_.numChannels (), range.first, range.end))
        return false;
    computer_.add (firstRow, endRow - firstRow, range.first, place);
    return true;
}

Result<std::vector<RowPlace>> OverviewLook::places (std::span<const std::int64_t>& firstRows,
                                                    std::size_t mostPlaces)
{
    std::vector<RowPlace> made;
    std::int64_t place = 0, numRows = 0;
    while (! firstRows.empty () && made.size () < mostPlaces &&
           numRows + RowPlace::kRows <= computer_.mostRows ())
    {
        const auto first = firstRows.front ();
        const auto end = std::min (first + RowPlace::kRows, numRows_);
        const bool isFetched = fetch (first, end, place);
        if (! isFetched && place > 0 && place + numFetched_ > computer_.mostSamples ())
            break; // in the next call
        firstRows = firstRows.subspan (1);
        if (! isFetched)
            continue;
        made.push_back ({first, end, {}});
        place += numFetched_;
        numRows += end - first;
    }
    if (made.empty ())
        return made;
    MELSTROM_TRY_VALUE (auto levels, computer_.run (samples ()));
    for (auto& one : made)
    {
        const auto count = static_cast<std::size_t> (one.endRow - one.firstRow);
        one.levels = maximaOf (levels.first (count * frontEnd_.width ()), frontEnd_.width ());
        levels = levels.subspan (count * frontEnd_.width ());
    }
    return made;
}

Result<std::vector<RowTile>> OverviewLook::rowTiles (std::span<const std::int64_t>& indices)
{
    const auto most =
        std::min (kMostTilesAtATime, static_cast<std::size_t> (std::max<std::int64_t> (
                                         1, computer_.mostRows () / RowTile::kRows)));
    std::size_t count = 1;
    while (count < std::min (most, indices.size ()) && indices[count] == indices[count - 1] + 1)
        ++count;
    const auto rowsEnd = [this] (std::int64_t index)
    { return std::min ((index + 1) * RowTile::kRows, numRows_); };

    std::vector<RowTile> made;
    const auto first = indices.front ();
    while (! fetch (first * RowTile::kRows, rowsEnd (indices[count - 1]), 0))
    {
        if (count == 1) // unreadable, or rows of too many samples
        {
            indices = indices.subspan (1);
            return made;
        }
        count /= 2;
    }
    MELSTROM_TRY_VALUE (auto levels, computer_.run (samples ()));
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto index = indices[i];
        const auto rows = static_cast<std::size_t> (rowsEnd (index) - index * RowTile::kRows);
        const auto own = levels.first (rows * frontEnd_.width ());
        made.push_back ({index, {own.begin (), own.end ()}, maximaOf (own, frontEnd_.width ())});
        levels = levels.subspan (own.size ());
    }
    indices = indices.subspan (count);
    return made;
}

Result<SampleTile> OverviewLook::sampleTile (std::int64_t index)
{
    const auto first = index * SampleTile::kSamples;
    const auto count = std::min (SampleTile::kSamples, frontEnd_.numFileSamples - first);
    SampleTile tile {index, {}};
    tile.samples.resize (static_cast<std::size_t> (count * frontEnd_.numFileChannels));
    MELSTROM_TRY (file_.read (tile.samples.data (), first, count));
    return tile;
}

} // namespace melstrom
