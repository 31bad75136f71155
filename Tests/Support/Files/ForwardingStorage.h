// A storage and its output file that forward every call. Tests override a few calls.
#pragma once

#include "Engine/Batch/Files/ForwardingStorage.h"

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

} // namespace melstrom::testing
