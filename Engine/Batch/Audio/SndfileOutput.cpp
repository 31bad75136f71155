#include "Engine/Batch/Audio/SndfileOutput.h"

#include "Engine/Core/Printable.h"

#include <algorithm>
#include <cstdio>

namespace melstrom
{

struct SndfileOutput::Calls
{
    static SndfileOutput& of (void* user) noexcept { return *static_cast<SndfileOutput*> (user); }

    static sf_count_t sizeOf (void* user) { return of (user).size_; }
    static sf_count_t tell (void* user) { return of (user).position_; }

    static sf_count_t seek (sf_count_t offset, int whence, void* user)
    {
        auto& output = of (user);
        const auto base = whence == SEEK_SET   ? 0
                          : whence == SEEK_CUR ? output.position_
                                               : output.size_;
        if (offset < -base)
            return -1;
        return output.position_ = base + offset;
    }

    static sf_count_t read (void* to, sf_count_t bytes, void* user)
    {
        auto& output = of (user);
        auto done = output.file_.readAt (to, static_cast<std::size_t> (bytes), output.position_);
        if (! done)
            return 0;
        output.position_ += static_cast<std::int64_t> (*done);
        return static_cast<sf_count_t> (*done);
    }

    static sf_count_t write (const void* from, sf_count_t bytes, void* user)
    {
        auto& output = of (user);
        const auto end = output.position_ + bytes;
        if (output.error_ && end > output.size_)
            return 0;
        if (auto done =
                output.file_.writeAt (from, static_cast<std::size_t> (bytes), output.position_);
            ! done)
            return output.numWritten (bytes, done.error ());
        output.numAppended_ += output.position_ == output.size_ ? 1 : 0;
        output.position_ = end;
        output.size_ = std::max (output.size_, end);
        output.wholeSize_ = std::max (output.wholeSize_, end);
        return bytes;
    }
};

/** A write of this many bytes failed. A full disk takes the first of them: the size tells. */
std::int64_t SndfileOutput::numWritten (std::int64_t bytes, const Error& error)
{
    ++numFailures_;
    if (! error_)
        error_ = error;
    if (position_ != size_)
        return 0;
    const auto now = file_.size ();
    const auto count = now ? std::clamp<std::int64_t> (*now - position_, 0, bytes) : 0;
    position_ += count;
    size_ = position_;
    return count;
}

bool SndfileOutput::open (SF_INFO info)
{
    SF_VIRTUAL_IO calls {&Calls::sizeOf, &Calls::seek, &Calls::read, &Calls::write, &Calls::tell};
    handle_.reset (sf_open_virtual (&calls, SFM_WRITE, &info, this));
    return handle_ != nullptr;
}

bool SndfileOutput::close ()
{
    return sf_close (handle_.release ()) == 0;
}

Error SndfileOutput::fault (const std::string& path) const
{
    if (error_)
        return *error_;
    return {ErrorCode::writeFailed,
            printable (path) + ": cannot write: " + sf_strerror (handle_.get ()), std::nullopt};
}

Result<void> SndfileOutput::cut (std::int64_t bytes)
{
    MELSTROM_TRY (file_.resize (bytes));
    size_ = wholeSize_ = bytes;
    position_ = std::min (position_, bytes);
    return {};
}

} // namespace melstrom
