#include "Engine/Batch/Merge/MergeSteps.h"

#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Merge/ShardArrays.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <mutex>
#include <span>

namespace melstrom
{

namespace
{
constexpr std::int64_t kReadBytes = 4 << 20; ///< at a time
constexpr std::int64_t kBlockBytes = 4096;   ///< of a disk, the unit of sharing

class Copying
{
public:
    explicit Copying (const CopyWork& work)
        : work_ (work), plan_ (work.merged.plan), waveformCrcs_ (plan_.files.size ())
    {
    }

    Result<void> copy ()
    {
        MELSTROM_TRY_VALUE (arrays_, arraysOfShards (work_.shards, plan_));
        if (work_.writer != nullptr)
            for (ShardArray& array : arrays_)
            {
                MELSTROM_TRY_VALUE (const std::string reason, clone (array));
                if (work_.context.debug)
                    work_.context.debug (copyText (array, reason));
            }
        const std::vector<CopyJob> jobs = cutIntoJobs (arrays_, plan_);
        parallelFor (static_cast<std::int64_t> (jobs.size ()), work_.context.numHostThreads (),
                     [&] (std::int64_t i)
                     {
                         if (isAborted_)
                             return;
                         if (auto done = run (jobs[static_cast<std::size_t> (i)]); ! done)
                             abortWith (done.error ());
                     });
        if (problem_)
            return *problem_;
        return enterWaveforms ();
    }

private:
    void abortWith (const Error& error)
    {
        const std::lock_guard lock (mutex_);
        if (! problem_)
            problem_ = error;
        isAborted_ = true;
    }

    static std::string copyText (const ShardArray& array, const std::string& reason)
    {
        return "shard " + std::to_string (array.shard->shard.index) + ", " +
               printable (array.array->file) + ", " + printable (array.array->name) + ": " +
               countText (array.array->bytes, "byte") + " " + reason;
    }

    /** Shares whole blocks, which then need not be written, if both places are on block boundaries.
        Returns how the rows are copied, and why. */
    Result<std::string> clone (ShardArray& array)
    {
        const std::int64_t bytes = array.array->bytes / kBlockBytes * kBlockBytes;
        const std::string written = "are read and written: ";
        if (bytes == 0)
            return written + "they are less than a block of the disk";
        if (array.array->offset % kBlockBytes != 0)
            return written + "in the shard they do not begin with a block of the disk";
        MELSTROM_TRY_VALUE (auto source, work_.context.storage.openForReading (
                                             array.shard->dataset.path (array.array->file)));
        const std::int64_t firstRow = plan_.files[array.files.front ()].firstRow;
        if (firstRow * array.rowBytes % kBlockBytes != 0)
            return written + "in the result they do not begin with a block of the disk";
        const ByteRange range {array.array->offset, bytes};
        MELSTROM_TRY_VALUE (
            const auto cloned,
            array.isWaveform ()
                ? work_.writer->cloneWaveform (array.split, firstRow, *source, range)
                : work_.writer->cloneRows (array.split, firstRow, *source, range));
        array.numCloned = cloned ? bytes : 0;
        return cloned ? std::string ("share the blocks of the shard: the file system has reflinks")
                      : written + "the file systems share no blocks";
    }

    Result<void> run (const CopyJob& job)
    {
        const ShardArray& array = *job.array;
        MELSTROM_TRY_VALUE (auto source, work_.context.storage.openForReading (
                                             array.shard->dataset.path (array.array->file)));
        const std::int64_t rowsAtOnce = std::max<std::int64_t> (1, kReadBytes / array.rowBytes);
        std::vector<std::byte> buffer (static_cast<std::size_t> (rowsAtOnce * array.rowBytes));
        for (std::size_t i = job.first; i < job.end;)
        {
            // short files share a read, a long file needs several
            std::size_t end = i + 1;
            std::int64_t numRows = plan_.files[array.files[i]].numRows;
            while (end < job.end && numRows + plan_.files[array.files[end]].numRows <= rowsAtOnce)
                numRows += plan_.files[array.files[end++]].numRows;
            MELSTROM_TRY (copyFiles (array, *source, {i, end}, buffer));
            i = end;
        }
        return {};
    }

