// A disk in memory whose power can fail: a Storage that records what PowerLoss needs.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Tests/Support/Storage/DiskEvent.h"
#include "Tests/Support/Storage/DiskImage.h"

#include <memory>
#include <mutex>
#include <vector>

namespace melstrom::testing
{

enum class Recording
{
    off,
    on
};

/** The page cache of a machine: reads see every write at once. PowerLoss says what of it survives.
    A sync takes time: what other threads write while it runs is not promised by it. `makeFolders`
    and locks do as PosixStorage does; a lock ends with its holder and leaves nothing.
    No links, no permissions. Thread: any. */
class PowerLossStorage : public Storage
{
public:
    /** All of `image` is stable. */
    explicit PowerLossStorage (const DiskImage& image, Recording recording = Recording::on);
    ~PowerLossStorage () override;

    DiskImage image () const; ///< as programs see it now
    std::vector<DiskEvent> events () const;
    /** False: `makeFolders` does not sync the name of what it makes. */
    void keepNewFolders (bool keeps);

    Result<FileInfo> info (const std::string& path) override;
    Result<std::vector<FolderEntry>> listFolder (const std::string& path) override;
    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override;
    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override;
    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override;
    Result<void> rename (const std::string& from, const std::string& to) override;
    Result<void> remove (const std::string& path) override;
    Result<void> makeFolders (const std::string& path) override;
    Result<void> syncFolder (const std::string& path) override;
    Result<std::int64_t> freeBytes (const std::string& path) override;
    Result<std::unique_ptr<FolderLock>> lockFolder (const std::string& path) override;

    struct Node; ///< a file
    struct Disk; ///< what the open files share

private:
    std::shared_ptr<Disk> disk_;
};

} // namespace melstrom::testing
