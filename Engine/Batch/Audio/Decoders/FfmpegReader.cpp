#include "Engine/Batch/Audio/Decoders/FileReaders.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"
#include "Engine/Batch/Audio/NonFinite.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <array>

namespace melstrom
{
namespace
{

constexpr std::size_t kCountingBytes = 65536;

class FfmpegReader final : public AudioReader
{
public:
    FfmpegReader (FfmpegRequest request, std::string program, const AudioOptions& options)
        : request_ (std::move (request)), program_ (std::move (program)), nonFinite_ (options)
    {
        patience_.stop = request_.context.stop;
        info_.format = SampleFormat::float32;
        info_.container = containerName (request_.input.container);
        info_.byFfmpeg = true;
    }

    /** Call once, before the other functions. */
    Result<void> open ()
    {
        if (! request_.context.known)
            return count ();
        info_.rateHz = request_.context.known->rateHz;
        info_.numChannels = request_.context.known->numChannels;
        info_.numSamples = request_.context.known->numSamples;
        return {};
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return nonFinite_.count (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        if (auto inside = checkRange (request_.name, info_, first, count); ! inside || count == 0)
            return inside;
        auto done = readOn (to, first, count);
        if (! done)
            child_.reset (); // only a read from 0 can go on
        return done;
    }

private:
    std::int64_t sampleBytes () const noexcept { return 4 * std::int64_t {info_.numChannels}; }

    Result<void> readOn (void* to, std::int64_t first, std::int64_t count)
    {
        if (first == 0)
            MELSTROM_TRY (startAsPlanned ());
        if (! child_ || first != next_)
            return audioFault (ErrorCode::internalFault, request_.name,
                               "a coded file was read out of order, at sample " +
                                   std::to_string (first));
        const auto bytes = count * sampleBytes ();
        const auto got = child_->read (to, static_cast<std::size_t> (bytes));
        if (! got)
            return fault (got.error ());
        next_ = first + static_cast<std::int64_t> (*got) / sampleBytes ();
        if (next_ < first + count || next_ == info_.numSamples)
            MELSTROM_TRY (checkEnd ());
        if (next_ < first + count)
            return otherCount ("only " + std::to_string (next_));
        sunAuToNative (static_cast<std::byte*> (to), count * info_.numChannels);
        return nonFinite_.check (to, first, count, request_.name, info_);
    }

    Result<void> startAsPlanned ()
    {
        const auto rateHz = info_.rateHz, numChannels = info_.numChannels;
        MELSTROM_TRY (start ());
        if (info_.rateHz == rateHz && info_.numChannels == numChannels)
            return {};
        const auto found =
            std::to_string (info_.numChannels) + " x " + std::to_string (info_.rateHz) + " Hz";
        info_.rateHz = rateHz;
        info_.numChannels = numChannels;
        return audioFault (ErrorCode::fileChanged, request_.name,
                           "changed since it was counted: it now has " + found);
    }

    /** Starts the child and reads the header of its output. */
    Result<void> start ()
    {
        next_ = 0;
        auto child = startDecoding (program_, request_.input, patience_);
        if (! child)
            return fault (child.error ());
        child_ = std::move (*child);
        std::array<std::byte, kSunAuHeaderBytes> bytes;
        const auto got = child_->read (bytes.data (), bytes.size ());
        if (! got)
            return fault (got.error ());
        const auto header = sunAuHeaderIn ({bytes.data (), *got});
        if (! header)
            return headerFault (*got);
        std::vector<std::byte> rest (header->offset - bytes.size ());
        if (const auto skipped = child_->read (rest.data (), rest.size ()); ! skipped)
            return fault (skipped.error ());
        info_.rateHz = header->rateHz;
        info_.numChannels = header->numChannels;
        return checkShape (request_.name, info_.numChannels, info_.rateHz);
    }

    /** Decodes everything and keeps the number of samples. */
    Result<void> count ()
    {
        if (auto started = start (); ! started)
        {
            info_.hasNoSound = gaveNothing_ && isVideoAlone ();
            return info_.hasNoSound ? Result<void> {} : started;
        }
        std::vector<std::byte> block (kCountingBytes);
        std::int64_t bytes = 0;
        for (std::size_t got = block.size (); got == block.size ();)
        {
            const auto read = child_->read (block.data (), block.size ());
            if (! read)
                return fault (read.error ());
            got = *read;
            bytes += static_cast<std::int64_t> (got);
            next_ = bytes / sampleBytes ();
            if (next_ > request_.fileBytes * kMostSamplesPerByte)
                return tooDenseFault (request_.name, request_.fileBytes, next_);
        }
        MELSTROM_TRY (checkEnd ());
        if (bytes % sampleBytes () != 0 && ! isCut ())
            return audioFault (ErrorCode::decodeFailed, request_.name,
                               "ffmpeg's output ends inside sample " + std::to_string (next_));
        if (next_ == 0)
            return audioFault (ErrorCode::noSamples, request_.name, "holds no samples");
        info_.numSamples = next_;
        if (isCut ())
            info_.warnings.push_back (request_.cut + "; the " + std::to_string (next_) +
                                      " samples decoded before that are used");
        return {};
    }

    bool isCut () const noexcept { return ! request_.cut.empty (); }

    /** Checks that the output ends here, and that ffmpeg succeeded without a message. The output of
        a cut file may end inside a sample, and with a message. */
    Result<void> checkEnd ()
    {
        std::vector<std::byte> more (
            static_cast<std::size_t> (isCut () ? std::max<std::int64_t> (1, sampleBytes ()) : 1));
        const auto got = child_->read (more.data (), more.size ());
        if (! got)
            return fault (got.error ());
        if (*got == more.size ())
            return otherCount ("more");
        const auto end = child_->finish ();
        if (! end)
            return fault (end.error ());
        const auto said = printable (withoutAddresses (child_->lastMessage ()));
        child_.reset (); // closes its descriptors, which others need
        if ((end->succeeded () && said.empty ()) || (isCut () && next_ > 0))
            return {};
        return audioFault (ErrorCode::decodeFailed, request_.name,
                           "is damaged near sample " + std::to_string (next_) +
                               ": ffmpeg ended with status " + std::to_string (end->status) +
                               (said.empty () ? " and no message" : " and reports: " + said));
    }

    /** The error when there is no output, or no Sun AU. */
    Error headerFault (std::size_t headerBytes)
    {
        gaveNothing_ = headerBytes == 0;
        if (auto ended = checkEnd (); ! ended && ended.error ().code != ErrorCode::fileChanged)
            return ended.error ();
        return audioFault (ErrorCode::decodeFailed, request_.name,
                           program_ + " did not write the requested Sun AU");
    }

    Error otherCount (const std::string& count) const
    {
        return audioFault (ErrorCode::fileChanged, request_.name,
                           "changed since it was counted: it had " +
                               std::to_string (info_.numSamples) + " samples and now gives " +
                               count);
    }

    /** The error that ended the child or prevented its start, as a fault of the file. */
    Error fault (const Error& error) const
    {
        const bool isOurs = error.code == ErrorCode::interrupted ||
                            error.code == ErrorCode::outOfMemory ||
                            error.code == ErrorCode::decodeFailed;
        return audioFault (isOurs ? error.code : ErrorCode::readFailed, request_.name,
                           "ffmpeg: " + error.message);
    }

    bool isVideoAlone () const
    {
        const auto has = [this] (StreamKind kind)
        { return hasStream (program_, request_.input, kind, patience_); };
        const auto audio = has (StreamKind::audio);
        if (! audio || *audio)
            return false;
        const auto video = has (StreamKind::video);
        return video && *video;
    }

    FfmpegRequest request_;
    std::string program_;
    ChildPatience patience_;
    AudioInfo info_;
    NonFinitePolicy nonFinite_;
    std::unique_ptr<ChildPipe> child_;
    std::int64_t next_ = 0;    ///< the next sample
    bool gaveNothing_ = false; ///< the child ended before any output
};

} // namespace

Result<std::unique_ptr<AudioReader>> openWithFfmpeg (FfmpegRequest request,
                                                     const AudioOptions& options)
{
    auto program = findFfmpeg ();
    if (! program)
        return audioFault (ErrorCode::unsupportedFormat, request.name,
                           "is " + std::string (containerName (request.input.container)) +
                               ", which needs ffmpeg, but there is no ffmpeg on the PATH; install "
                               "it, or convert the file to WAV on a machine that has it: " +
                               conversionCommand (request.input));
    auto reader =
        std::make_unique<FfmpegReader> (std::move (request), std::move (*program), options);
    MELSTROM_TRY (reader->open ());
    return std::unique_ptr<AudioReader> (std::move (reader));
}

} // namespace melstrom
