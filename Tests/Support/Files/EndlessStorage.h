// A disk for files of any size. It stores only the first page of each file.
#pragma once

#include "Tests/Support/Files/ForwardingStorage.h"

#include <algorithm>

namespace melstrom::testing
{

/** Stores a file's first bytes and its size. Accepts all other writes. */
class EndlessFile final : public ForwardingFile
{
public:
    EndlessFile (std::unique_ptr<WritableFile> file, std::int64_t& end)
        : ForwardingFile (std::move (file)), end_ (end)
    {
    }
    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        constexpr std::int64_t kKeptBytes = 4096;
        end_ = std::max (end_, offset + static_cast<std::int64_t> (bytes));
        if (offset >= kKeptBytes)
            return {};
        const auto kept = std::min (static_cast<std::int64_t> (bytes), kKeptBytes - offset);
        return ForwardingFile::writeAt (from, static_cast<std::size_t> (kept), offset);
    }

private:
    std::int64_t& end_;
};

class EndlessStorage final : public ForwardingStorage
{
public:
    using ForwardingStorage::ForwardingStorage;
    std::int64_t end = 0;
    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        auto file = ForwardingStorage::create (path);
        if (! file)
            return file.error ();
        return std::unique_ptr<WritableFile> (new EndlessFile (std::move (*file), end));
    }
};

} // namespace melstrom::testing
