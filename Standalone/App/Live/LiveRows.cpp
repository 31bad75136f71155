#include "Standalone/App/Live/LiveRows.h"

#include "Engine/Dsp/Mel/BandLevels.h"
#include "Engine/Dsp/Mel/MelBank.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{
constexpr auto kNoLimit = std::numeric_limits<std::size_t>::max ();

bool haveSameBands (const MelGeometry& one, const MelGeometry& other)
{
    return one.rateHz == other.rateHz && one.spec == other.spec;
}
} // namespace

LiveRows::Part& LiveRows::partOf (int partId, const Grid& grid, std::int64_t first, bool& isNew)
{
    for (auto& part : parts_)
        if (part->id == partId)
            return *part;
    isNew = true;
    auto made =
        std::make_unique<Part> (Part {partId,
                                      grid.originSeconds,
                                      first,
                                      RowPyramid (grid.geometry, kNoLimit, grid.originSeconds),
                                      {}});
    const auto after = std::ranges::find_if (parts_, [begin = beginOf (*made)] (const auto& part)
                                             { return beginOf (*part) > begin; });
    return **parts_.insert (after, std::move (made));
}

bool LiveRows::append (int partId, const Grid& grid, std::int64_t first, int numRows,
                       const float* values)
{
    bool isNew = false;
    auto& part = partOf (partId, grid, first, isNew);
    part.rows.append (first, numRows, values);
    if (isNew)
        renumber ();
    else if (&part != parts_.back ().get ())
        ++revision_;
    return isNew;
}

void LiveRows::clear ()
{
    parts_.clear ();
    ++revision_;
}

std::optional<double> LiveRows::originOf (int partId) const
{
    for (const auto& part : parts_)
        if (part->id == partId)
            return part->originSeconds;
    return std::nullopt;
}

/** Numbers rows from the oldest part's first row or before, and finds the bands of all parts. */
void LiveRows::renumber ()
{
    ++revision_;
    offset_ = 0;
    if (parts_.size () > 1)
    {
        const double before = newest ().firstRowSeconds () - beginSeconds ();
        offset_ = static_cast<std::int64_t> (std::ceil (before * rowsPerSecond ())) + 1;
    }
    const auto& shown = geometry ();
    std::vector<double> wanted;
    for (auto& part : parts_)
    {
        part->bands.clear ();
        const auto& own = part->rows.geometry ();
        if (haveSameBands (own, shown))
            continue;
        if (wanted.empty ())
            wanted = makeMelBank (shown).centresHz;
        const auto centres = makeMelBank (own).centresHz;
        const auto last = static_cast<int> (centres.size ()) - 1;
        for (std::size_t band = 0; band < wanted.size (); ++band)
        {
            const double low = band > 0 ? (wanted[band - 1] + wanted[band]) / 2 : 0;
            const double high =
                band + 1 < wanted.size () ? (wanted[band] + wanted[band + 1]) / 2 : wanted[band];
            const auto at = [&] (double hz) {
                return static_cast<int> (std::ranges::lower_bound (centres, hz) - centres.begin ());
            };
            const int upper = std::min (at (wanted[band]), last);
            const bool isLowerNearer =
                upper > 0 && wanted[band] - centres[std::size_t (upper - 1)] <
                                 std::abs (centres[std::size_t (upper)] - wanted[band]);
            const int nearest = isLowerNearer ? upper - 1 : upper;
            const bool isBeyond = wanted[band] > own.rateHz / 2.0;
            part->bands.push_back (
                isBeyond ? Bands {1, 0}
                         : Bands {std::min (at (low), nearest), std::max (at (high) - 1, nearest)});
        }
    }
}

double LiveRows::beginOf (const RowPyramid& rows, std::int64_t row) noexcept
{
    return rows.firstRowSeconds () + (static_cast<double> (row) - 0.5) / rows.rowsPerSecond ();
}

double LiveRows::beginOf (const Part& part) noexcept
{
    return beginOf (part.rows, std::max (part.rows.firstRow (), part.firstCame));
}

