#include "Engine/Report/FeatureStatistics.h"

#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Report/BandCounts.h"
#include "Engine/Report/CompensatedSum.h"
#include "Engine/Report/DatasetRows.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

namespace melstrom
{

namespace
{
constexpr std::int64_t kStretchValues = 1 << 20; ///< files are gathered up to this
constexpr std::int64_t kReadValues = 1 << 19;    ///< at a time
constexpr std::int64_t kMostCountBytes = std::int64_t {1} << 30;

/** Sums of one stretch of files. */
struct BandSums
{
    double sum = 0, squares = 0;
    std::int64_t count = 0;
};

struct Stretch
{
    std::size_t firstFile = 0, endFile = 0;
    std::vector<BandSums> sums {};
    std::int64_t numValues = 0, numNonFinite = 0, numOnFloor = 0;
    Result<void> done {};
};

std::vector<Stretch> stretchesOf (const ReportSource& source)
{
    std::vector<Stretch> stretches;
    std::int64_t gathered = kStretchValues;
    for (std::size_t i = 0; i < source.files.size (); ++i)
    {
        if (gathered >= kStretchValues)
        {
            stretches.push_back ({i, i});
            gathered = 0;
        }
        stretches.back ().endFile = i + 1;
        if (source.files[i].hasRows ())
            gathered += source.files[i].line.numRows * source.dataset.shape.numValues ();
    }
    return stretches;
}

/** Counts of a number of threads; a thread borrows one for a stretch. */
class CountsPool
{
public:
    explicit CountsPool (int numBands) : numBands_ (numBands) {}

    std::unique_ptr<BandCounts> take ()
    {
        {
            const std::lock_guard lock (mutex_);
            if (! free_.empty ())
            {
                auto counts = std::move (free_.back ());
                free_.pop_back ();
                return counts;
            }
        }
        return std::make_unique<BandCounts> (numBands_);
    }
    void giveBack (std::unique_ptr<BandCounts> counts)
    {
        const std::lock_guard lock (mutex_);
        free_.push_back (std::move (counts));
    }
    /** All counts together. No thread has one. */
    const BandCounts& total ()
    {
        if (free_.empty ())
            free_.push_back (std::make_unique<BandCounts> (numBands_));
        for (; free_.size () > 1; free_.pop_back ())
            free_.front ()->add (*free_.back ());
        return *free_.front ();
    }

private:
    int numBands_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<BandCounts>> free_;
};

/** How many values of a file equal its smallest value. */
struct Floor
{
    float value = INFINITY;
    std::int64_t count = 0;

