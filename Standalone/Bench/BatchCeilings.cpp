#include "Standalone/Bench/BatchCeilings.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/TimedRuns.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace melstrom
{

namespace
{
constexpr std::int64_t kBlockBytes = 4 << 20;

/** The first error of several threads. */
class FirstError
{
public:
    void take (const Result<void>& done)
    {
        const std::lock_guard lock (mutex_);
        if (! done && ! error_)
            error_ = done.error ();
    }
    Result<void> result () const { return error_ ? Result<void> (*error_) : Result<void> (); }

private:
    std::mutex mutex_;
    std::optional<Error> error_;
};

Result<void> readFile (const std::string& path)
{
    MELSTROM_TRY_VALUE (auto file, posixStorage ().openForReading (path));
    std::vector<std::byte> bytes (static_cast<std::size_t> (file->info ().bytes));
    MELSTROM_TRY_VALUE (const auto got, file->readAt (bytes.data (), bytes.size (), 0));
    if (got != bytes.size ())
        return Error {ErrorCode::readFailed, path + ": is shorter than its size", {}};
    return {};
}

Result<void> listAndRead (const std::string& folder, int numThreads)
{
    std::vector<std::string> paths;
    MELSTROM_TRY_VALUE (const auto folders, posixStorage ().listFolder (folder));
    for (const auto& inner : folders)
    {
        const std::string path = folder + "/" + inner.name;
        MELSTROM_TRY_VALUE (const auto files, posixStorage ().listFolder (path));
        for (const auto& file : files)
            paths.push_back (path + "/" + file.name);
    }
    FirstError error;
    parallelFor (static_cast<std::int64_t> (paths.size ()), numThreads,
                 [&] (std::int64_t index)
                 { error.take (readFile (paths[static_cast<std::size_t> (index)])); });
    return error.result ();
}

Result<void> writeBlocks (WritableFile& file, std::int64_t bytes, const std::atomic<bool>& stop)
{
    const std::vector<std::byte> block (static_cast<std::size_t> (kBlockBytes), std::byte {1});
    FirstError error;
    parallelStretches (bytes, kBlockBytes, hardwareThreads (),
                       [&] (std::int64_t first, std::int64_t end)
                       {
                           if (! stop)
                               error.take (file.writeAt (
                                   block.data (), static_cast<std::size_t> (end - first), first));
                       });
    if (stop)
        return Error {ErrorCode::interrupted, "interrupted while timing the file system", {}};
    return error.result ();
}

Result<void> writeDurably (const std::string& folder, std::int64_t bytes,
                           const std::atomic<bool>& stop)
{
    const std::string part = folder + "/durable.part";
    MELSTROM_TRY_VALUE (auto file, posixStorage ().create (part));
    MELSTROM_TRY (file->allocate (bytes));
    MELSTROM_TRY (writeBlocks (*file, bytes, stop));
    MELSTROM_TRY (file->sync ());
    MELSTROM_TRY (file->close ());
    MELSTROM_TRY (posixStorage ().rename (part, folder + "/durable"));
    return posixStorage ().syncFolder (folder);
}
} // namespace

Result<double> listAndReadSeconds (const std::string& folder, int numThreads)
{
    return secondsOf ([&] { return listAndRead (folder, numThreads); });
}

Result<double> durableWriteSeconds (const std::string& folder, std::int64_t bytes,
                                    const std::atomic<bool>& stop)
{
    const auto seconds = secondsOf ([&] { return writeDurably (folder, bytes, stop); });
    for (const char* const name : {"/durable.part", "/durable"}) // one of them, if any, is there
        (void)posixStorage ().remove (folder + name);
    return seconds;
}

} // namespace melstrom
