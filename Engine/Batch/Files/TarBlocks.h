// A file as blocks of 512 bytes, for the headers of a tar.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Files/TarHeader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>

namespace melstrom
{

/** Blocks of a file, read in pieces: 64 KiB while headers lie close together, else 4 KiB. */
class TarBlocks
{
public:
    explicit TarBlocks (ReadableFile& file) : file_ (file) {}

    /** A block; shorter only at the end of the file. Valid until the next call. */
    Result<std::span<const std::byte>> at (std::int64_t offset)
    {
        const auto end = start_ + static_cast<std::int64_t> (filled_);
        if (offset < start_ || offset + kTarBlockBytes > end)
        {
            const bool isNear = offset >= start_ && offset < end + kNear;
            MELSTROM_TRY_VALUE (const auto got,
                                file_.readAt (buffer_->data (), isNear ? kLong : kShort, offset));
            start_ = offset;
            filled_ = got;
        }
        const auto inside = static_cast<std::size_t> (offset - start_);
        return std::span<const std::byte> (
            buffer_->data () + inside,
            std::min (static_cast<std::size_t> (kTarBlockBytes), filled_ - inside));
    }

private:
    static constexpr std::size_t kLong = 1 << 16, kShort = 1 << 12;
    static constexpr std::int64_t kNear = 1 << 14;

    ReadableFile& file_;
    std::int64_t start_ = 0;
    std::size_t filled_ = 0;
    std::unique_ptr<std::array<std::byte, kLong>> buffer_ =
        std::make_unique<std::array<std::byte, kLong>> ();
};

} // namespace melstrom
