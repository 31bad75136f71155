#include "Engine/Batch/Audio/Decoders/FileReaders.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/NonFinite.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

static_assert (std::endian::native == std::endian::little,
               "samples are delivered as they are stored");

namespace melstrom
{
namespace
{

SampleFormat deliveredFormat (WavEncoding encoding) noexcept
{
    switch (encoding)
    {
        case WavEncoding::unsigned8:
        case WavEncoding::int16: return SampleFormat::int16;
        case WavEncoding::int24: return SampleFormat::int24;
        case WavEncoding::int32: return SampleFormat::int32;
        case WavEncoding::float32:
        case WavEncoding::float64:
        case WavEncoding::foreign: break;
    }
    return SampleFormat::float32;
}

/** Values converted at a time, on the stack. */
constexpr std::int64_t kBlockValues = 4096;

class WavFile final : public AudioReader
{
public:
    WavFile (std::unique_ptr<ReadableFile> file, WavHeader header, std::string name,
             const AudioOptions& options)
        : file_ (std::move (file)), name_ (std::move (name)), encoding_ (header.format.encoding),
          dataOffset_ (header.dataOffset), blockBytes_ (header.format.blockBytes),
          nonFinite_ (options)
    {
        info_.rateHz = header.format.rateHz;
        info_.numChannels = header.format.numChannels;
        info_.numSamples = header.numSamples ();
        info_.format = deliveredFormat (encoding_);
        if (encoding_ == WavEncoding::unsigned8)
            info_.fullScale = FullScale::int8;
        info_.container = std::move (header.container);
        info_.randomAccess = true;
        info_.warnings = std::move (header.warnings);
        nonFinite_.setPlace (dataOffset_, static_cast<int> (blockBytes_ / info_.numChannels));
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return nonFinite_.count (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        if (auto inside = checkRange (name_, info_, first, count); ! inside || count == 0)
            return inside;
        auto done = encoding_ == WavEncoding::unsigned8 ? readUnsigned8 (to, first, count)
                    : encoding_ == WavEncoding::float64 ? readFloat64 (to, first, count)
                                                        : readStored (to, first, count);
        if (done && info_.format == SampleFormat::float32)
            return nonFinite_.check (to, first, count, name_, info_);
        return done;
    }

private:
    Result<void> readStored (void* to, std::int64_t first, std::int64_t count)
    {
        return readBytes (to, first * blockBytes_, count * blockBytes_);
    }

    /** `offset` within the samples. */
    Result<void> readBytes (void* to, std::int64_t offset, std::int64_t bytes)
    {
        MELSTROM_TRY_VALUE (const auto got, file_->readAt (to, static_cast<std::size_t> (bytes),
                                                           dataOffset_ + offset));
        if (static_cast<std::int64_t> (got) == bytes)
            return {};
        const auto end = offset + static_cast<std::int64_t> (got);
        return audioFault (ErrorCode::fileChanged, name_,
                           "was cut after it was opened: it had " +
                               std::to_string (info_.numSamples) + " samples and now ends after " +
                               std::to_string (end / blockBytes_) +
                               "; leave the input alone while it is read",
                           dataOffset_ + end);
    }

    /** Reads the bytes into the upper half of the buffer and widens them from the front. */
    Result<void> readUnsigned8 (void* to, std::int64_t first, std::int64_t count)
    {
        auto* const out = static_cast<std::byte*> (to);
        const auto numValues = count * info_.numChannels;
        MELSTROM_TRY (readBytes (out + numValues, first * blockBytes_, numValues));

        std::array<std::uint8_t, kBlockValues> stored;
        std::array<std::int16_t, kBlockValues> widened;
        for (std::int64_t start = 0; start < numValues; start += kBlockValues)
        {
            const auto values =
                static_cast<std::size_t> (std::min (kBlockValues, numValues - start));
            std::memcpy (stored.data (), out + numValues + start, values);
            for (std::size_t i = 0; i < values; ++i)
                widened[i] = static_cast<std::int16_t> ((stored[i] - 128) * 256);
            std::memcpy (out + start * 2, widened.data (), values * 2);
        }
        return {};
    }

    Result<void> readFloat64 (void* to, std::int64_t first, std::int64_t count)
    {
        auto* const out = static_cast<std::byte*> (to);
        const auto numValues = count * info_.numChannels;

        std::array<double, kBlockValues> stored;
        std::array<float, kBlockValues> narrowed;
        for (std::int64_t start = 0; start < numValues; start += kBlockValues)
        {
            const auto values = std::min (kBlockValues, numValues - start);
            MELSTROM_TRY (readBytes (stored.data (), first * blockBytes_ + start * 8, values * 8));
            for (std::size_t i = 0; i < static_cast<std::size_t> (values); ++i)
                narrowed[i] =
                    static_cast<float> (stored[i]); // IEC 60559: too large becomes infinite
            std::memcpy (out + start * 4, narrowed.data (), static_cast<std::size_t> (values) * 4);
        }
        return {};
    }

    std::unique_ptr<ReadableFile> file_;
    std::string name_;
    AudioInfo info_;
    WavEncoding encoding_;
    std::int64_t dataOffset_;
    std::int64_t blockBytes_;
    NonFinitePolicy nonFinite_;
};

} // namespace

std::unique_ptr<AudioReader> makeWavFile (std::unique_ptr<ReadableFile> file, WavHeader header,
                                          std::string name, const AudioOptions& options)
{
    return std::make_unique<WavFile> (std::move (file), std::move (header), std::move (name),
                                      options);
}

} // namespace melstrom
