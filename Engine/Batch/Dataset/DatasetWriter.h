// The output folder during a run: parts, rows at their places, and the seal.
#pragma once

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Files/TextSink.h"
#include "Engine/Batch/Normalisation/RawRows.h"
#include "Engine/Batch/Normalisation/RowNormaliser.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace melstrom
{
struct ShardRecord;

/** What dataset.json states about its plan and its origin. */
struct DatasetNames
{
    std::string planDigest, settingsDigest, backend, device;
    TextSource inputs;                  ///< the bytes of inputs.bin
    const ShardRecord* shard = nullptr; ///< null: a whole dataset
    /** "sources": files elsewhere that hold the rows; null: none */
    const nlohmann::ordered_json* sources = nullptr;
    std::string deviceChoice {}; ///< why this kind of device computed; empty: it was named
};

/** Another HDF5 file with rows of one split. */
struct SourceRows
{
    std::string path; ///< relative to the output folder
    std::int64_t numRows = 0, numFiles = 0;
};
using SourcesBySplit = std::array<std::vector<SourceRows>, 3>;

/** Creates every array under a name that ends in ".part", with its full size reserved. Takes rows
    in any order. Gives final names only after all bytes are on stable storage. Thread: writeRows,
    writeWaveform any; the rest one. */
class DatasetWriter
{
public:
    /** createdAt: created_at_utc of HDF5 files. */
    DatasetWriter (Storage& storage, const BatchOptions& options, const DatasetPlan& plan,
                   std::string createdAt);

    /** The HDF5 files refer to rows in other files, in the order of the rows, and hold no rows.
        Call before createParts. */
    void referTo (SourcesBySplit sources) { sources_ = std::move (sources); }

    /** Creates all parts anew. Fails: diskFull (bytes needed, bytes free and path), writeFailed. */
    Result<void> createParts ();
    /** Opens the parts that an earlier run of the same layout left, and creates the missing ones. A
        file with its final name becomes a part again first. Rows stay, headers are written anew.
        Fails: as createParts. */
    Result<void> openParts ();
    /** Brings written bytes to stable storage. Thread: any. Fails: writeFailed. */
    Result<void> syncParts ();
    /** True after a failed sync of `seal`: the parts can no longer be trusted. */
    bool hasLostWrites () const noexcept { return hasLostWrites_; }
    /** A sync elsewhere has failed. */
    void noteLostWrites () noexcept { hasLostWrites_ = true; }
    Result<void> removeParts ();

    /** Normalises computed rows in place if the numbers are known. Thread: any. */
    void finishRows (std::byte* rows, std::int64_t numRows) const noexcept;
    /** Bytes of a row for writeRows and readRows: as stored, or raw if the numbers come from the
        rows. */
    std::int64_t rowBytes () const noexcept { return rowBytes_; }
    /** False if writeRows takes raw rows: the dataset's rows are made of them later. */
    bool takesStoredRows () const noexcept { return raw_ == nullptr; }
    Result<void> writeRows (int split, std::int64_t firstRow, const void* rows,
                            std::int64_t numBytes);
    Result<void> writeWaveform (int split, std::int64_t firstRow, const float* samples,
                                std::int64_t numValues);
    /** Takes rows from another file without a copy if the file system can share their blocks: see
        WritableFile::cloneFrom. */
    Result<bool> cloneRows (int split, std::int64_t firstRow, ReadableFile& from, ByteRange range);
    Result<bool> cloneWaveform (int split, std::int64_t firstRow, ReadableFile& from,
                                ByteRange range);
    /** Reads rows back. Fails: truncated, readFailed. */
    Result<void> readRows (int split, std::int64_t firstRow, void* to, std::int64_t numBytes);
    /** Rows of the dataset itself, whether or not raw rows are kept. */
    Result<void> writeStoredRows (int split, std::int64_t firstRow, const void* rows,
                                  std::int64_t numBytes);
    Result<void> readStoredRows (int split, std::int64_t firstRow, void* to, std::int64_t numBytes);
    /** dataset.json gets these numbers. */
    void setMoments (MomentRecord record) { moments_ = std::move (record); }
    /** Removes the files that only normalisation needed. Does not sync the folder. */
    Result<void> removeRawRows ();

    Result<void> readWaveform (int split, std::int64_t firstRow, void* to, std::int64_t numBytes);
    std::int64_t waveformRowBytes () const noexcept
    {
        return 4 * static_cast<std::int64_t> (options_.preset.spec.shortWindowSamples);
    }
    bool hasWaveform () const noexcept { return options_.waveform; }

    /** Writes mapping, labels, targets and row splits, which follow from the plan alone, on
        numThreads threads. Ends early, with success, when isStopped returns true. */
    Result<void> writeKnownArrays (const std::function<bool ()>& isStopped, int numThreads);

    /** Writes zeros over all rows and waveforms of a failed file. Returns the CRC-32C of the
        rows. */
    Result<std::uint32_t> zeroRows (const PlannedFile& file);

    /** Syncs and renames the arrays, then writes files.csv, errors.csv, statistics.bin and, last,
        dataset.json.
        numThreads: number of threads that format the tables. */
    Result<void> seal (const FileLedger& ledger, const DatasetNames& names, int numThreads,
                       const std::atomic<bool>& stop);

private:
    struct OpenFile
    {
        DatasetFile description;
        std::vector<std::int64_t> offsets;    ///< of the arrays
        std::vector<std::uint32_t> checksums; ///< of the arrays that follow from the plan, else 0
        std::unique_ptr<WritableFile> file;
        std::int64_t bytes = 0;            ///< when sealed
        std::uint32_t outsideChecksum = 0; ///< of all bytes outside of the arrays, when sealed
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
    std::optional<MomentRecord> moments_;
    std::optional<RowNormaliser> normaliser_; ///< if the numbers were given
    std::unique_ptr<RawRows> raw_;            ///< if they come from the rows
    std::int64_t rowBytes_;
    std::vector<OpenFile> files_;
    SourcesBySplit sources_;
    Place features_[3], waveforms_[3];
    bool hasLostWrites_ = false;
};

} // namespace melstrom