    Result<void> copyFiles (const ShardArray& array, ReadableFile& source, FileRange range,
                            std::vector<std::byte>& buffer)
    {
        std::int64_t numRows = 0;
        for (std::size_t i = range.first; i < range.end; ++i)
            numRows += plan_.files[array.files[i]].numRows;
        const std::int64_t rowsAtOnce = static_cast<std::int64_t> (buffer.size ()) / array.rowBytes;
        const FileLine& first = array.lineOf (array.files[range.first]);
        std::size_t at = range.first;
        std::int64_t left = first.numRows * array.rowBytes; // of the file at `at`
        std::uint32_t crc = 0;
        for (std::int64_t row = 0; row < numRows; row += rowsAtOnce)
        {
            const std::int64_t bytes = std::min (rowsAtOnce, numRows - row) * array.rowBytes;
            MELSTROM_TRY (moveRows (array, source, first.firstRow + row,
                                    {buffer.data (), static_cast<std::size_t> (bytes)}));
            for (std::int64_t done = 0; done < bytes;)
            {
                const std::int64_t taken = std::min (bytes - done, left);
                crc = crc32c (crc, buffer.data () + done, static_cast<std::size_t> (taken));
                done += taken;
                left -= taken;
                if (left > 0)
                    continue;
                MELSTROM_TRY (compare (array, array.files[at], crc));
                crc = 0;
                if (++at < range.end)
                    left = plan_.files[array.files[at]].numRows * array.rowBytes;
            }
        }
        return {};
    }

    /** Reads rows of a shard, from one of its own rows on, into the buffer, and writes them to
        their place. */
    Result<void> moveRows (const ShardArray& array, ReadableFile& source, std::int64_t row,
                           std::span<std::byte> buffer)
    {
        if (work_.context.stop)
            return Error {ErrorCode::interrupted, "interrupted while joining the shards", {}};
        MELSTROM_TRY_VALUE (const auto got,
                            source.readAt (buffer.data (), buffer.size (),
                                           array.array->offset + row * array.rowBytes));
        if (got < buffer.size ())
            return array.damaged ("it is cut");
        const auto bytes = static_cast<std::int64_t> (buffer.size ());
        BatchCounters& counters = work_.context.counters;
        counters.bytesRead += bytes;
        counters.rowsDone += array.isWaveform () ? 0 : bytes / array.rowBytes;
        if (work_.writer == nullptr || row * array.rowBytes + bytes <= array.numCloned)
            return {};
        counters.bytesWritten += bytes;
        const std::int64_t to = plan_.files[array.files.front ()].firstRow + row;
        return array.isWaveform ()
                   ? work_.writer->writeWaveform (array.split, to,
                                                  reinterpret_cast<const float*> (buffer.data ()),
                                                  bytes / 4)
                   : work_.writer->writeRows (array.split, to, buffer.data (), bytes);
    }

    Result<void> compare (const ShardArray& array, std::size_t file, std::uint32_t crc)
    {
        if (array.isWaveform ())
            waveformCrcs_[file] = crc;
        else if (crc != array.lineOf (file).crc)
            return array.damaged ("the rows of " + printable (plan_.files[file].path) +
                                  " changed after they were written: their checksum differs");
        else
            ++work_.context.counters.filesDone;
        return {};
    }

    /** Compares waveforms with the one checksum that a shard has of them all, and enters them. */
    Result<void> enterWaveforms ()
    {
        for (const ShardArray& array : arrays_)
        {
            if (! array.isWaveform ())
                continue;
            std::uint32_t crc = 0;
            for (const std::size_t file : array.files)
            {
                const auto index = static_cast<std::int32_t> (file);
                const std::int64_t numRows = plan_.files[file].numRows;
                const std::int64_t bytes = numRows * array.rowBytes;
                crc = crc32cCombine (crc, waveformCrcs_[file], static_cast<std::uint64_t> (bytes));
                if (! work_.ledger.hasFailed (index))
                    work_.ledger.addWaveform ({index, waveformCrcs_[file], 0, numRows, bytes, 0});
            }
            if (crc != array.array->crc)
                return array.damaged (
                    "its samples changed after they were written: their checksum differs");
        }
        return {};
    }

    const CopyWork& work_;
    const DatasetPlan& plan_;
    std::vector<ShardArray> arrays_;
    std::vector<std::uint32_t> waveformCrcs_; ///< a file of the merged plan
    std::atomic<bool> isAborted_ {false};
    std::mutex mutex_;
    std::optional<Error> problem_;
};
} // namespace

Result<void> copyRows (const CopyWork& work)
{
    return Copying (work).copy ();
}

} // namespace melstrom
