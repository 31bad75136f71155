// A range of an open file as a file of its own.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace melstrom
{

/** Bytes [first, first + bytes) of a file, which lives as long as its last part. Otherwise as
    ReadableFile. */
class FilePart final : public ReadableFile
{
public:
    FilePart (std::shared_ptr<ReadableFile> file, std::int64_t first, std::int64_t bytes)
        : file_ (std::move (file)), first_ (first), bytes_ (bytes)
    {
    }

    FileInfo info () const override
    {
        auto info = file_->info ();
        info.bytes = bytes_;
        return info;
    }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const auto remaining = std::max<std::int64_t> (bytes_ - offset, 0);
        return file_->readAt (to, std::min (bytes, static_cast<std::size_t> (remaining)),
                              first_ + offset);
    }

private:
    std::shared_ptr<ReadableFile> file_;
    std::int64_t first_, bytes_;
};

} // namespace melstrom
