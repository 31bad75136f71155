#include "Engine/Batch/Run/Pipeline/Chunks.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Parts start on a cache line, so that a backend may load them with aligned copies. */
constexpr std::int64_t kPartAlignment = 64;

std::int64_t aligned (std::int64_t bytes) noexcept
{
    return (bytes + kPartAlignment - 1) / kPartAlignment * kPartAlignment;
}

/** The fewest rows of a signal that may stand alone in a chunk. */
std::int64_t rowsAtLeast (const MelGeometry& geometry) noexcept
{
    const bool onGrid =
        geometry.spec.layout == Layout::frames && geometry.spec.needsSignalStatistics ();
    return onGrid ? kStatisticsFrames : 1;
}

bool isCutByStatistics (const MelGeometry& geometry) noexcept
{
    return rowsAtLeast (geometry) > 1;
}

std::int64_t inputBytesOf (const PlannedFile& file, const MelGeometry& geometry,
                           std::int64_t firstRow, std::int64_t numRows)
{
    const auto range = geometry.samplesOfRows (file.signalSamples, firstRow, numRows);
    return aligned ((range.end - range.first) * file.bytesPerFrame ());
}

Chunk start (const PlannedFile& file, std::int64_t firstRow)
{
    Chunk chunk;
    chunk.rateHz = file.featureRateHz;
    chunk.split = file.split;
    chunk.firstRow = firstRow;
    return chunk;
}
} // namespace

std::optional<ReadJob> JobCutter::next ()
{
    while (jobs_.empty ())
        if (! goOn ())
            return {};
    ReadJob job = std::move (jobs_.front ());
    jobs_.pop_front ();
    return job;
}

/** Takes the next file, or the end of a split; false after the last split. */
bool JobCutter::goOn ()
{
    if (split_ == plan_.numRows.size ())
        return false;
    if (file_ == plan_.files.size ())
    {
        close ();
        file_ = 0;
        last_ = -1;
        ++split_;
        return true;
    }
    const std::size_t index = file_++;
    if (plan_.files[index].numRows > 0 && plan_.files[index].split == static_cast<int> (split_))
        add (static_cast<std::int32_t> (index));
    return true;
}

/** True if the file is a box of the recording of the last file, which must be decoded in order. */
bool JobCutter::followsInOrder (std::int32_t index) const
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    return last_ >= 0 && file.sourceInOrder &&
           plan_.isSameRecording (plan_.files[static_cast<std::size_t> (last_)], file);
}

void JobCutter::add (std::int32_t index)
{
    const bool follows = followsInOrder (index);
    last_ = index;
    if (! follows && ! job_.chunks.empty ())
        close ();
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    const MelGeometry& geometry = plan_.geometries.at (file.featureRateHz);
    const std::int64_t inputBytes = inputBytesOf (file, geometry, 0, file.rowsPerSignal ());
    const std::int64_t outputBytes = file.numRows * geometry.rowBytes ();
    if (inputBytes > slab_.inputBytes || outputBytes > slab_.outputBytes)
    {
        close ();
        addLong (index, file, geometry);
        return;
    }
    const bool fits = open_.inputBytes + inputBytes <= slab_.inputBytes &&
                      open_.outputBytes + outputBytes <= slab_.outputBytes &&
                      open_.rateHz == file.featureRateHz;
    if (! fits && follows)
        closeChunk ();
    else if (! fits)
        close ();
    if (open_.parts.empty ())
        open_ = start (file, file.firstRow);
    for (std::int32_t signal = 0; signal < file.numSignals; ++signal)
        append (open_, index, signal, 0, file.rowsPerSignal (), signal > 0);
}

void JobCutter::closeChunk ()
{
    if (! open_.parts.empty ())
        job_.chunks.push_back (std::move (open_));
    open_ = {};
}

void JobCutter::close ()
{
    closeChunk ();
    if (! job_.chunks.empty ())
        jobs_.push_back (std::move (job_));
    job_ = {};
}

void JobCutter::append (Chunk& chunk, std::int32_t index, std::int32_t signal,
                        std::int64_t firstRow, std::int64_t numRows, bool sharesInput) const
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    const MelGeometry& geometry = plan_.geometries.at (file.featureRateHz);
    const auto range = geometry.samplesOfRows (file.signalSamples, firstRow, numRows);
    ChunkPart part;
    part.file = index;
    part.signal = signal;
    part.firstRow = firstRow;
    part.numRows = numRows;
    part.firstSample = range.first;
    part.numSamples = range.end - range.first;
    part.firstNewSample = signal > 0 ? range.end : range.first;
    part.inputByte = sharesInput ? chunk.parts.back ().inputByte : chunk.inputBytes;
    part.outputByte = chunk.outputBytes;
    part.sharesInput = sharesInput;
    chunk.parts.push_back (part);
    chunk.inputBytes += sharesInput ? 0 : aligned (part.numSamples * file.bytesPerFrame ());
    chunk.outputBytes += numRows * geometry.rowBytes ();
    chunk.numRows += numRows;
}

