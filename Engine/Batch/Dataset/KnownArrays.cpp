// The arrays that follow from the plan alone: mapping, labels, row splits.
#include "Engine/Batch/Dataset/DatasetWriter.h"

#include "Engine/Core/Crc32c.h"

namespace melstrom
{

namespace
{
constexpr std::int64_t kMappingRows = 1 << 16;
} // namespace

Result<void> DatasetWriter::writeSmall (OpenFile& file, std::size_t array, const void* data,
                                        std::size_t bytes)
{
    file.checksums[array] = crc32c (0, data, bytes);
    return bytes > 0 ? file.file->writeAt (data, bytes, file.offsets[array]) : Result<void> ();
}

Result<void> DatasetWriter::writeMapping (OpenFile& file, std::size_t array,
                                          const std::atomic<bool>& stop)
{
    std::vector<std::int64_t> rows;
    std::int64_t segment = 0, offset = file.offsets[array];
    const auto flush = [&] () -> Result<void>
    {
        const std::size_t bytes = rows.size () * sizeof (std::int64_t);
        file.checksums[array] = crc32c (file.checksums[array], rows.data (), bytes);
        auto written = file.file->writeAt (rows.data (), bytes, offset);
        offset += static_cast<std::int64_t> (bytes);
        rows.clear ();
        return written;
    };
    for (std::size_t index = 0; index < plan_.files.size () && ! stop; ++index)
    {
        const PlannedFile& planned = plan_.files[index];
        if (planned.split != file.description.split)
            continue;
        if (planned.numRows == 0)
            continue;
        const MelGeometry& geometry = plan_.geometries.at (planned.featureRateHz);
        for (std::int64_t row = 0; row < planned.numRows; ++row, ++segment)
        {
            const std::int64_t inSignal = row % planned.rowsPerSignal;
            const std::int64_t start = geometry.segmentStart (inSignal);
            rows.insert (rows.end (),
                         {segment, static_cast<std::int64_t> (index),
                          inSignal / geometry.shortsPerLong, inSignal % geometry.shortsPerLong,
                          start, start + geometry.spec.shortWindowSamples});
            if (rows.size () >= 6 * kMappingRows)
                if (auto written = flush (); ! written)
                    return written;
        }
    }
    return rows.empty () ? Result<void> () : flush ();
}

Result<void> DatasetWriter::writeKnownArrays (const std::atomic<bool>& stop)
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
                written = writeMapping (file, i, stop);
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
