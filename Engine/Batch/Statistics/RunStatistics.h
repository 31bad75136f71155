// The statistics of a dataset while its rows are made.
#pragma once

#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Engine/Batch/Statistics/SoundTally.h"
#include "Engine/Core/Result.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace melstrom
{

/** A file whose rows come. */
struct FileOfRows
{
    std::int32_t index = 0;
    int split = 0;
    std::int64_t numRows = 0;   ///< all of it
    std::uint64_t nameHash = 0; ///< of its relative path: decides which rows are counted
};

/** Consecutive rows of a file. */
struct RowsPiece
{
    std::int64_t firstRow = 0, numRows = 0;
    std::uint32_t crc = 0; ///< CRC-32C of their bytes
};

/** Takes the rows of each file once, in pieces of any size and order, from any threads; the result
    does not depend on them. Rows at the edge of a piece wait for the rest of their stretch
    (stretchRows). Memory: 33 bytes a file, BandCounts for each thread that adds at a time, and at most
    512 kB for each place at which a file is cut. Thread: any. */
class RunStatistics
{
public:
    /** numRows: of the whole dataset; decides whether all rows are counted. */
    RunStatistics (const RowShape& shape, std::size_t numFiles, std::int64_t numRows);
    ~RunStatistics ();

    /** rows: the bytes of the piece. */
    void addRows (const FileOfRows& file, const RowsPiece& piece, const std::byte* rows);

    /** Reads rows of a file, counted from its first, into a buffer. */
    using ReadRows =
        std::function<Result<void> (std::int64_t firstRow, std::int64_t numRows, std::byte* to)>;
    /** Takes back all rows of a file that failed when some were already there. read: the same rows
        again. Fails: as `read`; writeFailed if they differ. */
    Result<void> removeRows (const FileOfRows& file, const ReadRows& read);

    /** True for the first call for a file; the caller then measures its samples. */
    bool claimSound (std::int32_t file) noexcept
    {
        return ! isClaimed_[static_cast<std::size_t> (file)].exchange (true);
    }
    /** For a file whose samples are read by several jobs: the same tally for each caller, until its
        sound is set; then nullptr. A caller that finds it complete sets the sound. */
    std::shared_ptr<SoundTally> sharedTally (std::int32_t file, const SoundShape& shape);
    void setSound (std::int32_t file, const SoundRecord& sound);
    std::optional<SoundRecord> soundOf (std::int32_t file) const;

    /** Adds the statistics of a part of the dataset, whose files begin at firstFile. */
    void add (const DatasetStatistics& part, std::size_t firstFile);

    /** No statistics are written: those of a part are unknown. */
    void giveUp () noexcept { isKnown_ = false; }
    bool isKnown () const noexcept { return isKnown_; }

    /** The statistics of what was added. isIn: whether a file is in the dataset; others have none.
        All pieces must have come. */
    DatasetStatistics result (const std::function<bool (std::int32_t)>& isIn) const;
    /** Writes its statistics.bin, without another copy of the files. Fails: as the sink does. */
    Result<void> write (const TextSink& sink, const std::function<bool (std::int32_t)>& isIn) const;

private:
    struct OpenFile;
    struct Adder;
    class Lease;

    void addPiece (OpenFile& open, Adder& adder, const FileOfRows& file, const RowsPiece& piece,
                   const std::byte* rows, int sign);
    void addToEdge (OpenFile& open, Adder& adder, const FileOfRows& file, const RowStretch& part,
                    int sign);
    const DatasetStatistics& totals () const;
    FileStatistics fileAt (std::size_t index, const std::function<bool (std::int32_t)>& isIn) const;
    Floor addStretch (Adder& adder, const FileOfRows& file, const RowStretch& stretch, int sign);

    RowShape shape_;
    const bool countsWhole_;
    std::atomic<bool> isKnown_ {true};
    std::unique_ptr<std::atomic<bool>[]> isClaimed_;
    mutable std::mutex mutex_; ///< guards the members below
    std::vector<FileStatistics> files_;
    std::unordered_map<std::int32_t, std::unique_ptr<OpenFile>> open_; ///< rows have come in part
    std::unordered_map<std::int32_t, std::shared_ptr<SoundTally>> tallies_; ///< samples, likewise
    std::vector<std::unique_ptr<Adder>> adders_;                            ///< that no thread uses
    std::size_t numAdders_ = 0;                                             ///< with those in use
    mutable DatasetStatistics totals_; ///< without files: the rows that adders have handed over
};

} // namespace melstrom
