#include "Engine/Batch/Dataset/DatasetWriter.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kZeroBytes = 1 << 20;
} // namespace

DatasetWriter::DatasetWriter (Storage& storage, const BatchOptions& options,
                              const DatasetPlan& plan, std::string createdAt)
    : storage_ (storage), options_ (options), plan_ (plan), createdAt_ (std::move (createdAt)),
      rowBytes_ (storedRowBytes (plan, options))
{
    const MelGeometry& geometry = plan.anyGeometry ();
    if (options.moments)
    {
        moments_ = MomentRecord {*options.moments, "given", 0};
        normaliser_.emplace (*options.moments, geometry.rowElements () / geometry.numFeatures,
                             options.preset.spec.storedType);
    }
    if (options.needsRawRows ())
    {
        rowBytes_ = geometry.rowBytes ();
        raw_ = std::make_unique<RawRows> (storage, options.outputFolder,
                                          RawRows::Shape {plan.numRows, plan.hasSplits, rowBytes_});
    }
    for (DatasetFile& file : layOutDataset (plan, options))
    {
        const std::size_t count = file.arrays.size ();
        files_.push_back ({std::move (file), std::vector<std::int64_t> (count),
                           std::vector<std::uint32_t> (count), nullptr});
    }
    for (int split = 0; split < 3; ++split)
    {
        features_[split] = find (ArrayRole::features, split);
        waveforms_[split] = find (ArrayRole::waveform, split);
    }
}

DatasetWriter::Place DatasetWriter::find (ArrayRole role, int split)
{
    for (OpenFile& file : files_)
        for (std::size_t i = 0; i < file.description.arrays.size (); ++i)
            if (file.description.split == split && file.description.arrays[i].role == role)
                return {&file, i};
    return {};
}

void DatasetWriter::finishRows (std::byte* rows, std::int64_t numRows) const noexcept
{
    if (normaliser_)
        normaliser_->apply (rows, numRows);
}

Result<void> DatasetWriter::writeRows (int split, std::int64_t firstRow, const void* rows,
                                       std::int64_t numBytes)
{
    return raw_ ? raw_->write (split, firstRow, rows, numBytes)
                : writeStoredRows (split, firstRow, rows, numBytes);
}

Result<void> DatasetWriter::writeStoredRows (int split, std::int64_t firstRow, const void* rows,
                                             std::int64_t numBytes)
{
    const Place place = features_[split];
    const std::int64_t offset =
        place.file->offsets[place.array] + firstRow * storedRowBytes (plan_, options_);
    return write (*place.file, rows, numBytes, offset);
}

Result<void> DatasetWriter::write (OpenFile& file, const void* data, std::int64_t numBytes,
                                   std::int64_t offset)
{
    return file.file->writeAt (data, static_cast<std::size_t> (numBytes), offset);
}

Result<void> DatasetWriter::writeWaveform (int split, std::int64_t firstRow, const float* samples,
                                           std::int64_t numValues)
{
    const Place place = waveforms_[split];
    return write (*place.file, samples, 4 * numValues,
                  place.file->offsets[place.array] + firstRow * waveformRowBytes ());
}

Result<bool> DatasetWriter::cloneRows (int split, std::int64_t firstRow, ReadableFile& from,
                                       ByteRange range)
{
    const Place place = features_[split];
    return place.file->file->cloneFrom (from, range.offset, range.bytes,
                                        place.file->offsets[place.array] +
                                            firstRow * storedRowBytes (plan_, options_));
}

Result<bool> DatasetWriter::cloneWaveform (int split, std::int64_t firstRow, ReadableFile& from,
                                           ByteRange range)
{
    const Place place = waveforms_[split];
    return place.file->file->cloneFrom (from, range.offset, range.bytes,
                                        place.file->offsets[place.array] +
                                            firstRow * waveformRowBytes ());
}

Result<std::uint32_t> DatasetWriter::zeroRows (const PlannedFile& file)
{
    if (file.numRows == 0)
        return std::uint32_t {0};
    const std::int64_t rowBytes = storedRowBytes (plan_, options_);
    const std::vector<std::byte> zeros (static_cast<std::size_t> (std::max (kZeroBytes, rowBytes)));
    const std::int64_t rowsAtOnce = static_cast<std::int64_t> (zeros.size ()) / rowBytes;
    std::uint32_t crc = 0;
    for (std::int64_t row = 0; row < file.numRows; row += rowsAtOnce)
    {
        const std::int64_t bytes = std::min (rowsAtOnce, file.numRows - row) * rowBytes;
        crc = crc32c (crc, zeros.data (), static_cast<std::size_t> (bytes));
        MELSTROM_TRY (writeStoredRows (file.split, file.firstRow + row, zeros.data (), bytes));
    }
    if (! hasWaveform ())
        return crc;
    const std::vector<float> silence (
        static_cast<std::size_t> (options_.preset.spec.shortWindowSamples));
    for (std::int64_t row = 0; row < file.numRows; ++row)
        MELSTROM_TRY (writeWaveform (file.split, file.firstRow + row, silence.data (),
                                     static_cast<std::int64_t> (silence.size ())));
    return crc;
}

} // namespace melstrom
