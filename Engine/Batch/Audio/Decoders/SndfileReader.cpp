#include "Engine/Batch/Audio/Decoders/FileReaders.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Decoders/LossyStreamCheck.h"
#include "Engine/Batch/Audio/Decoders/SndfileFound.h"
#include "Engine/Batch/Audio/Decoders/SndfileHandle.h"
#include "Engine/Batch/Audio/NonFinite.h"

#include <algorithm>
#include <array>
#include <limits>

namespace melstrom
{
namespace
{

constexpr std::int64_t kCountingBytes = 65536;

/** Divides every MPEG frame (384, 576 or 1152 samples). A read that meets an undecodable frame
    loses all samples that it had; a read of this length had none. */
constexpr std::int64_t kMpegCountingSamples = 192;

/** Above the ratio of the highest to the lowest bit rate of one MPEG stream (20: 160 and 8
    kbit/s). */
constexpr int kMpegLengthFactor = 64;

class SndfileReader final : public AudioReader
{
public:
    SndfileReader (std::unique_ptr<ReadableFile> file, SndfileRequest request,
                   const AudioOptions& options)
        : request_ (std::move (request)), options_ (options), file_ (std::move (file)),
          handle_ (*file_, request_.name,
                   request_.isMpeg () && ! request_.mpeg->declaredFrames ? kMpegLengthFactor : 1),
          nonFinite_ (options), check_ (request_, options.keepTruncated)
    {
    }

