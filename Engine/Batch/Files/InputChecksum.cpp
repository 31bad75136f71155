#include "Engine/Batch/Files/InputChecksum.h"

#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Files/FrontRead.h"
#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace melstrom
{

namespace
{
/** A file whose bytes are in memory. The last ones are where their reader wants them. Readers may
    write to that place: they read what they need of it by their first call that writes there. */
class HeldFile final : public ReadableFile
{
public:
    HeldFile (const ReadableFile& file, std::vector<std::byte> front,
              std::span<const std::byte> end)
        : info_ (file.info ()), archived_ (file.archived ()), front_ (std::move (front)), end_ (end)
    {
    }

    FileInfo info () const override { return info_; }
    std::optional<ArchivedBytes> archived () const override { return archived_; }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const auto at = static_cast<std::size_t> (offset), size = front_.size () + end_.size ();
        if (at >= size)
            return std::size_t {0};
        const std::size_t count = std::min (bytes, size - at);
        const std::size_t fromFront =
            at < front_.size () ? std::min (count, front_.size () - at) : 0;
        auto* const out = static_cast<std::byte*> (to);
        const std::size_t fromEnd = at + fromFront - front_.size ();
        // the end first: `to` may overlap it
        if (count > fromFront && out + fromFront != end_.data () + fromEnd)
            std::memmove (out + fromFront, end_.data () + fromEnd, count - fromFront);
        if (fromFront > 0)
            std::memcpy (out, front_.data () + at, fromFront);
        return count;
    }

private:
    FileInfo info_;
    std::optional<ArchivedBytes> archived_;
    std::vector<std::byte> front_;
    std::span<const std::byte> end_;
};

Error isShorter ()
{
    return {ErrorCode::fileChanged, "became shorter while it was read", {}};
}
} // namespace

Result<std::uint32_t> checksumInput (std::unique_ptr<ReadableFile>& file,
                                     const std::atomic<bool>& stop, std::span<std::byte> end)
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
    std::vector<std::byte> front (static_cast<std::size_t> (info.bytes) - end.size ());
    std::uint32_t crc = 0;
    const bool isRead = ! end.empty () && readFront (*file, front, end);
    const auto take = [&] (std::span<std::byte> piece, std::size_t offset) -> Result<void>
    {
        if (piece.empty ())
            return {};
        const auto got = isRead ? Result<std::size_t> (piece.size ())
                                : file->readAt (piece.data (), piece.size (),
                                                static_cast<std::int64_t> (offset));
        if (! got)
            return got.error ();
        if (*got < piece.size ())
            return isShorter ();
        crc = crc32c (crc, piece.data (), piece.size ());
        return {};
    };
    MELSTROM_TRY (take (front, 0));
    MELSTROM_TRY (take (end, front.size ()));
    file = std::make_unique<HeldFile> (*file, std::move (front), end);
    return crc;
}

} // namespace melstrom
