// A storage and its output files that hand every call on: to override the few that a test changes.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <utility>

namespace melstrom::testing
{

class ForwardingFile : public WritableFile
{
public:
    explicit ForwardingFile (std::unique_ptr<WritableFile> file) : file_ (std::move (file)) {}

    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        return file_->writeAt (from, bytes, offset);
    }
    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        return file_->readAt (to, bytes, offset);
    }
    Result<void> allocate (std::int64_t bytes) override { return file_->allocate (bytes); }
    Result<void> resize (std::int64_t bytes) override { return file_->resize (bytes); }
    Result<std::int64_t> size () override { return file_->size (); }
    Result<void> syncData () override { return file_->syncData (); }
    Result<void> sync () override { return file_->sync (); }
    Result<void> close () override { return file_->close (); }

private:
    std::unique_ptr<WritableFile> file_;
};

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

private:
    Storage& storage_;
};

} // namespace melstrom::testing
