#include "Source/Timeline/LayerRows.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

bool LayerBands::update (const RowStore* rows)
{
    if (rows == nullptr)
    {
        const bool had = plan_.has_value ();
        plan_.reset ();
        return had;
    }
    const auto& geometry = rows->geometry ();
    if (plan_ && geometry.rateHz == rateHz_ && geometry.spec == spec_)
        return false;
    rateHz_ = geometry.rateHz;
    spec_ = geometry.spec;
    plan_ = bandPlanOf (geometry, makeMelBank (geometry));
    return true;
}

double rowBeginSeconds (const TimelineLayer& layer, std::int64_t row) noexcept
{
    return layer.startSeconds + layer.rows->firstRowSeconds () +
           (static_cast<double> (row) - 0.5) / layer.rows->rowsPerSecond ();
}

std::int64_t rowAt (const TimelineLayer& layer, double seconds) noexcept
{
    return static_cast<std::int64_t> (
        std::floor ((seconds - rowBeginSeconds (layer, 0)) * layer.rows->rowsPerSecond ()));
}

ColumnGrid rowGrid (const TimelineLayer& layer, double secondsPerColumn) noexcept
{
    return {secondsPerColumn, layer.rows->rowsPerSecond (), rowBeginSeconds (layer, 0)};
}

RowPresence loudest (const RowStore& rows, IndexRange range, std::span<float> levels)
{
    range = common (range, {rows.firstRow (), rows.endRow ()});
    return range.isEmpty () ? RowPresence::missing : rows.maximum (range.first, range.end, levels);
}

LayerPixels::LayerPixels (const TimelineLayer& layer, const FrequencyAxis& axis,
                          double secondsPerColumn, int heightPixels)
    : rows_ (layer.rows), grid_ (rowGrid (layer, secondsPerColumn)),
      bandsOfPixels_ (axis.bandsOfPixels (heightPixels)), bands_ (axis.bands ().centresHz.size ()),
      pixels_ (bandsOfPixels_.size ()), endRow_ (rows_->endRow ()), revision_ (rows_->revision ())
{
}

std::span<const float> LayerPixels::levelsOf (std::int64_t column)
{
    if (loudest (*rows_, grid_.itemsOf (column), bands_) == RowPresence::missing)
    {
        std::ranges::fill (pixels_, kMissingDb);
        return pixels_;
    }
    float* pixel = pixels_.data ();
    for (const auto [first, last] : bandsOfPixels_)
    {
        float level = kMissingDb;
        for (int band = first; band <= last; ++band)
            level = std::max (level, bands_[static_cast<std::size_t> (band)]);
        *pixel++ = level;
    }
    return pixels_;
}

IndexRange LayerPixels::takeChanged ()
{
    const IndexRange appended {endRow_, rows_->endRow ()};
    endRow_ = appended.end;
    return appended.isEmpty () ? IndexRange () : grid_.columnsOf (appended);
}

bool LayerPixels::takeRevision ()
{
    const auto now = rows_->revision ();
    return std::exchange (revision_, now) != now;
}

} // namespace melstrom
