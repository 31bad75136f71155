#include "Engine/Batch/Dataset/DatasetWriter.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
constexpr std::int64_t kZeroBytes = 1 << 20;
constexpr std::int64_t kSyncBytes = 256 << 20;

/** "2026-11-21T05:54:00Z"; SOURCE_DATE_EPOCH stands in for the clock where bytes must repeat. */
std::string utcNow ()
{
    const char* fixed = std::getenv ("SOURCE_DATE_EPOCH");
    const std::time_t now = fixed != nullptr
                                ? static_cast<std::time_t> (std::strtoll (fixed, nullptr, 10))
                                : std::time (nullptr);
    std::tm parts {};
    gmtime_r (&now, &parts);
    char text[32];
    std::strftime (text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

Hdf5Description describeH5 (const DatasetFile& file, const DatasetPlan& plan,
                            const BatchOptions& options)
{
    using Json = nlohmann::ordered_json;
    Hdf5Description description;
    for (const DatasetArray& array : file.arrays)
        description.datasets.push_back ({array.name, array.shape});
    Json ids = Json::object ();
    for (std::size_t i = 0; i < plan.labels.size (); ++i)
        ids[plan.labels[i]] = i;
    description.attributes = {{"config_json", jsonText (specJson (options.preset.spec))},
                              {"labels_json", jsonText (plan.labels)},
                              {"label2id_json", jsonText (ids)},
                              {"created_at_utc", utcNow ()},
                              {"melstrom_spec", toToml (options.preset.spec)},
                              {"melstrom_spec_hash", specHash (options.preset.spec)}};
    if (plan.notes.hasTargets ())
        description.attributes.emplace_back ("targets_json", jsonText (plan.notes.targetNames));
    const bool isSegments = options.preset.spec.layout == Layout::segments;
    Hdf5Description::Strings paths {"paths", {}};
    for (const PlannedFile& planned : plan.files)
        if (planned.split == file.split && (! isSegments || planned.numRows > 0))
            paths.values.push_back (planned.path);
    description.strings.push_back (std::move (paths));
    return description;
}
} // namespace

DatasetWriter::DatasetWriter (Storage& storage, const BatchOptions& options,
                              const DatasetPlan& plan)
    : storage_ (storage), options_ (options), plan_ (plan)
{
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

Result<void> DatasetWriter::createNpy (OpenFile& file)
{
    auto created = storage_.create (path (file.description.name + ".part"));
    if (! created)
        return created.error ();
    file.file = std::move (*created);
    file.offsets[0] = kNpyHeaderBytes;
    const ArrayShape& shape = file.description.arrays[0].shape;
    if (auto reserved = file.file->allocate (kNpyHeaderBytes + shape.bytes ()); ! reserved)
        return reserved;
    const std::string header = npyHeader (shape);
    return file.file->writeAt (header.data (), header.size (), 0);
}

Result<void> DatasetWriter::createH5 (OpenFile& file)
{
    const std::string name = path (file.description.name + ".part");
    auto offsets = createHdf5 (storage_, name, describeH5 (file.description, plan_, options_));
    if (! offsets)
        return offsets.error ();
    file.offsets = std::move (*offsets);
    auto opened = storage_.openForUpdate (name);
    if (! opened)
        return opened.error ();
    file.file = std::move (*opened);
    return {};
}

Result<void> DatasetWriter::createParts ()
{
    std::vector<Result<void>> created (files_.size ());
    const auto create = [&] (std::int64_t index)
    {
        const auto place = static_cast<std::size_t> (index);
        OpenFile& file = files_[place];
        created[place] = options_.format == OutputFormat::h5 ? createH5 (file) : createNpy (file);
    };
    parallelFor (static_cast<std::int64_t> (files_.size ()), static_cast<int> (files_.size ()),
                 create);
    for (const Result<void>& one : created)
        if (! one)
            return one;
    return {};
}

Result<void> DatasetWriter::writeRows (int split, std::int64_t firstRow, const void* rows,
                                       std::int64_t numBytes)
{
    const Place place = features_[split];
    const std::int64_t offset =
        place.file->offsets[place.array] + firstRow * plan_.anyGeometry ().rowBytes ();
    return write (*place.file, rows, numBytes, offset);
}

Result<void> DatasetWriter::write (OpenFile& file, const void* data, std::int64_t numBytes,
                                   std::int64_t offset)
{
    if (auto written = file.file->writeAt (data, static_cast<std::size_t> (numBytes), offset);
        ! written)
        return written;
    // What is synced on the way need not be waited for at the end, or when the run is interrupted
    // there.
    const std::int64_t before = writtenBytes_.fetch_add (numBytes);
    if (before / kSyncBytes == (before + numBytes) / kSyncBytes)
        return {};
    return file.file->syncData ();
}

Result<void> DatasetWriter::writeWaveform (int split, std::int64_t firstRow, const float* samples,
                                           std::int64_t numValues)
{
    const Place place = waveforms_[split];
    return write (*place.file, samples, 4 * numValues,
                  place.file->offsets[place.array] + firstRow * waveformRowBytes ());
}

Result<std::uint32_t> DatasetWriter::zeroRows (const PlannedFile& file)
{
    if (file.numRows == 0)
        return std::uint32_t {0};
    const std::int64_t rowBytes = plan_.anyGeometry ().rowBytes ();
    const std::vector<std::byte> zeros (static_cast<std::size_t> (std::max (kZeroBytes, rowBytes)));
    const std::int64_t rowsAtOnce = static_cast<std::int64_t> (zeros.size ()) / rowBytes;
    std::uint32_t crc = 0;
    for (std::int64_t row = 0; row < file.numRows; row += rowsAtOnce)
    {
        const std::int64_t bytes = std::min (rowsAtOnce, file.numRows - row) * rowBytes;
        crc = crc32c (crc, zeros.data (), static_cast<std::size_t> (bytes));
        if (auto written = writeRows (file.split, file.firstRow + row, zeros.data (), bytes);
            ! written)
            return written.error ();
    }
    if (! hasWaveform ())
        return crc;
    const std::vector<float> silence (
        static_cast<std::size_t> (options_.preset.spec.shortWindowSamples));
    for (std::int64_t row = 0; row < file.numRows; ++row)
        if (auto written = writeWaveform (file.split, file.firstRow + row, silence.data (),
                                          static_cast<std::int64_t> (silence.size ()));
            ! written)
            return written.error ();
    return crc;
}

} // namespace melstrom
