// A storage with one failing call: a full disk, a faulty disk, or the end of the process.
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
    diskFull,    ///< that call fails with ENOSPC, and so do all later calls that need room
    writeFailed, ///< only that call fails with EIO; a failed sync loses unsynced data, as in Linux
    processEnds  ///< that call and all later calls do nothing, and all reads fail
};

/** Fails call number `call`, counted from 1 over calls that make, write, sync, rename or remove.
    Thread: any. */
class FaultStorage final : public ForwardingStorage
{
public:
    FaultStorage (Storage& storage, StorageFault fault, int call);

    /** Whether the failing call was reached. */
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

        Result<void> next (Needs needs); ///< counts one call; an error if this call fails
        Result<void> alive () const;     ///< for calls that are not counted
    };

private:
    std::shared_ptr<State> state_;
};

} // namespace melstrom::testing
