// The rows of one layer as levels of pixels.
#pragma once

#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Timeline/Columns/ColumnGrid.h"
#include "Source/Timeline/TimelineLayer.h"

#include <optional>
#include <span>
#include <vector>

namespace melstrom
{

/** Bands of a layer's front end. Made anew only when the front end changes, because the filter bank
    takes milliseconds. */
class LayerBands
{
public:
    /** Returns true if the plan changed. rows: null: no plan. */
    bool update (const RowStore* rows);
    const std::optional<BandPlan>& plan () const noexcept { return plan_; }

private:
    MelSpec spec_;
    int rateHz_ = 0;
    std::optional<BandPlan> plan_;
};

/** Row r lasts for a hop around the middle of its window. Seconds of the timeline. */
double rowBeginSeconds (const TimelineLayer& layer, std::int64_t row) noexcept;
/** The row that lasts at this time. May be outside the store. */
std::int64_t rowAt (const TimelineLayer& layer, double seconds) noexcept;
ColumnGrid rowGrid (const TimelineLayer& layer, double secondsPerColumn) noexcept;

/** Largest level of the present rows of a range, as RowStore::maximum, for any range. */
RowPresence loudest (const RowStore& rows, IndexRange range, std::span<float> levels);

/** Levels of pixels in one column of one layer. Thread: one at a time. */
class LayerPixels
{
public:
    /** layer.rows: not null. axis: places of this layer's bands on the plot. */
    LayerPixels (const TimelineLayer& layer, const FrequencyAxis& axis, double secondsPerColumn,
                 int heightPixels);

    /** Levels in dB from the top: of a pixel, the maximum over its rows and bands, or kMissingDb. */
    std::span<const float> levelsOf (std::int64_t column);
    /** Columns whose levels may differ from those of the last call, by rows that were appended. */
    IndexRange takeChanged ();
    /** True if RowStore::revision is not that of the last call. */
    bool takeRevision ();
    bool isRevised () const noexcept { return revision_ != rows_->revision (); }

private:
    const RowStore* rows_;
    ColumnGrid grid_;
    std::vector<BandRange> bandsOfPixels_; ///< (height)
    std::vector<float> bands_, pixels_;    ///< (bands), (height)
    std::int64_t endRow_;
    std::uint64_t revision_;
};

} // namespace melstrom
