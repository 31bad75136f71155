#include "Engine/Batch/Audio/Decoders/SndfileHandle.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Decoders/DecoderMessages.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

namespace melstrom
{
namespace
{

SndfileInput& inputOf (void* user) noexcept
{
    return *static_cast<SndfileInput*> (user);
}

sf_count_t sizeCallback (void* user)
{
    return inputOf (user).size ();
}
sf_count_t tellCallback (void* user)
{
    return inputOf (user).tell ();
}
sf_count_t writeCallback (const void*, sf_count_t, void*)
{
    return 0;
}

sf_count_t seekCallback (sf_count_t offset, int whence, void* user)
{
    return inputOf (user).seek (offset, whence);
}

sf_count_t readCallback (void* to, sf_count_t bytes, void* user)
{
    return inputOf (user).read (to, bytes);
}

sf_count_t readOnce (SNDFILE* handle, void* to, SampleFormat format, sf_count_t count)
{
    switch (format)
    {
        case SampleFormat::int16: return sf_readf_short (handle, static_cast<short*> (to), count);
        case SampleFormat::int32: return sf_readf_int (handle, static_cast<int*> (to), count);
        case SampleFormat::int24:
        case SampleFormat::float32: break;
    }
    return sf_readf_float (handle, static_cast<float*> (to), count);
}

} // namespace

SndfileInput::SndfileInput (ReadableFile& file, std::string name, ByteWindow window,
                            int lengthFactor)
    : file_ (file), name_ (std::move (name)), start_ (window.first),
      size_ (window.end - window.first), lengthFactor_ (lengthFactor)
{
}

std::int64_t SndfileInput::seek (std::int64_t offset, int whence) noexcept
{
    const auto base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position_ : size_;
    // a damaged header may ask for a place outside of the file
    if (offset < -base || offset > size_ - base)
        return -1;
    position_ = base + offset;
    return whence == SEEK_END && offset == 0 ? size_ * lengthFactor_ : position_;
}

std::int64_t SndfileInput::read (void* to, std::int64_t bytes) noexcept
try
{
    auto* const out = static_cast<std::byte*> (to);
    const auto wanted = std::min (bytes, size_ - position_);
    std::int64_t done = 0;
    while (done < wanted && ! error_)
    {
        const auto inCache = position_ - cachedOffset_;
        if (inCache >= 0 && inCache < cachedBytes_)
        {
            const auto count = std::min (wanted - done, cachedBytes_ - inCache);
            std::memcpy (out + done, cache_.data () + inCache, static_cast<std::size_t> (count));
            done += count;
            position_ += count;
        }
        else if (wanted - done >= static_cast<std::int64_t> (cache_.size ()))
        {
            const auto count = readDirectly (out + done, wanted - done, position_);
            done += count;
            position_ += count;
        }
        else
        {
            const auto ahead =
                std::min (static_cast<std::int64_t> (cache_.size ()), size_ - position_);
            cachedBytes_ = readDirectly (cache_.data (), ahead, position_);
            cachedOffset_ = position_;
        }
    }
    return done;
}
catch (const std::bad_alloc&) // from the text of an error; no exception may pass through libsndfile
{
    error_ = Error {ErrorCode::outOfMemory, {}, std::nullopt};
    return 0;
}

std::int64_t SndfileInput::readDirectly (std::byte* to, std::int64_t bytes, std::int64_t offset)
{
    const auto count = file_.readAt (to, static_cast<std::size_t> (bytes), start_ + offset);
    if (! count)
    {
        error_ = count.error ();
        return 0;
    }
    const auto got = static_cast<std::int64_t> (*count);
    if (got < bytes)
        error_ = audioFault (
            ErrorCode::fileChanged, name_,
            "was cut after it was opened: it had " + std::to_string (file_.info ().bytes) +
                " bytes and now ends after " + std::to_string (start_ + offset + got) +
                "; leave the input alone while it is read",
            start_ + offset + got);
    return got;
}

Result<bool> SndfileHandle::open ()
{
    handle_.reset ();
    input_ = std::make_unique<SndfileInput> (file_, name_, window_, lengthFactor_);
    const DecoderMessages taking (messages_);
    SF_VIRTUAL_IO callbacks {sizeCallback, seekCallback, readCallback, writeCallback, tellCallback};
    info_ = {};
    damaged_ = false;
    handle_.reset (sf_open_virtual (&callbacks, SFM_READ, &info_, input_.get ()));
    messages_.clear (); // no frame is decoded yet, and headers are checked by their readers
    if (input_->error ())
        return *input_->error ();
    return handle_ != nullptr;
}

Result<std::int64_t> SndfileHandle::read (void* to, SampleFormat format, std::int64_t count)
{
    auto* const out = static_cast<std::byte*> (to);
    const auto sampleBytes = static_cast<std::int64_t> (bytesPerSample (format)) * info_.channels;
    std::int64_t done = 0;
    damaged_ = false;
    const DecoderMessages taking (messages_);
    while (done < count && ! damaged_)
    {
        const auto got = readOnce (handle_.get (), out + done * sampleBytes, format, count - done);
        damaged_ = sf_error (handle_.get ()) != SF_ERR_NO_ERROR || ! messages_.empty ();
        if (input_->error ())
            return *input_->error ();
        if (got <= 0 || ! messages_.empty ()) // samples that come with a message are invented
            break;
        done += std::min (got, count - done);
    }
    return done;
}

bool SndfileHandle::seek (std::int64_t sample) noexcept
{
    const DecoderMessages taking (messages_);
    return sf_seek (handle_.get (), sample, SEEK_SET) == sample;
}

std::string SndfileHandle::damage () const
{
    if (const auto line = messages_.substr (0, messages_.find_first_of ("\r\n")); ! line.empty ())
        return printable (line);
    return sf_strerror (handle_.get ());
}

} // namespace melstrom
