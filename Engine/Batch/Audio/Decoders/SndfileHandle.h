// libsndfile on a ReadableFile: no path, no file descriptor of its own. Faults of the file stay
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

/** A position in a part of a ReadableFile and 32 KiB of read-ahead, for libsndfile's callbacks. */
class SndfileInput
{
public:
    /** `lengthFactor`: see SndfileHandle. */
    SndfileInput (ReadableFile& file, std::string name, ByteWindow window, int lengthFactor);

    std::int64_t size () const noexcept { return size_; }
    std::int64_t tell () const noexcept { return position_; }
    std::int64_t seek (std::int64_t offset, int whence) noexcept;
    std::int64_t read (void* to, std::int64_t bytes) noexcept;

    /** Set after a failed read: readFailed, fileChanged, outOfMemory. The codec saw only an early
        end. */
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
    /** `lengthFactor`: for an MPEG stream without a declared length, the decoder computes a length
        from the file's size and the first frame's bit rate, and stops there. It sees the real size
        times this factor, so that it reads to the real end. */
    SndfileHandle (ReadableFile& file, std::string name, int lengthFactor)
        : file_ (file), name_ (std::move (name)), window_ {0, file.info ().bytes},
          lengthFactor_ (lengthFactor)
    {
    }

    /** Shows libsndfile this window instead of the whole file, from the next `open` on. */
    void see (ByteWindow window) noexcept { window_ = window; }

    /** Opens, or opens again at sample 0. False if libsndfile cannot read the header. Fails:
        readFailed, fileChanged, outOfMemory. */
    Result<bool> open ();

    const SF_INFO& info () const noexcept { return info_; } ///< after open

    /** Reads up to `count` samples of all channels as int16, int32 or float32. Fewer: the stream
        ends there or is damaged (`isDamaged`). Fails: readFailed, fileChanged. */
    Result<std::int64_t> read (void* to, SampleFormat format, std::int64_t count);
    bool seek (std::int64_t sample) noexcept;

    /** True if the codec reported an error in the last read, or printed a message. */
    bool isDamaged () const noexcept { return damaged_; }
    /** end of the file */
    bool isAtEnd () const noexcept { return input_->tell () == input_->size (); }
    std::string damage () const; ///< the codec's message

private:
    ReadableFile& file_;
    std::string name_;
    ByteWindow window_;
    int lengthFactor_;
    std::unique_ptr<SndfileInput> input_; // outlives the handle that calls back into it
    std::unique_ptr<SNDFILE, int (*) (SNDFILE*)> handle_ {nullptr, &sf_close};
    SF_INFO info_ {};
    bool damaged_ = false;
    std::string messages_; ///< printed by the codec since `open`
};

} // namespace melstrom
