#include "Engine/Overview/FileRows.h"

#include "Engine/Dsp/Mel/BandLevels.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** As many rows as two cores compute in some 30 ms; more are sampled first. */
constexpr std::int64_t kDirectRows = 16384;
constexpr std::size_t kMostPlaces = 16384;
/** A screen may round the edges of its columns to other rows: a place there does not count. */
constexpr std::int64_t kEdgeRows = 4;
} // namespace

/** An answer of `maximum`, part by part. */
struct FileRows::Answer
{
    std::span<float> levels;
    bool isThere = false, isWhole = true;

    /** A part has values at `from`. */
    void add (const float* from)
    {
        if (! isThere)
            std::copy_n (from, levels.size (), levels.begin ());
        else
            for (std::size_t i = 0; i < levels.size (); ++i)
                levels[i] = std::max (levels[i], from[i]);
        isThere = true;
    }
};

void FileRows::begin (std::shared_ptr<const OverviewFrontEnd> frontEnd)
{
    frontEnd_ = std::move (frontEnd);
    numRows_ = frontEnd_->numRows ();
    steps_ = {};
    doneRows_ = 0;
    places_.clear ();
    tiles_.clear ();
    ++revision_;
}

void FileRows::take (OverviewPieces& pieces, const ScannedSteps& steps)
{
    if (places_.size () + pieces.places.size () > kMostPlaces)
        places_.clear ();
    for (auto& place : pieces.places)
        places_.insert_or_assign (place.firstRow, std::move (place));
    for (auto& tile : pieces.rowTiles)
        tiles_.put (std::move (tile));
    const bool isNew =
        ! pieces.places.empty () || ! pieces.rowTiles.empty () || steps.numSteps != steps_.numSteps;
    steps_ = steps;
    doneRows_ = std::min (numRows_, steps.numSteps * steps.stepLength);
    if (doneRows_ == numRows_)
        places_.clear ();
    revision_ += isNew ? 1 : 0;
}

std::size_t FileRows::memoryBytes () const noexcept
{
    const auto width = numRows_ > 0 ? frontEnd_->width () : 0;
    const auto placeBytes = sizeof (RowPlace) + width * sizeof (float);
    return tiles_.bytes () + places_.size () * placeBytes +
           StepMaxima::bytesFor (width, steps_.numSteps);
}

RowPresence FileRows::maximum (std::int64_t first, std::int64_t end, std::span<float> levels) const
{
    Answer answer {levels};
    answer.isWhole = first >= 0 && end <= numRows_;
    first = std::max<std::int64_t> (first, 0);
    end = std::min (end, numRows_);
    if (const auto until = std::min (end, doneRows_); first < until)
        addSteps (first, until, answer);
    if (const auto from = std::max (first, doneRows_); from < end)
        if (! addTiles (from, end, answer))
        {
            answer.isWhole = false;
            addPlaces (from, end, answer);
        }
    if (! answer.isThere)
        return RowPresence::missing;
    return answer.isWhole ? RowPresence::whole : RowPresence::sampled;
}

void FileRows::addSteps (std::int64_t first, std::int64_t end, Answer& answer) const
{
    const auto length = steps_.stepLength;
    if (end - first < length)
    {
        if (addTiles (first, end, answer))
            return;
        answer.isWhole = false;
    }
    if (! answer.isThere)
        std::fill (answer.levels.begin (), answer.levels.end (), BandLevels::kSilenceDb);
    answer.isThere = true;
    steps_.maxima->maximum (first / length, (end + length - 1) / length, answer.levels.data ());
}

/** Adds the rows that are in tiles; true: all are. */
bool FileRows::addTiles (std::int64_t first, std::int64_t end, Answer& answer) const
{
    const auto width = answer.levels.size ();
    const auto add = [&] (const RowTile& tile, std::int64_t start, std::int64_t)
    {
        const auto tileEnd = start + static_cast<std::int64_t> (tile.levels.size () / width);
        if (first <= start && tileEnd <= end)
            return answer.add (tile.most.data ());
        for (auto row = std::max (first, start); row < std::min (end, tileEnd); ++row)
            answer.add (tile.levels.data () + static_cast<std::size_t> (row - start) * width);
    };
    return tiles_.visit (first, end, add);
}

void FileRows::addPlaces (std::int64_t first, std::int64_t end, Answer& answer) const
{
    for (auto place = places_.lower_bound (first - RowPlace::kRows + 1);
         place != places_.end () && place->first < end; ++place)
        if (place->second.endRow > first)
            answer.add (place->second.levels.data ());
}

bool FileRows::hasPlace (std::int64_t first, std::int64_t end) const
{
    const auto place = places_.lower_bound (first);
    return place != places_.end () && place->first < end;
}

FileRows::Needs FileRows::needs (std::int64_t firstRow, std::int64_t endRow, int numColumns)
{
    Needs needed;
    firstRow = std::clamp<std::int64_t> (firstRow, 0, numRows_);
    endRow = std::clamp<std::int64_t> (endRow, firstRow, numRows_);
    numColumns = std::max (1, numColumns);
    const auto numVisible = endRow - firstRow;
    if (steps_.stepLength == 1 || numVisible >= steps_.stepLength * numColumns)
        firstRow = std::max (firstRow, std::min (doneRows_, endRow));
    const auto numMissing = endRow - firstRow;
    if (numMissing == 0)
        return needed;

    const bool tilesFit = static_cast<std::size_t> (numMissing + 2 * RowTile::kRows) *
                              frontEnd_->width () * sizeof (float) <=
                          tiles_.mostBytes ();
    if (tilesFit)
        needed.tiles = tiles_.missing (firstRow, endRow);
    const auto numTileRows = static_cast<std::int64_t> (needed.tiles.size ()) * RowTile::kRows;
    if (tilesFit && numTileRows <= kDirectRows)
        return needed;
    for (int column = 0; column < numColumns; ++column)
    {
        const auto start = endRow - numVisible + numVisible * column / numColumns;
        const auto end = endRow - numVisible + numVisible * (column + 1) / numColumns;
        if (start >= std::max (firstRow, doneRows_) && end > start &&
            ! hasPlace (start + kEdgeRows, end - kEdgeRows))
            needed.places.push_back ((start + end) / 2);
    }
    return needed;
}

} // namespace melstrom
