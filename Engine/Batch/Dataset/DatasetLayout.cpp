#include "Engine/Batch/Dataset/DatasetLayout.h"

#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Journal/Journal.h"
#include "Engine/Batch/Normalisation/RawRows.h"
#include "Engine/Batch/Statistics/DatasetStatistics.h"

namespace melstrom
{

namespace
{
ElementType elementOf (StoredType type) noexcept
{
    return type == StoredType::float16 ? ElementType::float16 : ElementType::float32;
}

/** "features" or, with splits, "features_TRAINING". */
std::string splitName (const std::string& stem, int split, bool hasSplits)
{
    return hasSplits ? stem + "_" + kSplitNames[split] : stem;
}

/** Arrays of annotations besides one label: labels of files with several labels, and targets. */
std::vector<DatasetArray> annotationArrays (const DatasetPlan& plan, std::int64_t files)
{
    std::vector<DatasetArray> arrays;
    const auto sizeOf = [] (const auto& names)
    { return static_cast<std::int64_t> (names.size ()); };
    if (plan.notes.hasSeveralLabels ())
        arrays.push_back ({ArrayRole::labelsMulti,
                           "labels_multi",
                           "file,label",
                           {ElementType::uint8, {files, sizeOf (plan.labels)}}});
    if (plan.notes.hasTargets ())
        arrays.push_back ({ArrayRole::targets,
                           "targets",
                           "file,target",
                           {ElementType::float32, {files, sizeOf (plan.notes.targetNames)}}});
    return arrays;
}

/** Lays out one split's files. */
class SplitLayout
{
public:
    SplitLayout (const DatasetPlan& plan, const BatchOptions& options, const MelGeometry& geometry,
                 int split)
        : plan_ (plan), options_ (options), geometry_ (geometry), spec_ (geometry.spec),
          split_ (split), rows_ (plan.numRows[static_cast<std::size_t> (split)]),
          type_ (elementOf (options.preset.spec.storedType))
    {
    }

    std::vector<DatasetFile> npyFiles () const
    {
        std::vector<DatasetFile> files;
        const auto add = [&] (const DatasetArray& array) {
            files.push_back (
                {splitName (array.name, split_, plan_.hasSplits) + ".npy", split_, {array}});
        };
        const bool segments = spec_.layout == Layout::segments;
        const std::int64_t features = geometry_.numFeatures, frames = geometry_.framesPerSegment;
        if (segments)
            add ({ArrayRole::features,
                  "features",
                  "segment,band,frame",
                  {type_, {rows_, features, frames}}});
        else
            add ({ArrayRole::features, "features", "row,band", {type_, {rows_, features}}});
        if (options_.waveform)
            add ({ArrayRole::waveform,
                  "waveform",
                  "segment,sample",
                  {ElementType::float32, {rows_, spec_.shortWindowSamples}}});
        if (segments)
            add ({ArrayRole::mapping,
                  "mapping",
                  "segment,column",
                  {ElementType::int64, {rows_, 6}}});
        return files;
    }

    DatasetFile h5File () const
    {
        DatasetFile file {splitName ("features", split_, plan_.hasSplits) + ".h5", split_, {}};
        if (spec_.layout == Layout::segments)
            addSegmentArrays (file);
        else
            addFrameArrays (file);
        return file;
    }

private:
    std::int64_t filesInSplit () const
    {
        std::int64_t count = 0;
        for (const PlannedFile& file : plan_.files)
            count += file.split == split_ ? 1 : 0;
        return count;
    }

    void addSegmentArrays (DatasetFile& file) const
    {
        const std::int64_t files = plan_.numFiles[static_cast<std::size_t> (split_)];
        const std::int64_t shorts = geometry_.shortsPerLong;
        const std::int64_t longs = files > 0 ? rows_ / files / shorts : 0;
        file.arrays.push_back (
            {ArrayRole::features,
             "segments_mel",
             "file,long,short,band,frame",
             {type_, {files, longs, shorts, geometry_.numFeatures, geometry_.framesPerSegment}}});
        addLabelArrays (file, files);
        if (options_.waveform)
            file.arrays.push_back (
                {ArrayRole::waveform,
                 "segments_waveform",
                 "file,long,short,sample",
                 {ElementType::float32, {files, longs, shorts, spec_.shortWindowSamples}}});
    }

    void addFrameArrays (DatasetFile& file) const
    {
        const std::int64_t files = filesInSplit ();
        file.arrays.push_back (
            {ArrayRole::features, "features", "row,band", {type_, {rows_, geometry_.numFeatures}}});
        file.arrays.push_back (
            {ArrayRole::rowSplits, "row_splits", "boundary", {ElementType::int64, {files + 1}}});
        addLabelArrays (file, files);
    }

    void addLabelArrays (DatasetFile& file, std::int64_t files) const
    {
        file.arrays.push_back (
            {ArrayRole::labels, "labels", "file", {ElementType::int16, {files}}});
        for (DatasetArray& array : annotationArrays (plan_, files))
            file.arrays.push_back (std::move (array));
    }

    const DatasetPlan& plan_;
    const BatchOptions& options_;
    const MelGeometry& geometry_;
    const MelSpec& spec_;
    int split_;
    std::int64_t rows_;
    ElementType type_;
};
} // namespace

std::vector<DatasetFile> layOutDataset (const DatasetPlan& plan, const BatchOptions& options)
{
    std::vector<DatasetFile> files;
    for (int split = 0; split < 3; ++split)
    {
        if (plan.numRows[static_cast<std::size_t> (split)] == 0 && (plan.hasSplits || split > 0))
            continue;
        const SplitLayout layout (plan, options, plan.anyGeometry (), split);
        if (options.format == OutputFormat::h5)
            files.push_back (layout.h5File ());
        else
            for (DatasetFile& file : layout.npyFiles ())
                files.push_back (std::move (file));
    }
    if (options.format == OutputFormat::npy)
        for (DatasetArray& array :
             annotationArrays (plan, static_cast<std::int64_t> (plan.files.size ())))
            files.push_back ({array.name + ".npy", kAllSplits, {std::move (array)}});
    return files;
}

std::int64_t storedRowBytes (const DatasetPlan& plan, const BatchOptions& options) noexcept
{
    return plan.anyGeometry ().rowElements () *
           bytesPerElement (elementOf (options.preset.spec.storedType));
}

std::vector<std::string> allDatasetNames ()
{
    std::vector<std::string> names {"dataset.json", "files.csv",  "errors.csv", "plan.json",
                                    kInputsName,    kJournalName, kShardName,   kStatisticsName};
    names.insert (names.end (), {"labels_multi.npy", "targets.npy"});
    for (std::string& stem : normalisingStems ())
        names.push_back (std::move (stem));
    for (const std::string stem : {"features", "waveform", "mapping"})
        for (int split = -1; split < 3; ++split)
            for (const std::string ending : {".npy", ".h5"})
                names.push_back ((split < 0 ? stem : splitName (stem, split, true)) + ending);
    for (std::size_t i = 0, count = names.size (); i < count; ++i)
        for (const std::string ending : {".part", ".tmp"})
            names.push_back (names[i] + ending);
    return names;
}

} // namespace melstrom
