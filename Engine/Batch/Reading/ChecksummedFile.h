// An input file whose bytes are read once: into the place where its samples belong, and into a
// checksum on the way.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <array>
#include <atomic>
#include <span>

namespace melstrom
{

/** A WAV mostly is a header and then samples as they are stored. So its header and its samples come
    with one read: the front into this object, the rest behind the place where the samples begin.
    A reader that then asks for the samples at that place finds them there; any other request reads
    the file again. Thread: one. */
class ChecksummedFile final : public ReadableFile
{
public:
    /** samples: where the reader will ask for the last bytes of the file; may be empty. It is written
        at the first read, and must not change before the reader has asked for it. */
    ChecksummedFile (std::unique_ptr<ReadableFile> file, std::span<std::byte> samples);

    FileInfo info () const override { return file_->info (); }
    std::optional<ArchivedBytes> archived () const override { return file_->archived (); }
    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override;

    /** CRC-32C of all bytes; reads those that no request has delivered in order. Fails: readFailed,
        fileChanged (the file is shorter than at opening), interrupted. */
    Result<std::uint32_t> checksum (const std::atomic<bool>& stop);

private:
    Result<void> readFront ();
    void addToChecksum (const std::byte* bytes, std::int64_t offset, std::size_t count) noexcept;

    const std::unique_ptr<ReadableFile> file_;
    std::span<std::byte> rest_; ///< for the bytes behind the front; empty: not read with it
    std::array<std::byte, FileView::kFrontBytes> front_;
    std::size_t frontBytes_ = 0;
    std::size_t restBytes_ = 0; ///< of `rest_`, that were read
    bool hasFront_ = false;
    std::int64_t position_ = 0; ///< end of the bytes that the checksum has
    std::uint32_t crc_ = 0;
};

} // namespace melstrom
