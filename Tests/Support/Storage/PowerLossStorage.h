// A disk in memory with power failures: a Storage that records the events for PowerLoss.
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

/** Acts as the machine's page cache: reads see every write at once. PowerLoss says which data
    survives. A sync takes time: it does not promise writes of other threads while it runs.
    `makeFolders` and locks do as PosixStorage does; a lock ends with its holder and leaves no file.
    No links, no permissions. Thread: any. */
class PowerLossStorage : public Storage
{
public:
    /** All of `image` is stable. */
    explicit PowerLossStorage (const DiskImage& image, Recording recording = Recording::on);
    ~PowerLossStorage () override;

    DiskImage image () const; ///< the disk as programs see it now
    std::vector<DiskEvent> events () const;
    /** False: `makeFolders` does not sync the name of a new folder. */
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
    struct Disk; ///< shared with the open files

private:
    std::shared_ptr<Disk> disk_;
};

} // namespace melstrom::testing
