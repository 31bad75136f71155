#include "Engine/Batch/Files/InputChecksum.h"

#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace melstrom
{

namespace
{
/** A file whose bytes are in memory. */
class HeldFile final : public ReadableFile
{
public:
    HeldFile (const ReadableFile& file, std::vector<std::byte> bytes)
        : info_ (file.info ()), archived_ (file.archived ()), bytes_ (std::move (bytes))
    {
    }

    FileInfo info () const override { return info_; }
    std::optional<ArchivedBytes> archived () const override { return archived_; }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const auto size = static_cast<std::int64_t> (bytes_.size ());
        if (offset >= size)
            return std::size_t {0};
        const std::size_t count = std::min (bytes, static_cast<std::size_t> (size - offset));
        std::memcpy (to, bytes_.data () + offset, count);
        return count;
    }

private:
    FileInfo info_;
    std::optional<ArchivedBytes> archived_;
    std::vector<std::byte> bytes_;
};

Error isShorter ()
{
    return {ErrorCode::fileChanged, "became shorter while it was read", {}};
}
} // namespace

Result<std::uint32_t> checksumInput (std::unique_ptr<ReadableFile>& file,
                                     const std::atomic<bool>& stop)
{
    const FileInfo info = file->info ();
    if (info.bytes > kHeldInputBytes)
    {
        auto crc = checksumOfRange ([&file] (void* to, std::size_t bytes, std::int64_t offset)
                                    { return file->readAt (to, bytes, offset); },
                                    {0, info.bytes}, stop);
        if (! crc && crc.error ().code == ErrorCode::truncated)
            return isShorter ();
        return crc;
    }
    std::vector<std::byte> bytes (static_cast<std::size_t> (info.bytes));
    MELSTROM_TRY_VALUE (const auto got, file->readAt (bytes.data (), bytes.size (), 0));
    if (got < bytes.size ())
        return isShorter ();
    const std::uint32_t crc = crc32c (0, bytes.data (), bytes.size ());
    file = std::make_unique<HeldFile> (*file, std::move (bytes));
    return crc;
}

} // namespace melstrom