    /** Call once, before the other functions. */
    Result<void> open ()
    {
        if (request_.isMpeg ()) // without the tag in front, which is not checked
            handle_.see ({request_.mpeg->firstByte, request_.mpeg->endByte});
        MELSTROM_TRY_VALUE (const auto opened, handle_.open ());
        if (! opened || ! agrees (request_.container, handle_.info ().format))
            return unreadable (request_);
        const auto& found = handle_.info ();
        MELSTROM_TRY (checkShape (request_.name, found.channels, found.samplerate));

        coding_ = codingOf (found.format);
        info_.rateHz = found.samplerate;
        info_.numChannels = found.channels;
        info_.format = coding_.delivered;
        info_.fullScale = coding_.fullScale;
        info_.container = containerName (request_.container);
        info_.randomAccess =
            (coding_.storedBytes > 0 || request_.context.jumps) && found.seekable != 0;
        info_.warnings = std::move (request_.warnings);
        next_ = 0;
        return settleLength ();
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return nonFinite_.count (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        if (auto inside = checkRange (request_.name, info_, first, count); ! inside || count == 0)
            return inside;
        MELSTROM_TRY (checkStream ());
        MELSTROM_TRY (moveTo (first));
        next_.reset (); // set again after a successful read
        MELSTROM_TRY_VALUE (const auto got, handle_.read (to, info_.format, count));
        if (handle_.isDamaged ())
            return damagedAt (first + got);
        if (got < count)
            return truncatedFault (request_.name, info_.numSamples, first + got, "samples");
        next_ = first + count;
        if (info_.format == SampleFormat::float32)
            return nonFinite_.check (to, first, count, request_.name, info_);
        return {};
    }

private:
    Error damagedAt (std::int64_t sample) const
    {
        if (handle_.isAtEnd () && sample < info_.numSamples)
            return truncatedFault (request_.name, info_.numSamples, sample, "samples");
        return audioFault (ErrorCode::decodeFailed, request_.name,
                           "is damaged near sample " + std::to_string (sample) + " of " +
                               std::to_string (info_.numSamples) + " (" + handle_.damage () + ")");
    }

    /** As damagedAt, for a stream without a declared length. */
    Error damagedWhileCounting (std::int64_t sample) const
    {
        if (handle_.isAtEnd ())
            return audioFault (ErrorCode::truncated, request_.name,
                               "ends inside a frame, after " + std::to_string (sample) +
                                   " samples; `--truncated keep` uses these samples");
        return audioFault (ErrorCode::decodeFailed, request_.name,
                           "is damaged near sample " + std::to_string (sample) + " (" +
                               handle_.damage () + ")");
    }

    Result<void> checkStream ()
    {
        MELSTROM_TRY_VALUE (const auto isToBeOpened, check_.check (*file_, handle_));
        if (isToBeOpened)
            next_.reset ();
        return {};
    }

    Result<void> moveTo (std::int64_t first)
    {
        if (next_ == first)
            return {};
        if (info_.randomAccess && next_)
        {
            if (handle_.seek (first))
                return {};
            next_.reset (); // libFLAC makes no further jump after one that failed
            return damagedAt (first);
        }
        if (first != 0 && ! info_.randomAccess)
            return audioFault (ErrorCode::internalFault, request_.name,
                               "a coded file was read out of order, at sample " +
                                   std::to_string (first));
        // the safest way back: a codec that is opened again has no old state
        MELSTROM_TRY_VALUE (const auto opened, handle_.open ());
        if (! opened)
            return unreadable (request_);
        return first == 0 || handle_.seek (first) ? Result<void> {} : damagedAt (first);
    }

    /** Sets info_.numSamples. Fails if the file does not hold what it declares. */
    Result<void> settleLength ()
    {
        const auto found = static_cast<std::int64_t> (handle_.info ().frames);
        const bool unknown =
            request_.countFirst || found == std::numeric_limits<sf_count_t>::max ();
        const bool coded = coding_.storedBytes == 0;
        if (! unknown && coded && found > mostSamples ())
            return tooDense (found);
        MELSTROM_TRY_VALUE (const auto declared,
                            declaredSamples ({found, info_.numChannels, coding_}, request_,
                                             options_, info_.warnings));
        info_.numSamples = declared;

        const bool isKnown = matchesKnown ();
        if (unknown && ! isKnown)
            MELSTROM_TRY (checkStream ());
        if (isKnown && (unknown || coded))
            info_.numSamples = request_.context.known->numSamples;
        else if (unknown || (options_.keepTruncated && coded && ! endIsThere ()))
        {
            MELSTROM_TRY_VALUE (const auto counted, countByDecoding ());
            if (! unknown && counted < info_.numSamples)
                info_.warnings.push_back (truncatedWarning (found, counted, "samples"));
            if (unknown)
                if (auto warning = check_.lostEndWarning (handle_, found, counted))
                    info_.warnings.push_back (*std::move (warning));
            info_.numSamples = counted;
        }
        // coded blocks have one length; the padding of the last block is not sound
        info_.numSamples =
            std::min (info_.numSamples, request_.unpadded.value_or (info_.numSamples));
        if (info_.numSamples <= 0)
            return audioFault (ErrorCode::noSamples, request_.name, "holds no samples");
        return {};
    }

    bool matchesKnown () const noexcept
    {
        const auto& known = request_.context.known;
        return known && known->rateHz == info_.rateHz && known->numChannels == info_.numChannels &&
               known->numSamples > 0;
    }

    std::int64_t mostSamples () const noexcept
    {
        return file_->info ().bytes * kMostSamplesPerByte;
    }

    Error tooDense (std::int64_t numSamples) const
    {
        return tooDenseFault (request_.name, file_->info ().bytes, numSamples);
    }

    /** True if the last declared sample can be decoded. */
    bool endIsThere ()
    {
        std::array<std::int32_t, kMaxChannels> sample {};
        next_.reset ();
        if (! handle_.seek (info_.numSamples - 1))
            return false;
        const auto got = handle_.read (sample.data (), info_.format, 1);
        return got && *got == 1 && ! handle_.isDamaged ();
    }

    /** Counts the samples that really come. A damaged stream counts up to the damage if the options
        keep truncated files; otherwise it fails. */
    Result<std::int64_t> countByDecoding ()
    {
        const auto sampleBytes = bytesPerSample (info_.format) * info_.numChannels;
        const auto blockSamples = request_.container == Container::mpeg
                                      ? kMpegCountingSamples
                                      : kCountingBytes / sampleBytes;
        std::vector<std::byte> block (static_cast<std::size_t> (blockSamples * sampleBytes));
        next_.reset ();
        MELSTROM_TRY (moveTo (0));
        for (std::int64_t count = 0;;)
        {
            if (const auto* const stop = request_.context.stop; stop != nullptr && *stop)
                return Error {
                    ErrorCode::interrupted, request_.name + ": stopped while it was opened", {}};
            MELSTROM_TRY_VALUE (const auto got,
                                handle_.read (block.data (), info_.format, blockSamples));
            count += got;
            if (handle_.isDamaged () && ! options_.keepTruncated)
                return damagedWhileCounting (count);
            if (count > mostSamples ())
                return tooDense (count);
            if (got < blockSamples || handle_.isDamaged ())
                return count;
        }
    }

    SndfileRequest request_;
    AudioOptions options_;
    std::unique_ptr<ReadableFile> file_;
    SndfileHandle handle_;
    AudioInfo info_;
    SndfileCoding coding_;
    NonFinitePolicy nonFinite_;
    LossyStreamCheck check_;
    std::optional<std::int64_t> next_; ///< the next sample; empty: open again first
};

} // namespace

Result<std::unique_ptr<AudioReader>> openSndfile (std::unique_ptr<ReadableFile> file,
                                                  SndfileRequest request,
                                                  const AudioOptions& options)
{
    auto reader = std::make_unique<SndfileReader> (std::move (file), std::move (request), options);
    MELSTROM_TRY (reader->open ());
    return std::unique_ptr<AudioReader> (std::move (reader));
}

} // namespace melstrom
