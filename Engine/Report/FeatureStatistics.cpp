#include "Engine/Report/FeatureStatistics.h"

#include "Engine/Batch/Statistics/RunStatistics.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Report/DatasetRows.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace melstrom
{

namespace
{
constexpr std::int64_t kReadValues = 1 << 19; ///< at a time
constexpr std::int64_t kMostCountBytes = std::int64_t {1} << 30;

/** Reads the rows of a file, as float32. */
Result<void> addFile (const FileLine& line, std::int32_t index, const DatasetRows& rows,
                      const RowShape& shape, RunStatistics& to)
{
    const FileOfRows file {index, std::max<int> (0, line.split), line.numRows,
                           hashBytes (std::string_view (line.path).substr (line.relativeAt))};
    const std::int64_t most = std::max<std::int64_t> (1, kReadValues / shape.numValues ());
    std::vector<float> values (
        static_cast<std::size_t> (std::min (most, line.numRows) * shape.numValues ()));
    for (std::int64_t first = 0; first < line.numRows; first += most)
    {
        const auto count = std::min (most, line.numRows - first);
        MELSTROM_TRY (rows.read (line, first, count, values));
        to.addRows (file, {first, count}, reinterpret_cast<const std::byte*> (values.data ()));
    }
    return {};
}

/** The statistics of the stored rows; those of samples stay empty. */
Result<DatasetStatistics> measure (const DatasetRows& rows, const ReportSource& source,
                                   int numThreads, const std::atomic<bool>& stop,
                                   BatchCounters& counters)
{
    RowShape shape = source.dataset.shape;
    shape.isHalf = false;
    std::int64_t numRows = 0;
    for (const ReportFile& file : source.files)
        numRows += file.line.numRows;
    RunStatistics statistics (shape, source.files.size (), numRows);
    const std::int64_t countBytes =
        std::max (1, shape.numFeatures) * std::int64_t {kNumBandCells} * 8;
    std::mutex mutex;
    Result<void> done;
    parallelFor (
        static_cast<std::int64_t> (source.files.size ()),
        static_cast<int> (std::clamp<std::int64_t> (kMostCountBytes / countBytes, 1, numThreads)),
        [&] (std::int64_t i)
        {
            const ReportFile& file = source.files[static_cast<std::size_t> (i)];
            if (file.hasRows () && ! stop)
            {
                const auto added = guarded (
                    [&] {
                        return addFile (file.line, static_cast<std::int32_t> (i), rows, shape,
                                        statistics);
                    });
                const std::lock_guard lock (mutex);
                done = done ? added : done;
                counters.bytesRead += file.line.numRows * source.dataset.shape.bytes ();
            }
            ++counters.filesDone;
        });
    if (stop)
        return Error {ErrorCode::interrupted, "interrupted while reading rows", {}};
    MELSTROM_TRY (done);
    return statistics.result ([&source] (std::int32_t file)
                              { return source.files[static_cast<std::size_t> (file)].hasRows (); });
}

FeatureStatistics statisticsOf (const RowTotals& totals, const RowShape& shape)
{
    FeatureStatistics all;
    all.numValues = totals.numRows * shape.numValues ();
    const BandCounts& counts = totals.whole ? *totals.whole : totals.counted;
    all.quantileStep = totals.whole ? 1 : kCountedStep;
    for (std::size_t band = 0; band < totals.bands.size (); ++band)
    {
        const BandTotals& sums = totals.bands[band];
        all.numNonFinite += sums.numNonFinite;
        BandStatistics statistics;
        const auto number = static_cast<double> (
            std::max<std::int64_t> (1, totals.numRows * shape.framesPerRow - sums.numNonFinite));
        statistics.mean = sums.sum.value () / number;
        const double variance = sums.squares.value () / number - statistics.mean * statistics.mean;
        statistics.deviation = std::sqrt (std::max (0.0, variance));
        for (std::size_t i = 0; i < kShares.size (); ++i)
            statistics.quantiles[i] = counts.quantile (static_cast<int> (band), kShares[i]);
        all.bands.push_back (statistics);
    }
    return all;
}

/** Values that padding leaves on the floor: of frames of a signal's last windows that begin behind
    the end of the sound. Few or none of a clip, whose length files.csv does not have. */
std::int64_t numPadded (const FinishedDataset& dataset, const FileLine& line)
{
    const MelSpec& spec = dataset.spec;
    if (spec.layout != Layout::segments || ! spec.padLastSegment || line.rateHz <= 0)
        return 0;
    const bool isFloor = ! spec.numCoefficients && spec.deltaOrder == 0 &&
                         spec.normalisation != Normalisation::perFeature &&
                         spec.normalisation != Normalisation::dataset;
    if (! isFloor) // padding has a value of its own in each band
        return 0;
    const int rateHz = spec.rateHz.value_or (line.rateHz);
    const auto geometry = geometryAt (spec, rateHz);
    if (! geometry)
        return 0;
    const auto end = static_cast<std::int64_t> (
        std::ceil (static_cast<double> (line.numSamples) * rateHz / line.rateHz));
    const int numSignals = spec.channels == ChannelMode::each ? std::max (1, line.numChannels) : 1;
    const std::int64_t numRows = line.numRows / numSignals;
    std::int64_t numFrames = 0;
    for (auto row = std::max<std::int64_t> (0, numRows - geometry->shortsPerLong); row < numRows;
         ++row)
    {
        const auto before = end - geometry->segmentStart (row) - geometry->frameStart (0);
        const auto firstBehind = (before + geometry->hopSamples - 1) / geometry->hopSamples;
        numFrames += geometry->framesPerSegment -
                     std::clamp<std::int64_t> (firstBehind, 0, geometry->framesPerSegment);
    }
    return numSignals * numFrames * geometry->numFeatures;
}

Result<FeatureStatistics> make (Storage& storage, ReportSource& source, int numThreads,
                                const std::atomic<bool>& stop, BatchCounters& counters)
{
    // also for statistics that are there: a report about rows that are not would be wrong
    MELSTROM_TRY_VALUE (const auto rows, DatasetRows::open (storage, source));
    const bool isStored = source.statistics.has_value ();
    if (! isStored)
    {
        MELSTROM_TRY_VALUE (source.statistics, measure (rows, source, numThreads, stop, counters));
    }
    const DatasetStatistics& statistics = *source.statistics;
    FeatureStatistics all = statisticsOf (statistics.allRows (), source.dataset.shape);
    for (std::size_t i = 0; i < source.files.size (); ++i)
    {
        ReportFile& file = source.files[i];
        if (! file.hasRows ())
            continue;
        const FileStatistics& own = statistics.files[i];
        const auto padded = numPadded (source.dataset, file.line);
        const auto numValues = file.line.numRows * source.dataset.shape.numValues () - padded;
        const auto numOnFloor = std::max<std::int64_t> (0, own.numOnFloor - padded);
        file.floorRatio =
            static_cast<float> (static_cast<double> (numOnFloor) /
                                static_cast<double> (std::max<std::int64_t> (1, numValues)));
        all.numOnFloor += numOnFloor;
        all.numPadded += padded;
        if (own.sound)
        {
            file.sound.hasSamples = true;
            file.sound.samples = *own.sound;
        }
    }
    if (isStored)
        counters.filesDone += static_cast<std::int64_t> (source.files.size ());
    return all;
}
} // namespace

Result<FeatureStatistics> measureFeatures (Storage& storage, ReportSource& source, int numThreads,
                                           const std::atomic<bool>& stop, BatchCounters& counters)
{
    return guarded ([&] { return make (storage, source, numThreads, stop, counters); });
}

} // namespace melstrom
