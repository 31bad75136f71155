// libsndfile on a ReadableFile: no path, no file descriptor of its own, faults of the file kept
// apart from faults of the codec.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/SampleFormat.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <sndfile.h>
#include <string>

namespace melstrom
{

/** The part of a file that libsndfile sees. */
struct ByteWindow
{
    std::int64_t first = 0, end = 0;
};

/** A position in a part of a ReadableFile and 32 KiB of read-ahead, as libsndfile's callbacks need
 * them. */
class SndfileInput
{
public:
    /** `lengthFactor`: see SndfileHandle. */
    SndfileInput (ReadableFile& file, std::string name, ByteWindow window, int lengthFactor);

    std::int64_t size () const noexcept { return size_; }
    std::int64_t tell () const noexcept { return position_; }
    std::int64_t seek (std::int64_t offset, int whence) noexcept;
    std::int64_t read (void* to, std::int64_t bytes) noexcept;

    /** Set once a read failed: readFailed, fileChanged, outOfMemory. The codec only saw an early
     * end. */
    const std::optional<Error>& error () const noexcept { return error_; }

private:
    std::int64_t readDirectly (std::byte* to, std::int64_t bytes, std::int64_t offset);

    ReadableFile& file_;
    std::string name_;
    std::int64_t start_, size_, position_ = 0; ///< positions count from the window's first byte
    int lengthFactor_;
    std::int64_t cachedOffset_ = 0, cachedBytes_ = 0;
    std::optional<Error> error_;
    std::array<std::byte, 32768> cache_;
};

class SndfileHandle
{
public:
    /** `lengthFactor`: an MPEG stream that does not say how long it is is measured by its decoder,
       which multiplies the file's size with the first frame's bit rate and stops there. The size it
       sees is the real one times this, so that it reads on to the real end. */
    SndfileHandle (ReadableFile& file, std::string name, int lengthFactor)
        : file_ (file), name_ (std::move (name)), window_ {0, file.info ().bytes},
          lengthFactor_ (lengthFactor)
    {
    }

    /** Instead of the whole file, from the next `open` on. */
    void see (ByteWindow window) noexcept { window_ = window; }

    /** Opens, or opens anew at sample 0. Fails with false when libsndfile cannot read the header.
     */
    Result<bool> open ();

    const SF_INFO& info () const noexcept { return info_; } ///< after open

    /** Up to `count` samples of all channels, int16, int32 or float32; fewer: the stream ends
       there, or is damaged (`isDamaged`). Fails: readFailed, fileChanged. */
    Result<std::int64_t> read (void* to, SampleFormat format, std::int64_t count);
    bool seek (std::int64_t sample) noexcept;

    bool isDamaged () const noexcept
    {
        return damaged_;
    } ///< the codec reported an error in the last read, or printed a message
    bool isAtEnd () const noexcept { return input_->tell () == input_->size (); } ///< of the file
    std::string damage () const;                                                  ///< its words

private:
    ReadableFile& file_;
    std::string name_;
    ByteWindow window_;
    int lengthFactor_;
    std::unique_ptr<SndfileInput> input_; // outlives the handle that calls back into it
    std::unique_ptr<SNDFILE, int (*) (SNDFILE*)> handle_ {nullptr, &sf_close};
    SF_INFO info_ {};
    bool damaged_ = false;
    std::string messages_; ///< that the codec printed since `open`
};

} // namespace melstrom