/** The most rows from firstRow on that a slab takes, by bisection: samples grow with rows. */
std::int64_t JobCutter::rowsThatFit (const PlannedFile& file, const MelGeometry& geometry,
                                     std::int64_t firstRow) const
{
    const std::int64_t least = rowsAtLeast (geometry);
    std::int64_t low = 1, high = (std::min (file.rowsPerSignal () - firstRow,
                                            slab_.outputBytes / geometry.rowBytes ()) +
                                  least - 1) /
                                 least;
    while (low < high)
    {
        const std::int64_t middle = (low + high + 1) / 2;
        const std::int64_t rows = std::min (middle * least, file.rowsPerSignal () - firstRow);
        const bool fits = inputBytesOf (file, geometry, firstRow, rows) <= slab_.inputBytes &&
                          rows * geometry.rowBytes () <= slab_.outputBytes;
        (fits ? low : high) = fits ? middle : middle - 1;
    }
    return std::min (low * least, file.rowsPerSignal () - firstRow);
}

void JobCutter::addLong (std::int32_t index, const PlannedFile& file, const MelGeometry& geometry)
{
    const bool twice = isCutByStatistics (geometry);
    ReadJob job;
    std::int64_t seenSamples = 0; // in earlier chunks
    for (std::int32_t signal = 0; signal < file.numSignals; ++signal)
        for (std::int64_t row = 0; row < file.rowsPerSignal ();)
        {
            const std::int64_t rows = rowsThatFit (file, geometry, row);
            Chunk chunk = start (file, file.firstRow + signal * file.rowsPerSignal () + row);
            append (chunk, index, signal, row, rows, false);
            ChunkPart& part = chunk.parts.back ();
            part.firstNewSample = std::max (part.firstNewSample, seenSamples);
            seenSamples = std::max (seenSamples, part.firstSample + part.numSamples);
            row += rows;
            if (twice)
            {
                chunk.pass = MelPass::finish;
                job.statistics.push_back (chunk);
                job.statistics.back ().pass = MelPass::statistics;
            }
            job.chunks.push_back (std::move (chunk));
            if (! twice && ! file.inOrderOnly)
            {
                jobs_.push_back (std::move (job));
                job = {};
            }
        }
    if (! job.chunks.empty ())
        jobs_.push_back (std::move (job));
}

void countDone (const ChunkPart& part, const DatasetPlan& plan, BatchCounters& counters)
{
    const PlannedFile& file = plan.files[static_cast<std::size_t> (part.file)];
    counters.rowsDone += part.numRows;
    counters.audioMicrosecondsDone +=
        static_cast<std::int64_t> (file.seconds () * 1e6 * static_cast<double> (part.numRows) /
                                   static_cast<double> (file.numRows));
    if (part.signal == file.numSignals - 1 && part.firstRow + part.numRows == file.rowsPerSignal ())
        ++counters.filesDone;
}

SlabSize leastSlab (const DatasetPlan& plan)
{
    SlabSize least;
    for (const PlannedFile& file : plan.files)
    {
        if (file.numRows == 0)
            continue;
        const MelGeometry& geometry = plan.geometries.at (file.featureRateHz);
        const std::int64_t rows = std::min (file.rowsPerSignal (), rowsAtLeast (geometry));
        if (geometry.spec.layout == Layout::segments) // pre-emphasis needs one sample before
            least.inputBytes =
                std::max (least.inputBytes,
                          aligned (std::min<std::int64_t> (file.signalSamples,
                                                           geometry.spec.shortWindowSamples + 1) *
                                   file.bytesPerFrame ()));
        // The middle of a signal needs the most samples, because its rows have both neighbours; the
        // end may reflect.
        const std::int64_t pieces = (file.rowsPerSignal () + rows - 1) / rows;
        for (const std::int64_t piece :
             {std::int64_t {0}, pieces / 2, std::max<std::int64_t> (0, pieces - 2), pieces - 1})
            least.inputBytes =
                std::max (least.inputBytes,
                          inputBytesOf (file, geometry, piece * rows,
                                        std::min (rows, file.rowsPerSignal () - piece * rows)));
        least.outputBytes = std::max (least.outputBytes, rows * geometry.rowBytes ());
    }
    return least;
}

} // namespace melstrom
