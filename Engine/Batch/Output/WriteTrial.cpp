#include "Engine/Batch/Output/WriteTrial.h"

#include "Engine/Batch/Output/FileSystem.h"
#include "Engine/Batch/Output/MappedFile.h"
#include "Engine/Batch/Output/ScratchOutput.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/TimedRuns.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace melstrom
{

namespace
{
constexpr std::int64_t kBlockBytes = 4 << 20;
constexpr std::align_val_t kPageAlignment {4096};

/** The bytes that are written: one block, aligned for O_DIRECT. */
class Block
{
public:
    Block () : bytes_ (static_cast<char*> (::operator new (kBlockBytes, kPageAlignment)))
    {
        for (std::int64_t i = 0; i < kBlockBytes; ++i)
            bytes_[i] = static_cast<char> (i * 7 + (i >> 12));
    }
    ~Block () { ::operator delete (bytes_, kPageAlignment); }
    Block (const Block&) = delete;
    Block& operator= (const Block&) = delete;
    const char* bytes () const noexcept { return bytes_; }

private:
    char* bytes_;
};

Error unsupported (const char* what)
{
    return {ErrorCode::unsupportedFormat, std::string ("this file system has no ") + what, {}};
}

Result<std::unique_ptr<WritableFile>> open (const ScratchOutput& file, WriteWay way)
{
    if (way != WriteWay::uncached)
    {
        MELSTROM_TRY_VALUE (auto opened, posixStorage ().openForUpdate (file.path ()));
        if (way == WriteWay::pwrite)
            return opened;
        return mappedFile (std::move (opened), file.path (), [] (std::int64_t) { return true; });
    }
    auto uncached = openUncached (file.path ());
    return uncached ? std::move (uncached) : unsupported ("O_DIRECT");
}

/** The files of a trial, open. */
struct TrialFiles
{
    std::vector<ScratchOutput> places;
    std::vector<std::unique_ptr<WritableFile>> files;
};

Result<TrialFiles> openFiles (const std::string& folder, const WriteTrial& trial)
{
    TrialFiles made;
    for (int i = 0; i < (trial.isFileEach ? trial.numThreads : 1); ++i)
    {
        MELSTROM_TRY_VALUE (auto place, ScratchOutput::make (folder));
        MELSTROM_TRY_VALUE (auto file, open (place, trial.way));
        made.places.push_back (std::move (place));
        made.files.push_back (std::move (file));
    }
    return made;
}

/** Calls `work` (index), which returns a Result, on a thread each. Returns the first error. */
template <typename Work>
Result<void> onThreads (int numThreads, const Work& work)
{
    std::vector<Result<void>> done (static_cast<std::size_t> (numThreads));
    parallelFor (numThreads, numThreads,
                 [&] (std::int64_t index) {
                     done[static_cast<std::size_t> (index)] =
                         guarded ([&] { return work (index); });
                 });
    const auto bad = std::ranges::find_if (done, [] (const auto& one) { return ! one; });
    return bad != done.end () ? *bad : Result<void> ();
}

Result<void> writeBlocks (TrialFiles& made, const WriteTrial& trial, std::int64_t numBlocks,
                          const Block& block, const std::atomic<bool>& stop)
{
    const auto numFiles = static_cast<std::int64_t> (made.files.size ());
    const std::int64_t blocksAFile = numBlocks / numFiles;
    if (trial.isReserved || trial.way == WriteWay::mapping)
        MELSTROM_TRY (onThreads (static_cast<int> (numFiles),
                                 [&] (std::int64_t index) {
                                     return made.files[static_cast<std::size_t> (index)]->allocate (
                                         blocksAFile * kBlockBytes);
                                 }));
    std::atomic<std::int64_t> next {0};
    MELSTROM_TRY (onThreads (
        trial.numThreads,
        [&] (std::int64_t thread) -> Result<void>
        {
            std::int64_t own = 0;
            for (;;)
            {
                const std::int64_t index = trial.isFileEach ? own++ : next++;
                if (index >= blocksAFile)
                    return {};
                if (stop)
                    return Error {ErrorCode::interrupted, "interrupted", {}};
                auto& file = *made.files[static_cast<std::size_t> (trial.isFileEach ? thread : 0)];
                MELSTROM_TRY (file.writeAt (block.bytes (), kBlockBytes, index * kBlockBytes));
            }
        }));
    for (auto& file : made.files)
        MELSTROM_TRY (file->close ());
    return {};
}
} // namespace

Result<WriteTime> timeWrite (const std::string& folder, const WriteTrial& trial,
                             const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (const FileSystem system, fileSystemOf (folder));
    if (trial.way == WriteWay::mapping && ! system.isMappable)
        return unsupported ("output by mapping: tmpfs, ext4 and xfs have it");
    const std::int64_t numBlocks =
        std::max<std::int64_t> (trial.bytes / kBlockBytes / trial.numThreads, 1) * trial.numThreads;
    const Block block;
    WriteTime time {numBlocks * kBlockBytes, 0};
    MELSTROM_TRY_VALUE (auto made, openFiles (folder, trial));
    MELSTROM_TRY_VALUE (
        time.seconds,
        secondsOf ([&] { return writeBlocks (made, trial, numBlocks, block, stop); }));
    return time;
}

} // namespace melstrom
