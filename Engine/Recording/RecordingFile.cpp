#include "Engine/Recording/RecordingFile.h"

#include "Engine/Core/Printable.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace melstrom
{
namespace
{

constexpr std::size_t kBlockSamples = 16384; // rounded at once, over all channels

// libFLAC's compression levels 0 to 2 have blocks of 1152 samples, the others of 4096.
constexpr int kSmallBlockSamples = 1152, kLargeBlockSamples = 4096;
constexpr int kLargeBlockRateHz = 16000; ///< from here on a large block is at most 256 ms
constexpr double kSmallBlockLevel = 2.0 / 8, kLargeBlockLevel = 5.0 / 8;

/** Place of rate, channels, bits and number of samples in a FLAC file: 20, 3, 5 and 36 bits, the
    highest first. Source: RFC 9639, section 8.2. */
constexpr std::int64_t kFlacLengthByte = 18;
constexpr auto kFlacLengthMask = (std::uint64_t {1} << 36) - 1;

int flacBlockOf (int rateHz) noexcept
{
    return rateHz < kLargeBlockRateHz ? kSmallBlockSamples : kLargeBlockSamples;
}

int formatOf (RecordingFormat format) noexcept
{
    switch (format)
    {
        case RecordingFormat::wav24: return SF_FORMAT_RF64 | SF_FORMAT_PCM_24;
        case RecordingFormat::wavFloat: return SF_FORMAT_RF64 | SF_FORMAT_FLOAT;
        case RecordingFormat::flac24: break;
    }
    return SF_FORMAT_FLAC | SF_FORMAT_PCM_24;
}

} // namespace

RecordingFile::RecordingFile (std::string path, const RecordingSpec& spec,
                              std::unique_ptr<WritableFile> file)
    : path_ (std::move (path)), spec_ (spec), file_ (std::move (file)), output_ (*file_),
      steps_ (kBlockSamples)
{
}

Result<std::unique_ptr<RecordingFile>> RecordingFile::create (Storage& storage, std::string path,
                                                              const RecordingSpec& spec)
{
    MELSTROM_TRY (spec.validate ());
    if (storage.info (path))
        return Error {ErrorCode::writeFailed,
                      printable (path) + " is already there; a recording replaces nothing; choose "
                                         "another name",
                      std::nullopt};
    MELSTROM_TRY_VALUE (auto file, storage.create (path));
    std::unique_ptr<RecordingFile> recording (
        new RecordingFile (std::move (path), spec, std::move (file)));
    if (auto opened = recording->open (); ! opened)
    {
        const auto name = recording->path_;
        recording.reset ();
        static_cast<void> (storage.remove (name)); // it has no samples
        return opened.error ();
    }
    return recording;
}

Result<void> RecordingFile::open ()
{
    SF_INFO info {};
    info.samplerate = spec_.rateHz;
    info.channels = spec_.numChannels;
    info.format = formatOf (spec_.format);
    if (! output_.open (info))
        return output_.fault (path_);
    auto* const handle = output_.handle ();
    double level =
        flacBlockOf (spec_.rateHz) == kSmallBlockSamples ? kSmallBlockLevel : kLargeBlockLevel;
    if (isFlac ())
        sf_command (handle, SFC_SET_COMPRESSION_LEVEL, &level, sizeof (level));
    else // RIFF with a chunk JUNK in the place of RF64's sizes
        sf_command (handle, SFC_RF64_AUTO_DOWNGRADE, nullptr, SF_TRUE);
    sf_command (handle, SFC_UPDATE_HEADER_NOW, nullptr, 0); // for FLAC: once, at the beginning
    if (output_.error ())
        return *output_.error ();
    headerBytes_ = output_.size ();
    numHeaderWrites_ = output_.numAppended ();
    return {};
}

std::int64_t RecordingFile::frameBytes () const noexcept
{
    return (spec_.format == RecordingFormat::wavFloat ? 4 : 3) * spec_.numChannels;
}

Result<void> RecordingFile::append (std::span<const float> samples)
{
    const auto numChannels = static_cast<std::size_t> (spec_.numChannels);
    const std::size_t mostSamples = kBlockSamples / numChannels * numChannels;
    while (! samples.empty ())
    {
        const auto block = samples.first (std::min (samples.size (), mostSamples));
        const auto count = static_cast<sf_count_t> (block.size ());
        sf_count_t written = 0;
        if (spec_.format == RecordingFormat::wavFloat)
        {
            countClipped (block, changes_);
            written = sf_write_float (output_.handle (), block.data (), count);
        }
        else
        {
            const auto steps = std::span (steps_).first (block.size ());
            roundTo24Bits (block, steps, changes_);
            written = sf_write_int (output_.handle (), steps.data (), count);
        }
        if (written != count || output_.error ())
            return output_.fault (path_);
        numSamples_ += count / spec_.numChannels;
        samples = samples.subspan (block.size ());
    }
    return {};
}

/** libFLAC writes each block in one call. */
std::int64_t RecordingFile::flacSamples () const noexcept
{
    return (output_.numAppended () - numHeaderWrites_) * flacBlockOf (spec_.rateHz);
}

Result<std::uint64_t> RecordingFile::readFlacWord ()
{
    std::array<std::uint8_t, sizeof (std::uint64_t)> bytes {};
    MELSTROM_TRY (file_->readAt (bytes.data (), bytes.size (), kFlacLengthByte));
    std::uint64_t word = 0;
    for (const auto byte : bytes)
        word = word << 8 | byte;
    return word;
}

Result<void> RecordingFile::writeFlacLength (std::int64_t numSamples)
{
    MELSTROM_TRY_VALUE (const auto old, readFlacWord ());
    const auto count = static_cast<std::uint64_t> (numSamples);
    const auto word =
        (old & ~kFlacLengthMask) | (count <= kFlacLengthMask ? count : 0); // 0: unknown
    if (word == old)
        return {};
    std::array<std::uint8_t, sizeof (word)> bytes {};
    for (std::size_t n = 0; n < bytes.size (); ++n)
        bytes[n] = static_cast<std::uint8_t> (word >> (56 - 8 * n));
    return file_->writeAt (bytes.data (), bytes.size (), kFlacLengthByte);
}

Result<void> RecordingFile::refresh ()
{
    const auto inFile = isFlac () ? flacSamples () : numSamples_;
    if (isFlac ())
        MELSTROM_TRY (writeFlacLength (inFile));
    else
        sf_command (output_.handle (), SFC_UPDATE_HEADER_NOW, nullptr, 0);
    if (output_.error ())
        return *output_.error ();
    namedSamples_ = inFile;
    return {};
}

Result<void> RecordingFile::finish ()
{
    const bool isClosed = output_.close ();
    if (! isClosed || output_.error ())
        return output_.fault (path_);
    isComplete_ = true;
    MELSTROM_TRY (file_->sync ());
    return file_->close ();
}

void RecordingFile::keep () noexcept
try
{
    if (isComplete_) // only syncing failed
        return;
    const auto inFile = isFlac () ? std::min (flacSamples (), numSamples_)
                                  : (output_.size () - headerBytes_) / frameBytes ();
    static_cast<void> (
        output_.cut (isFlac () ? output_.wholeSize () : headerBytes_ + inFile * frameBytes ()));
    const auto numFailures = output_.numFailures ();
    if (output_.handle () != nullptr)
        output_.close ();
    bool isNamed = output_.numFailures () == numFailures;
    if (isFlac ())
        isNamed = writeFlacLength (inFile).ok ();
    numSamples_ = isNamed ? inFile : namedSamples_; // a file system may need room to replace bytes
    static_cast<void> (file_->sync ());
    static_cast<void> (file_->close ());
}
catch (const std::bad_alloc&) // the last `refresh` stays
{
}

} // namespace melstrom
