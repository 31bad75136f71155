// A storage that forwards every call: a base for storages that change a few.
#pragma once

#include "Engine/Batch/Files/Storage.h"

namespace melstrom
{

/** `storage` must outlive it. Thread and failures: as in that storage. */
class ForwardingStorage : public Storage
{
public:
    explicit ForwardingStorage (Storage& storage) : storage_ (storage) {}

    Result<FileInfo> info (const std::string& path) override { return storage_.info (path); }
    Result<std::vector<FolderEntry>> listFolder (const std::string& path) override
    {
        return storage_.listFolder (path);
    }
    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
    {
        return storage_.openForReading (path);
    }
    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        return storage_.create (path);
    }
    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override
    {
        return storage_.openForUpdate (path);
    }
    Result<void> rename (const std::string& from, const std::string& to) override
    {
        return storage_.rename (from, to);
    }
    Result<void> remove (const std::string& path) override { return storage_.remove (path); }
    Result<void> makeFolders (const std::string& path) override
    {
        return storage_.makeFolders (path);
    }
    Result<void> syncFolder (const std::string& path) override
    {
        return storage_.syncFolder (path);
    }
    Result<std::int64_t> freeBytes (const std::string& path) override
    {
        return storage_.freeBytes (path);
    }
    Result<std::unique_ptr<FolderLock>> lockFolder (const std::string& path) override
    {
        return storage_.lockFolder (path);
    }

protected:
    Storage& storage_;
};

} // namespace melstrom
