// The parts of a dataset: made, found again after a crash, brought to stable storage.
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
/** An entry is a row; in the segments layout it is a file. */
std::vector<Hdf5Source> sourcesOf (const std::vector<SourceRows>& rows, bool isSegments)
{
    std::vector<Hdf5Source> sources;
    for (const SourceRows& source : rows)
        sources.push_back ({source.path, isSegments ? source.numFiles : source.numRows});
    return sources;
}

Hdf5Description describeH5 (const DatasetFile& file, const DatasetPlan& plan,
                            const BatchOptions& options, const std::string& createdAt)
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
                              {"created_at_utc", createdAt},
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

template <typename Make>
Result<void> DatasetWriter::forEachFile (Make make)
{
    std::vector<Result<void>> made (files_.size ());
    parallelFor (static_cast<std::int64_t> (files_.size ()), static_cast<int> (files_.size ()),
                 [&] (std::int64_t index)
                 {
                     const auto place = static_cast<std::size_t> (index);
                     made[place] = guarded ([&] { return make (files_[place]); });
                 });
    const auto bad =
        std::find_if (made.begin (), made.end (), [] (const auto& one) { return ! one; });
    return bad != made.end () ? *bad : Result<void> ();
}

Hdf5Description DatasetWriter::describe (const OpenFile& file) const
{
    Hdf5Description description = describeH5 (file.description, plan_, options_, createdAt_);
    const auto& sources = sources_[static_cast<std::size_t> (file.description.split)];
    for (std::size_t i = 0; i < file.description.arrays.size (); ++i)
    {
        const ArrayRole role = file.description.arrays[i].role;
        if (role == ArrayRole::features || role == ArrayRole::waveform)
            description.datasets[i].sources =
                sourcesOf (sources, options_.preset.spec.layout == Layout::segments);
    }
    return description;
}

Result<void> DatasetWriter::createParts ()
{
    MELSTROM_TRY (forEachFile (
        [this] (OpenFile& file)
        { return options_.format == OutputFormat::h5 ? createH5 (file) : createNpy (file); }));
    return raw_ ? raw_->create () : Result<void> ();
}

Result<void> DatasetWriter::createNpy (OpenFile& file)
{
    MELSTROM_TRY_VALUE (file.file, storage_.create (path (file.description.name + ".part")));
    return layOutNpy (file);
}

Result<void> DatasetWriter::layOutNpy (OpenFile& file)
{
    file.offsets[0] = kNpyHeaderBytes;
    const ArrayShape& shape = file.description.arrays[0].shape;
    MELSTROM_TRY (file.file->allocate (kNpyHeaderBytes + shape.bytes ()));
    const std::string header = npyHeader (shape);
    return file.file->writeAt (header.data (), header.size (), 0);
}

Result<void> DatasetWriter::createH5 (OpenFile& file)
{
    const std::string name = path (file.description.name + ".part");
    MELSTROM_TRY_VALUE (file.offsets, createHdf5 (storage_, name, describe (file)));
    MELSTROM_TRY_VALUE (file.file, storage_.openForUpdate (name));
    return {};
}

Result<void> DatasetWriter::takeBackFinalNames ()
{
    bool anyRenamed = false;
    for (const OpenFile& file : files_)
    {
        const std::string name = path (file.description.name);
        if (storage_.info (name + ".part") || ! storage_.info (name))
            continue;
        MELSTROM_TRY (storage_.rename (name, name + ".part"));
        anyRenamed = true;
    }
    // before the first write, because a file with its final name counts as complete
    return anyRenamed ? storage_.syncFolder (options_.outputFolder) : Result<void> ();
}

Result<void> DatasetWriter::openParts ()
{
    MELSTROM_TRY (takeBackFinalNames ());
    MELSTROM_TRY (forEachFile ([this] (OpenFile& file) { return openPart (file); }));
    return raw_ ? raw_->open () : Result<void> ();
}

Result<void> DatasetWriter::openPart (OpenFile& file)
{
    const bool isHdf5 = options_.format == OutputFormat::h5;
    const std::string name = path (file.description.name + ".part");
    if (! storage_.info (name))
        return isHdf5 ? createH5 (file) : createNpy (file);
    MELSTROM_TRY_VALUE (file.file, storage_.openForUpdate (name));
    if (! isHdf5)
    {
        const std::int64_t bytes = kNpyHeaderBytes + file.description.arrays[0].shape.bytes ();
        const auto size = file.file->size ();
        if (size && *size > bytes)
            MELSTROM_TRY (file.file->resize (bytes));
        return layOutNpy (file);
    }
    MELSTROM_TRY_VALUE (file.offsets, renewHdf5 (*file.file, name, describe (file)));
    return {};
}

Result<void> DatasetWriter::syncParts ()
{
    for (OpenFile& file : files_)
        MELSTROM_TRY (file.file->syncData ());
    return raw_ ? raw_->sync () : Result<void> ();
}

Result<void> DatasetWriter::removeParts ()
{
    for (const OpenFile& file : files_)
        MELSTROM_TRY (storage_.remove (path (file.description.name + ".part")));
    MELSTROM_TRY (removeRawRows ());
    return storage_.syncFolder (options_.outputFolder);
}

Result<void> DatasetWriter::removeRawRows ()
{
    return raw_ ? raw_->remove () : Result<void> ();
}

Result<void> DatasetWriter::readBack (Place place, void* to, std::int64_t numBytes,
                                      std::int64_t offset)
{
    const auto bytes = static_cast<std::size_t> (numBytes);
    MELSTROM_TRY_VALUE (const auto got, place.file->file->readAt (
                                            to, bytes, place.file->offsets[place.array] + offset));
    if (got < bytes)
        return Error {ErrorCode::truncated,
                      path (place.file->description.name) + ".part ends before the end of its rows",
                      {}};
    return {};
}

Result<void> DatasetWriter::readRows (int split, std::int64_t firstRow, void* to,
                                      std::int64_t numBytes)
{
    return raw_ ? raw_->read (split, firstRow, to, numBytes)
                : readStoredRows (split, firstRow, to, numBytes);
}

Result<void> DatasetWriter::readStoredRows (int split, std::int64_t firstRow, void* to,
                                            std::int64_t numBytes)
{
    return readBack (features_[split], to, numBytes, firstRow * storedRowBytes (plan_, options_));
}

Result<void> DatasetWriter::readWaveform (int split, std::int64_t firstRow, void* to,
                                          std::int64_t numBytes)
{
    return readBack (waveforms_[split], to, numBytes, firstRow * waveformRowBytes ());
}

} // namespace melstrom
