// A storage of which one call fails: a full disk, a faulty one, or the end of the process.
#pragma once

#include "Tests/Support/Files/ForwardingStorage.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace melstrom::testing
{

enum class StorageFault
{
    diskFull, ///< that call fails as ENOSPC does, and all later ones that need room
    writeFailed, ///< that call alone fails as EIO does; a sync that fails loses what was not synced, as in Linux
    processEnds ///< that call and all later ones do nothing, and nothing can be read any more
};

/** Fails the `call`-th call, counted from 1, that makes, fills, syncs, renames or removes. Thread: any. */
class FaultStorage final : public ForwardingStorage
{
public:
    FaultStorage (Storage& storage, StorageFault fault, int call);

    /** Whether there were so many calls. */
    bool hasFailed () const { return state_->numCalls >= state_->call; }

    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override;
    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override;
    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override;
    Result<void> rename (const std::string& from, const std::string& to) override;
    Result<void> remove (const std::string& path) override;
    Result<void> makeFolders (const std::string& path) override;
    Result<void> syncFolder (const std::string& path) override;
    Result<std::unique_ptr<FolderLock>> lockFolder (const std::string& path) override;

    enum class Needs
    {
        room,
        nothing
    };
    struct State ///< shared with the open files
    {
        StorageFault fault = StorageFault::diskFull;
        int call = 0;
        std::atomic<int> numCalls {0};

        Result<void> next (Needs needs); ///< counts one; an error if it is to fail
        Result<void> alive () const;     ///< for calls that are not counted
    };

private:
    std::shared_ptr<State> state_;
};

} // namespace melstrom::testing
