// The output folder while it comes into being: parts, rows at their places, and the seal.
#pragma once

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Files/TextSink.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace melstrom
{
struct ShardRecord;

/** What dataset.json says of who made it, and of which plan. */
struct DatasetNames
{
    std::string planDigest, settingsDigest, backend, device;
    TextSource inputs;                  ///< the bytes of inputs.bin
    const ShardRecord* shard = nullptr; ///< null: it is a whole
    /** "sources": files elsewhere that hold the rows; null: none */
    const nlohmann::ordered_json* sources = nullptr;
};

/** An HDF5 file elsewhere with rows of one split. */
struct SourceRows
{
    std::string path; ///< relative to the output folder
    std::int64_t numRows = 0, numFiles = 0;
};
using SourcesBySplit = std::array<std::vector<SourceRows>, 3>;

/** Creates every array under a name ending in ".part" with its full size reserved, takes rows in
   any order, and gives final names only after all bytes are on stable storage. Thread: writeRows,
   writeWaveform any; the rest one. */
class DatasetWriter
{
public:
    /** createdAt: what HDF5 files say as created_at_utc. */
    DatasetWriter (Storage& storage, const BatchOptions& options, const DatasetPlan& plan,
                   std::string createdAt);

    /** Rows are not written here: the HDF5 files refer to others, in the order of the rows. Before createParts. */
    void referTo (SourcesBySplit sources) { sources_ = std::move (sources); }

    /** Makes all parts anew. Fails: diskFull (need, free and path), writeFailed. */
    Result<void> createParts ();
    /** Opens the parts that an earlier run of the same layout left, and makes those that are not there; what has its
        final name becomes a part again first. Rows in them stay, headers are written anew. Fails likewise. */
    Result<void> openParts ();
    /** Brings what was written to stable storage. Thread: any. Fails: writeFailed. */
    Result<void> syncParts ();
    /** True once a sync of `seal` has failed: the parts can no longer be trusted. */
    bool hasLostWrites () const noexcept { return hasLostWrites_; }
    /** Removes the parts. */
    Result<void> removeParts ();

    Result<void> writeRows (int split, std::int64_t firstRow, const void* rows,
                            std::int64_t numBytes);
    Result<void> writeWaveform (int split, std::int64_t firstRow, const float* samples,
                                std::int64_t numValues);
    /** Takes rows from another file without a copy, where the file system can share their blocks: see
        WritableFile::cloneFrom. */
    Result<bool> cloneRows (int split, std::int64_t firstRow, ReadableFile& from, ByteRange range);
    Result<bool> cloneWaveform (int split, std::int64_t firstRow, ReadableFile& from,
                                ByteRange range);
    /** Reads rows back. Fails: truncated, readFailed. */
    Result<void> readRows (int split, std::int64_t firstRow, void* to, std::int64_t numBytes);
    Result<void> readWaveform (int split, std::int64_t firstRow, void* to, std::int64_t numBytes);
    std::int64_t waveformRowBytes () const noexcept
    {
        return 4 * static_cast<std::int64_t> (options_.preset.spec.shortWindowSamples);
    }
    bool hasWaveform () const noexcept { return options_.waveform; }

    /** Mapping, labels, targets and row splits: all that follows from the plan alone, on numThreads threads.
        Ends early, with success, once isStopped says so. */
    Result<void> writeKnownArrays (const std::function<bool ()>& isStopped, int numThreads);

    /** Writes zeros over all rows of a failed file; its bytes count and CRC-32C come back. */
    Result<std::uint32_t> zeroRows (const PlannedFile& file);

    /** Syncs and renames the arrays, then writes files.csv, errors.csv and, last, dataset.json.
        numThreads: to put the tables into words on. */
    Result<void> seal (const FileLedger& ledger, const DatasetNames& names, int numThreads,
                       const std::atomic<bool>& stop);

private:
    struct OpenFile
    {
        DatasetFile description;
        std::vector<std::int64_t> offsets;    ///< of the arrays
        std::vector<std::uint32_t> checksums; ///< of the arrays known from the plan, else 0
        std::unique_ptr<WritableFile> file;
        std::int64_t bytes = 0;            ///< when sealed
        std::uint32_t outsideChecksum = 0; ///< of all that lies in none of the arrays, when sealed
    };
    struct Place
    {
        OpenFile* file = nullptr;
        std::size_t array = 0;
    };

    std::string path (const std::string& name) const { return options_.outputFolder + "/" + name; }
    Result<void> write (OpenFile& file, const void* data, std::int64_t numBytes,
                        std::int64_t offset);
    template <typename Make>
    Result<void> forEachFile (Make make);
    Result<void> createNpy (OpenFile& file);
    Result<void> createH5 (OpenFile& file);
    Hdf5Description describe (const OpenFile& file) const;
    Result<void> openPart (OpenFile& file);
    Result<void> layOutNpy (OpenFile& file);
    Result<void> takeBackFinalNames ();
    Result<void> readBack (Place place, void* to, std::int64_t numBytes, std::int64_t offset);
    Place find (ArrayRole role, int split);
    Result<void> writeMapping (OpenFile& file, std::size_t array,
                               const std::function<bool ()>& isStopped, int numThreads);
    Result<void> writeSmall (OpenFile& file, std::size_t array, const void* data,
                             std::size_t bytes);
    Result<void> writeLabels (OpenFile& file, std::size_t array,
                              const std::vector<std::size_t>& files);
    Result<void> writeRowSplits (OpenFile& file, std::size_t array,
                                 const std::vector<std::size_t>& files);
    /** labels_multi or targets. */
    Result<void> writeAnnotations (OpenFile& file, std::size_t array,
                                   const std::vector<std::size_t>& files);
    Result<void> measure (OpenFile& file, const std::atomic<bool>& stop);
    Result<void> sealArrays (const std::atomic<bool>& stop);
    Result<void> writeTable (const std::string& name, const TextSource& text,
                             nlohmann::ordered_json& listed);
    nlohmann::ordered_json arraysJson (const FileLedger& ledger) const;
    nlohmann::ordered_json filesJson () const;

    Storage& storage_;
    const BatchOptions& options_;
    const DatasetPlan& plan_;
    std::string createdAt_;
    std::vector<OpenFile> files_;
    SourcesBySplit sources_;
    Place features_[3], waveforms_[3];
    bool hasLostWrites_ = false;
};

} // namespace melstrom
