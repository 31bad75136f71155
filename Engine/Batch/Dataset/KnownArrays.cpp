// The arrays that follow from the plan alone: mapping, labels, row splits.
#include "Engine/Batch/Dataset/DatasetWriter.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <mutex>

namespace melstrom
{

namespace
{
constexpr std::int64_t kColumns = 6;
constexpr std::int64_t kRowBytes = kColumns * sizeof (std::int64_t);
constexpr std::int64_t kStretchRows = 1 << 14; ///< 768 KiB, which stay in a core's cache

/** A split's files with rows, by their place in the plan: their rows follow each other. */
std::vector<std::size_t> filesWithRows (const DatasetPlan& plan, int split)
{
    std::vector<std::size_t> files;
    for (std::size_t index = 0; index < plan.files.size (); ++index)
        if (plan.files[index].split == split && plan.files[index].numRows > 0)
            files.push_back (index);
    return files;
}

/** Rows [first, end) of a split's mapping. */
void fillMapping (const DatasetPlan& plan, const std::vector<std::size_t>& files,
                  std::int64_t first, std::int64_t end, std::int64_t* to)
{
    const auto isAfter = [&plan] (std::int64_t row, std::size_t index)
    { return row < plan.files[index].firstRow; };
    auto at = std::upper_bound (files.begin (), files.end (), first, isAfter) - 1;
    for (std::int64_t segment = first; segment < end; ++at)
    {
        const PlannedFile& file = plan.files[*at];
        const MelGeometry& geometry = plan.geometries.at (file.featureRateHz);
        const std::int64_t fileEnd = std::min (end, file.firstRow + file.numRows);
        std::int64_t inSignal = (segment - file.firstRow) % file.rowsPerSignal;
        for (; segment < fileEnd; ++segment)
        {
            const std::int64_t inLong = inSignal % geometry.shortsPerLong;
            const std::int64_t start = geometry.segmentStart (inSignal);
            *to++ = segment;
            *to++ = static_cast<std::int64_t> (*at);
            *to++ = inSignal / geometry.shortsPerLong;
            *to++ = inLong;
            *to++ = start;
            *to++ = start + geometry.spec.shortWindowSamples;
            inSignal = inSignal + 1 == file.rowsPerSignal ? 0 : inSignal + 1;
        }
    }
}
} // namespace

Result<void> DatasetWriter::writeSmall (OpenFile& file, std::size_t array, const void* data,
                                        std::size_t bytes)
{
    file.checksums[array] = crc32c (0, data, bytes);
    return bytes > 0 ? file.file->writeAt (data, bytes, file.offsets[array]) : Result<void> ();
}

Result<void> DatasetWriter::writeMapping (OpenFile& file, std::size_t array,
                                          const std::function<bool ()>& isStopped, int numThreads)
{
    const int split = file.description.split;
    const std::int64_t numRows = plan_.numRows[static_cast<std::size_t> (split)];
    const std::vector<std::size_t> files = filesWithRows (plan_, split);
    const auto numStretches =
        static_cast<std::size_t> ((numRows + kStretchRows - 1) / kStretchRows);
    std::vector<std::uint32_t> checksums (numStretches);
    std::mutex mutex;
    Result<void> problem;
    const auto write = [&] (std::int64_t first, std::int64_t end)
    {
        if (isStopped ())
            return;
        const auto bytes = static_cast<std::size_t> ((end - first) * kRowBytes);
        const auto rows = std::make_unique_for_overwrite<std::int64_t[]> (
            static_cast<std::size_t> ((end - first) * kColumns));
        fillMapping (plan_, files, first, end, rows.get ());
        checksums[static_cast<std::size_t> (first / kStretchRows)] = crc32c (0, rows.get (), bytes);
        auto written =
            file.file->writeAt (rows.get (), bytes, file.offsets[array] + first * kRowBytes);
        const std::lock_guard lock (mutex);
        if (! written && problem)
            problem = std::move (written);
    };
    parallelStretches (numRows, kStretchRows, numThreads, write);
    for (std::size_t i = 0; i < numStretches; ++i)
    {
        const auto first = static_cast<std::int64_t> (i) * kStretchRows;
        const std::int64_t bytes = std::min (kStretchRows, numRows - first) * kRowBytes;
        file.checksums[array] =
            crc32cCombine (file.checksums[array], checksums[i], static_cast<std::uint64_t> (bytes));
    }
    return problem;
}

Result<void> DatasetWriter::writeKnownArrays (const std::function<bool ()>& isStopped,
                                              int numThreads)
{
    const bool isSegments = options_.preset.spec.layout == Layout::segments;
    for (OpenFile& file : files_)
    {
        std::vector<std::int16_t> labels;
        std::vector<std::int64_t> rowSplits {0};
        for (const PlannedFile& planned : plan_.files)
            if (planned.split == file.description.split && (! isSegments || planned.numRows > 0))
            {
                labels.push_back (static_cast<std::int16_t> (planned.labelId));
                rowSplits.push_back (planned.firstRow + planned.numRows);
            }
        for (std::size_t i = 0; i < file.description.arrays.size (); ++i)
        {
            Result<void> written;
            if (file.description.arrays[i].role == ArrayRole::mapping)
                written = writeMapping (file, i, isStopped, numThreads);
            else if (file.description.arrays[i].role == ArrayRole::labels)
                written =
                    writeSmall (file, i, labels.data (), labels.size () * sizeof (std::int16_t));
            else if (file.description.arrays[i].role == ArrayRole::rowSplits)
                written = writeSmall (file, i, rowSplits.data (),
                                      rowSplits.size () * sizeof (std::int64_t));
            if (! written)
                return written;
        }
    }
    return {};
}

} // namespace melstrom
