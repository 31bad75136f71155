// Writes a part of a sound as a WAV file, sample by sample as stored.
#include "Engine/Batch/Audio/SndfileOutput.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Core/Printable.h"
#include "Source/Export/RangeExport.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr std::int64_t kBlockSamples = 1 << 16;
/** The sizes in a plain WAV header have 32 bits; 64 KiB remain for the header. */
constexpr std::int64_t kMostPlainBytes = (std::int64_t {1} << 32) - (1 << 16);

int codingOf (SampleFormat format) noexcept
{
    switch (format)
    {
        case SampleFormat::int16: return SF_FORMAT_PCM_16;
        case SampleFormat::int24: return SF_FORMAT_PCM_24;
        case SampleFormat::int32: return SF_FORMAT_PCM_32;
        case SampleFormat::float32: break;
    }
    return SF_FORMAT_FLOAT;
}

/** Blocks of a sound, in order. */
class RangeBlocks
{
public:
    /** numSamples: of all calls of `read` together, for `control` */
    RangeBlocks (AudioReader& reader, std::int64_t numSamples, const ExportControl& control)
        : reader_ (reader), control_ (control), numSamples_ (numSamples),
          bytesPerFrame_ (bytesPerSample (reader.info ().format) * reader.info ().numChannels),
          block_ (static_cast<std::size_t> (kBlockSamples * bytesPerFrame_))
    {
    }

    /** Calls `take (bytes, numBytes)` with each block of [first, end). */
    template <typename Take>
    Result<void> read (std::int64_t first, std::int64_t end, Take&& take)
    {
        while (first < end)
        {
            const auto count = std::min (kBlockSamples, end - first);
            MELSTROM_TRY (reader_.read (block_.data (), first, count));
            MELSTROM_TRY (take (block_.data (), count * bytesPerFrame_));
            first += count;
            numRead_ += count;
            MELSTROM_TRY (control_.reach (numRead_, numSamples_));
        }
        return {};
    }
    std::int64_t bytesPerFrame () const noexcept { return bytesPerFrame_; }

private:
    AudioReader& reader_;
    const ExportControl& control_;
    const std::int64_t numSamples_;
    std::int64_t numRead_ = 0;
    const std::int64_t bytesPerFrame_;
    std::vector<std::byte> block_;
};

SF_INFO infoOf (const AudioInfo& sound, std::int64_t numBytes)
{
    SF_INFO info {};
    info.samplerate = sound.rateHz;
    info.channels = sound.numChannels;
    info.format =
        (numBytes > kMostPlainBytes ? SF_FORMAT_RF64 : SF_FORMAT_WAV) | codingOf (sound.format);
    return info;
}

} // namespace

Result<void> writeRange (AudioReader& reader, std::int64_t first, std::int64_t count,
                         Storage& storage, const std::string& path, const ExportControl& control)
{
    if (const auto there = storage.info (path); there && there->kind != EntryKind::file)
        return Error {
            ErrorCode::notAFile, printable (path) + " is not a file; choose another name", {}};
    const auto skipped = reader.info ().randomAccess ? 0 : first;
    RangeBlocks blocks (reader, skipped + count, control);
    MELSTROM_TRY (
        blocks.read (0, skipped, [] (const void*, std::int64_t) { return Result<void> (); }));
    MELSTROM_TRY_VALUE (const auto file,
                        FileReplacement::create (storage, path, partPathOf (path)));
    SndfileOutput output (file->part ());
    if (! output.open (infoOf (reader.info (), count * blocks.bytesPerFrame ())))
        return output.fault (path);
    sf_command (output.handle (), SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE); // holds the time
    const auto write = [&] (const void* bytes, std::int64_t numBytes) -> Result<void>
    {
        if (sf_write_raw (output.handle (), bytes, numBytes) != numBytes)
            return output.fault (path);
        return {};
    };
    MELSTROM_TRY (blocks.read (first, first + count, write));
    if (! output.close () || output.error ())
        return output.fault (path);
    return file->finish ();
}

} // namespace melstrom
