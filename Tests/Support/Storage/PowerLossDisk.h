// The state that a PowerLossStorage and its open files share.
#pragma once

#include "Tests/Support/Storage/PowerLossStorage.h"

#include <optional>
#include <set>

namespace melstrom::testing
{

struct PowerLossStorage::Node
{
    std::shared_ptr<const std::string> stable; ///< until the first change
    std::string bytes;                         ///< after the first change
    std::uint64_t inode = 0;
    std::int64_t modifiedNanoseconds = 0;

    const std::string& content () const { return stable != nullptr ? *stable : bytes; }
    std::string& changeable ()
    {
        if (stable != nullptr)
            bytes = *stable;
        stable.reset ();
        return bytes;
    }
};

struct PowerLossStorage::Disk
{
    mutable std::mutex mutex; ///< guards all members below, and the nodes
    std::map<std::string, std::shared_ptr<Node>> files;
    std::set<std::string> folders, locked;
    std::uint64_t lastInode = 0;
    std::int64_t clock = 0;
    bool records = false, keepsNewFolders = true;
    std::vector<DiskEvent> events;

    /** The caller holds the mutex. */
    void record (DiskEvent event)
    {
        if (records)
            events.push_back (std::move (event));
    }
    FileInfo infoOf (const Node& node) const;

    /** Records both events of a sync. Other threads may change the disk between them. */
    void recordSync (DiskChange begins, DiskChange ends, const DiskEvent& what);
};

std::unique_ptr<ReadableFile>
openPowerLossFileForReading (std::shared_ptr<PowerLossStorage::Disk> disk,
                             std::shared_ptr<PowerLossStorage::Node> node);
std::unique_ptr<WritableFile>
openPowerLossFileForWriting (std::shared_ptr<PowerLossStorage::Disk> disk,
                             std::shared_ptr<PowerLossStorage::Node> node);

} // namespace melstrom::testing
