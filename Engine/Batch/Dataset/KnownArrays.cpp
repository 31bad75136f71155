// The arrays that follow from the plan alone: mapping, labels, targets, row splits.
#include "Engine/Batch/Dataset/DatasetWriter.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <limits>
#include <mutex>

namespace melstrom
{

namespace
{
constexpr std::int64_t kColumns = 6;
constexpr std::int64_t kRowBytes = kColumns * sizeof (std::int64_t);
constexpr std::int64_t kStretchRows = 1 << 14;    ///< 768 KiB, which stay in a core's cache
constexpr std::size_t kAnnotationBytes = 1 << 20; ///< written at once

/** The files of a split with rows, as indices in the plan; their rows follow each other. */
std::vector<std::size_t> filesWithRows (const DatasetPlan& plan, int split)
{
    std::vector<std::size_t> files;
    for (std::size_t index = 0; index < plan.files.size (); ++index)
        if (plan.files[index].split == split && plan.files[index].numRows > 0)
            files.push_back (index);
    return files;
}

/** The files that an array of a split has rows for, as indices in the plan; for kAllSplits all
    planned files. */
std::vector<std::size_t> filesOf (const DatasetPlan& plan, int split, bool isSegments)
{
    std::vector<std::size_t> files;
    for (std::size_t index = 0; index < plan.files.size (); ++index)
    {
        const PlannedFile& file = plan.files[index];
        if (split == kAllSplits || (file.split == split && (! isSegments || file.numRows > 0)))
            files.push_back (index);
    }
    return files;
}

/** Appends 1 for each of a file's labels, at its id, and 0 for all other labels. */
void appendLabels (std::vector<std::byte>& rows, const DatasetPlan& plan, const PlannedFile& file)
{
    const std::size_t first = rows.size ();
    rows.resize (first + plan.labels.size ());
    for (const int label : plan.labelsOf (file))
        rows[first + static_cast<std::size_t> (label)] = std::byte {1};
}

/** Appends a file's targets; all NaN if none were given. */
void appendTargets (std::vector<std::byte>& rows, const DatasetPlan& plan, const PlannedFile& file)
{
    const std::vector<float> unsaid (plan.notes.targetNames.size (),
                                     std::numeric_limits<float>::quiet_NaN ());
    const auto said = plan.targetsOf (file);
    const auto bytes = std::as_bytes (said.empty () ? std::span<const float> (unsaid) : said);
    rows.insert (rows.end (), bytes.begin (), bytes.end ());
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
        const std::int64_t rowsOfSignal = file.rowsPerSignal ();
        std::int64_t inSignal = (segment - file.firstRow) % rowsOfSignal;
        std::int64_t longIndex = inSignal / geometry.shortsPerLong;
        std::int64_t inLong = inSignal % geometry.shortsPerLong;
        std::int64_t start = geometry.segmentStart (inSignal);
        for (; segment < fileEnd; ++segment)
        {
            *to++ = segment;
            *to++ = static_cast<std::int64_t> (*at);
            *to++ = longIndex;
            *to++ = inLong;
            *to++ = start;
            *to++ = start + geometry.spec.shortWindowSamples;
            if (++inSignal == rowsOfSignal) // the next signal of the file
                inSignal = longIndex = inLong = start = 0;
            else if (++inLong == geometry.shortsPerLong)
            {
                inLong = 0;
                start = ++longIndex * geometry.spec.longHopSamples;
            }
            else
                start += geometry.spec.shortHopSamples;
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

Result<void> DatasetWriter::writeLabels (OpenFile& file, std::size_t array,
                                         const std::vector<std::size_t>& files)
{
    std::vector<std::int16_t> labels;
    for (const std::size_t index : files)
        labels.push_back (static_cast<std::int16_t> (plan_.labelIdOf (plan_.files[index])));
    return writeSmall (file, array, labels.data (), labels.size () * sizeof (std::int16_t));
}

Result<void> DatasetWriter::writeRowSplits (OpenFile& file, std::size_t array,
                                            const std::vector<std::size_t>& files)
{
    std::vector<std::int64_t> rowSplits {0};
    for (const std::size_t index : files)
        rowSplits.push_back (plan_.files[index].firstRow + plan_.files[index].numRows);
    return writeSmall (file, array, rowSplits.data (), rowSplits.size () * sizeof (std::int64_t));
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

Result<void> DatasetWriter::writeAnnotations (OpenFile& file, std::size_t array,
                                              const std::vector<std::size_t>& files)
{
    const DatasetArray& description = file.description.arrays[array];
    const auto width = static_cast<std::size_t> (description.shape.dimensions.back ());
    const std::size_t rowBytes =
        width * static_cast<std::size_t> (bytesPerElement (description.shape.type));
    const std::size_t rowsAtOnce = std::max<std::size_t> (1, kAnnotationBytes / rowBytes);
    std::vector<std::byte> rows;
    std::int64_t offset = file.offsets[array];
    for (std::size_t first = 0; first < files.size (); first += rowsAtOnce)
    {
        const std::size_t end = std::min (first + rowsAtOnce, files.size ());
        rows.clear ();
        for (std::size_t i = first; i < end; ++i)
            if (description.role == ArrayRole::targets)
                appendTargets (rows, plan_, plan_.files[files[i]]);
            else
                appendLabels (rows, plan_, plan_.files[files[i]]);
        file.checksums[array] = crc32c (file.checksums[array], rows.data (), rows.size ());
        MELSTROM_TRY (file.file->writeAt (rows.data (), rows.size (), offset));
        offset += static_cast<std::int64_t> (rows.size ());
    }
    return {};
}

Result<void> DatasetWriter::writeKnownArrays (const std::function<bool ()>& isStopped,
                                              int numThreads)
{
    const bool isSegments = options_.preset.spec.layout == Layout::segments;
    for (OpenFile& file : files_)
    {
        const bool hasRowsOfFiles =
            std::ranges::any_of (file.description.arrays,
                                 [] (const DatasetArray& array)
                                 {
                                     return array.role != ArrayRole::features &&
                                            array.role != ArrayRole::waveform &&
                                            array.role != ArrayRole::mapping;
                                 });
        const std::vector<std::size_t> files =
            hasRowsOfFiles ? filesOf (plan_, file.description.split, isSegments)
                           : std::vector<std::size_t> ();
        for (std::size_t i = 0; i < file.description.arrays.size (); ++i)
        {
            Result<void> written;
            switch (file.description.arrays[i].role)
            {
                case ArrayRole::mapping:
                    written = writeMapping (file, i, isStopped, numThreads);
                    break;
                case ArrayRole::labels: written = writeLabels (file, i, files); break;
                case ArrayRole::rowSplits: written = writeRowSplits (file, i, files); break;
                case ArrayRole::labelsMulti:
                case ArrayRole::targets: written = writeAnnotations (file, i, files); break;
                case ArrayRole::features:
                case ArrayRole::waveform: break; // the pipeline writes them
            }
            if (! written)
                return written;
        }
    }
    return {};
}

} // namespace melstrom