    void add (float next) noexcept
    {
        if (next < value)
        {
            value = next;
            count = 0;
        }
        count += next == value ? 1 : 0;
    }
};

/** Adds a piece of rows, (rows, features, frames). */
void addRows (const float* values, std::int64_t numRows, const RowShape& shape, Stretch& stretch,
              BandCounts& counts, Floor& floor)
{
    for (std::int64_t row = 0; row < numRows; ++row)
        for (int band = 0; band < shape.numFeatures; ++band)
        {
            BandSums& sums = stretch.sums[static_cast<std::size_t> (band)];
            for (std::int64_t frame = 0; frame < shape.framesPerRow; ++frame)
            {
                const float value = *values++;
                if (! std::isfinite (value))
                {
                    ++stretch.numNonFinite;
                    continue;
                }
                sums.sum += static_cast<double> (value);
                sums.squares += static_cast<double> (value) * static_cast<double> (value);
                ++sums.count;
                counts.count (band, value);
                floor.add (value);
            }
        }
}

Result<void> measureFile (ReportFile& file, const DatasetRows& rows, const RowShape& shape,
                          Stretch& stretch, BandCounts& counts, std::vector<float>& values)
{
    Floor floor;
    const std::int64_t most = std::max<std::int64_t> (1, kReadValues / shape.numValues ());
    values.resize (static_cast<std::size_t> (most * shape.numValues ()));
    for (std::int64_t first = 0; first < file.line.numRows; first += most)
    {
        const auto count = std::min (most, file.line.numRows - first);
        MELSTROM_TRY (rows.read (file.line, first, count, values));
        addRows (values.data (), count, shape, stretch, counts, floor);
    }
    const auto numValues = file.line.numRows * shape.numValues ();
    file.floorRatio =
        static_cast<float> (static_cast<double> (floor.count) / static_cast<double> (numValues));
    stretch.numValues += numValues;
    stretch.numOnFloor += floor.count;
    return {};
}

FeatureStatistics join (const std::vector<Stretch>& stretches, const BandCounts& counts,
                        int numFeatures)
{
    FeatureStatistics all;
    for (const Stretch& stretch : stretches)
    {
        all.numValues += stretch.numValues;
        all.numNonFinite += stretch.numNonFinite;
        all.numOnFloor += stretch.numOnFloor;
    }
    for (int band = 0; band < numFeatures; ++band)
    {
        CompensatedSum sum, squares;
        std::int64_t count = 0;
        for (const Stretch& stretch : stretches)
        {
            const BandSums& part = stretch.sums[static_cast<std::size_t> (band)];
            sum.add (part.sum);
            squares.add (part.squares);
            count += part.count;
        }
        BandStatistics statistics;
        const auto number = static_cast<double> (std::max<std::int64_t> (1, count));
        statistics.mean = sum.value () / number;
        const double variance = squares.value () / number - statistics.mean * statistics.mean;
        statistics.deviation = std::sqrt (std::max (0.0, variance));
        for (std::size_t i = 0; i < kShares.size (); ++i)
            statistics.quantiles[i] = counts.quantile (band, kShares[i]);
        all.bands.push_back (statistics);
    }
    return all;
}

Result<FeatureStatistics> measure (Storage& storage, ReportSource& source, int numThreads,
                                   const std::atomic<bool>& stop, BatchCounters& counters)
{
    MELSTROM_TRY_VALUE (const auto rows, DatasetRows::open (storage, source));
    auto stretches = stretchesOf (source);
    CountsPool pool (source.dataset.shape.numFeatures);
    const std::int64_t countBytes =
        std::max (1, source.dataset.shape.numFeatures) * std::int64_t {kNumBandCells} * 8;
    const auto most = std::max<std::int64_t> (1, kMostCountBytes / countBytes);
    const auto work = [&] (Stretch& stretch) -> Result<void>
    {
        auto counts = pool.take ();
        stretch.sums.resize (static_cast<std::size_t> (source.dataset.shape.numFeatures));
        std::vector<float> values;
        for (std::size_t i = stretch.firstFile; i < stretch.endFile; ++i)
        {
            if (stop)
                return Error {ErrorCode::interrupted, "interrupted while reading rows", {}};
            ReportFile& file = source.files[i];
            if (file.hasRows ())
                MELSTROM_TRY (
                    measureFile (file, rows, source.dataset.shape, stretch, *counts, values));
            ++counters.filesDone;
            counters.bytesRead +=
                file.hasRows () ? file.line.numRows * source.dataset.shape.bytes () : 0;
        }
        pool.giveBack (std::move (counts));
        return {};
    };
    parallelFor (static_cast<std::int64_t> (stretches.size ()),
                 static_cast<int> (std::min<std::int64_t> (numThreads, most)),
                 [&] (std::int64_t index)
                 {
                     Stretch& stretch = stretches[static_cast<std::size_t> (index)];
                     stretch.done = guarded ([&] { return work (stretch); });
                 });
    for (const Stretch& stretch : stretches)
        MELSTROM_TRY (stretch.done);
    return join (stretches, pool.total (), source.dataset.shape.numFeatures);
}
} // namespace

Result<FeatureStatistics> measureFeatures (Storage& storage, ReportSource& source, int numThreads,
                                           const std::atomic<bool>& stop, BatchCounters& counters)
{
    return guarded ([&] { return measure (storage, source, numThreads, stop, counters); });
}

} // namespace melstrom
