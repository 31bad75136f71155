// An open input file of the real file system.
#pragma once

#include "Engine/Batch/Files/DescriptorPosix.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace melstrom
{

/** pread; repeats what RepeatedReads lets it. */
class PosixReadableFile final : public ReadableFile
{
public:
    PosixReadableFile (Descriptor descriptor, std::string path, const FileInfo& info);

    FileInfo info () const override { return info_; }
    int descriptor () const noexcept { return newest_; }
    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override;

private:
    void openAgain ();

    std::mutex mutex_;
    std::vector<Descriptor> descriptors_; ///< under the mutex; all stay open: others may read
    std::atomic<int> newest_;
    std::string path_;
    FileInfo info_;
};

/** Up to `bytes` bytes at `offset`; fewer only at the end of the file. Fails: readFailed; errno is
    then the system's. */
Result<std::size_t> readAllAt (int descriptor, const std::string& path, void* to, std::size_t bytes,
                               std::int64_t offset);

} // namespace melstrom