double LiveRows::endOf (const Part& part) noexcept
{
    return beginOf (part.rows, part.rows.endRow ());
}

/** The row of the newest grid that begins next to this time. */
std::int64_t LiveRows::numberAt (double seconds) const noexcept
{
    return offset_ + std::llround ((seconds - beginOf (newest (), 0)) * newest ().rowsPerSecond ());
}

double LiveRows::beginSeconds () const noexcept
{
    return isEmpty () ? 0 : beginOf (*parts_.front ());
}

std::size_t LiveRows::memoryBytes () const noexcept
{
    std::size_t bytes = 0;
    for (const auto& part : parts_)
        bytes += part->rows.memoryBytes ();
    return bytes;
}

bool LiveRows::dropOldest ()
{
    if (isEmpty ())
        return false;
    if (parts_.front ()->rows.dropOldest ())
        return true;
    if (parts_.size () == 1)
        return false;
    revision_ += parts_.front ()->rows.revision () + 1;
    parts_.erase (parts_.begin ());
    return true;
}

double LiveRows::firstRowSeconds () const noexcept
{
    return newest ().firstRowSeconds () - static_cast<double> (offset_) / rowsPerSecond ();
}

std::int64_t LiveRows::firstRow () const noexcept
{
    return numberAt (beginSeconds ());
}

std::int64_t LiveRows::endRow () const noexcept
{
    std::int64_t end = 0;
    for (const auto& part : parts_)
        end = std::max (end, numberAt (endOf (*part)));
    return end;
}

/** Rows [first, end) of the newest grid, as a row of the part. */
RowPresence LiveRows::read (const Part& part, std::int64_t first, std::int64_t end) const
{
    const auto& rows = part.rows;
    const auto at = [&] (std::int64_t number)
    {
        const double seconds = beginOf (newest (), number - offset_);
        return std::llround ((seconds - beginOf (rows, 0)) * rows.rowsPerSecond ());
    };
    const bool isNewest = &part == parts_.back ().get ();
    auto from = isNewest ? first - offset_ : at (first);
    auto to = isNewest ? end - offset_ : at (end);
    from = std::clamp<std::int64_t> (from, rows.firstRow (), rows.endRow () - 1);
    to = std::clamp<std::int64_t> (to, from + 1, rows.endRow ());
    row_.resize (static_cast<std::size_t> (rows.geometry ().rowElements ()));
    return rows.maximum (from, to, row_);
}

/** The row that was read, at the bands of the newest part. */
void LiveRows::raise (const Part& part, std::span<float> levels, bool isFirst) const
{
    for (std::size_t band = 0; band < levels.size (); ++band)
    {
        float level = BandLevels::kSilenceDb;
        if (part.bands.empty ())
            level = row_[band];
        else
            for (int n = part.bands[band].first; n <= part.bands[band].last; ++n)
                level = std::max (level, row_[static_cast<std::size_t> (n)]);
        levels[band] = isFirst ? level : std::max (levels[band], level);
    }
}

RowPresence LiveRows::maximum (std::int64_t first, std::int64_t end, std::span<float> levels) const
{
    auto reached = first; // rows below it are read, or missing
    bool isThere = false, isWhole = true;
    for (const auto& part : parts_)
    {
        const auto from = std::max (reached, numberAt (beginOf (*part)));
        const auto to = std::min (end, numberAt (endOf (*part)));
        if (from >= to)
            continue;
        const auto presence = read (*part, from, to);
        isWhole = isWhole && from == reached && presence == RowPresence::whole;
        reached = to;
        if (presence == RowPresence::missing)
            continue;
        raise (*part, levels, ! isThere);
        isThere = true;
    }
    if (! isThere)
        return RowPresence::missing;
    return isWhole && reached == end ? RowPresence::whole : RowPresence::sampled;
}

std::uint64_t LiveRows::revision () const noexcept
{
    auto revision = revision_;
    for (const auto& part : parts_)
        revision += part->rows.revision ();
    return revision;
}

} // namespace melstrom
