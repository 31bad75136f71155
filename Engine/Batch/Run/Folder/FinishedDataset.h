// A finished dataset, as its dataset.json and files.csv describe it.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Dataset/Computation.h"
#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Normalisation/BandMoments.h"
#include "Engine/Batch/Run/Folder/FileLine.h"
#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Engine/Core/Result.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** An array as dataset.json lists it. */
struct ArrayLine
{
    std::string name, file, split;
    std::int64_t offset = 0, bytes = 0;
    std::optional<std::uint32_t> crc;

    bool isFeatures () const { return name == "features" || name == "segments_mel"; }
};

/** A file as dataset.json lists it. */
struct FileEntry
{
    std::string name;
    std::int64_t bytes = 0;
    std::uint32_t crc = 0; ///< of the bytes outside of its arrays
};

/** A file elsewhere that holds rows of a virtual dataset, as dataset.json lists it. */
struct SourceEntry
{
    struct Array
    {
        std::string name;
        std::int64_t offset = 0, bytes = 0;
    };
    std::string file, split; ///< file: relative to the dataset's folder
    std::int64_t bytes = 0, firstRow = 0, numRows = 0;
    std::uint32_t crc = 0; ///< of the bytes outside of its arrays
    std::vector<Array> arrays;
    std::vector<ByteRange> ranges; ///< of all its arrays
};

struct FinishedDataset
{
    std::string folder;
    MelSpec spec;
    AudioOptions audio;
    std::string backendName, deviceName; ///< that made the rows
    Computation computation;             ///< of the rows
    std::optional<BandMoments> moments;  ///< by which the rows were normalised
    std::vector<ArrayLine> arrays;
    std::vector<FileEntry> entries;
    std::vector<SourceEntry> sources; ///< of a virtual dataset
    RowShape shape;                   ///< of the features
    std::vector<std::string> labels;  ///< sorted by their bytes
    std::size_t numFiles = 0;         ///< as dataset.json counts them
    std::vector<FileLine> files;      ///< empty until readFileLines

    std::string path (const std::string& name) const { return folder + "/" + name; }
};

/** Reads dataset.json: everything but `files`. Thread: any. Fails: badUsage (dataset.json is
    missing, or no version of Melstrom wrote it), verificationFailed (its checksum of itself
    differs), badSpec, readFailed. */
Result<FinishedDataset> readDescription (Storage& storage, const std::string& folder);

/** Reads the lines of files.csv. Thread: any. Fails: badUsage (it is missing or damaged),
    readFailed. */
Result<std::vector<FileLine>> readFileLines (Storage& storage, const FinishedDataset& dataset);

/** Reads statistics.bin. Empty: the dataset has none, because an older version made it. Thread: any.
    Fails: verificationFailed (it is missing, was changed after it was written, or does not fit the
    dataset), readFailed. */
Result<std::optional<DatasetStatistics>> readStatistics (Storage& storage,
                                                         const FinishedDataset& dataset);

} // namespace melstrom
