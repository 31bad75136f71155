#include "Engine/Overview/SoundFile.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Audio/Decoders/CutFlac.h"
#include "Engine/Batch/Audio/Decoders/OggBefore.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace melstrom
{
namespace
{

/** A decoder of MPEG or Vorbis that begins so many samples earlier has the state of one that began
    at the file's start: frames of 1152 samples, whose bits lie up to nine frames back. Opus
    converges within 80 ms (RFC 7845). */
constexpr std::int64_t kRunInSamples = 16 * 1152;
constexpr std::int64_t kBlockValues = 65536; ///< converted, or skipped, at a time

/** Opens the file again, up to its fault. */
using Reopen = std::function<Result<std::unique_ptr<AudioReader>> (const Error& fault)>;

bool isDamage (const Error& fault) noexcept
{
    return fault.code == ErrorCode::decodeFailed || fault.code == ErrorCode::truncated;
}

class ReadSound final : public SoundFile
{
public:
    ReadSound (std::unique_ptr<AudioReader> reader, std::shared_ptr<const std::atomic<bool>> stop,
               std::string name, Reopen reopen)
        : stop_ (std::move (stop)), name_ (std::move (name)), reopen_ (std::move (reopen)),
          reader_ (std::move (reader)), info_ (reader_->info ())
    {
        const bool isLossy = info_.container == containerName (Container::mpeg) ||
                             info_.container == containerName (Container::ogg);
        runInSamples_ = isLossy ? kRunInSamples : 0;
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return reader_->nonFiniteCount (); }

    Result<void> read (float* to, std::int64_t first, std::int64_t count) override
    {
        auto done = readWhole (to, first, count);
        if (done || ! isKeptFrom (done.error ()))
            return done;
        return readWhole (to, first, count);
    }

private:
    Result<void> readWhole (float* to, std::int64_t first, std::int64_t count)
    {
        if (damage_ && first + count > reader_->info ().numSamples)
            return *damage_;
        if (first != next_)
            MELSTROM_TRY (moveTo (first));
        return readOn (to, first, count);
    }

    /** Lossy streams are checked as a whole before their first sample. After a fault the sound
        before it is read, and a read behind it gives the fault. */
    bool isKeptFrom (const Error& fault)
    {
        if (! isDamage (fault))
            return false;
        const auto reopen = std::exchange (reopen_, nullptr);
        auto kept = reopen ? reopen (fault) : Result<std::unique_ptr<AudioReader>> (fault);
        if (! kept)
            return false;
        const auto& info = (*kept)->info ();
        if (info.rateHz != info_.rateHz || info.numChannels != info_.numChannels ||
            info.format != info_.format)
            return false;
        reader_ = *std::move (kept);
        damage_ = fault;
        return true;
    }

    Result<void> moveTo (std::int64_t first)
    {
        auto from = info_.randomAccess ? std::max<std::int64_t> (0, first - runInSamples_)
                    : next_ < first    ? next_
                                       : 0;
        const auto most = kBlockValues / info_.numChannels;
        skipped_.resize (static_cast<std::size_t> (most * info_.numChannels));
        for (; from < first; from += most)
        {
            if (stop_ != nullptr && *stop_)
                return Error {ErrorCode::interrupted, name_ + ": reading was stopped", {}};
            MELSTROM_TRY (readOn (skipped_.data (), from, std::min (most, first - from)));
        }
        return {};
    }

    Result<void> readOn (float* to, std::int64_t first, std::int64_t count)
    {
        next_ = 0; // after a failure
        const auto read = info_.format == SampleFormat::float32 ? reader_->read (to, first, count)
                                                                : readConverted (to, first, count);
        if (read)
            next_ = first + count;
        return read;
    }

    Result<void> readConverted (float* to, std::int64_t first, std::int64_t count)
    {
        const auto most = kBlockValues / info_.numChannels;
        stored_.resize (static_cast<std::size_t> (most * info_.numChannels) *
                        static_cast<std::size_t> (bytesPerSample (info_.format)));
        for (std::int64_t done = 0; done < count;)
        {
            const auto part = std::min (most, count - done);
            MELSTROM_TRY (reader_->read (stored_.data (), first + done, part));
            toFloat32 (stored_.data (), info_.format, to + done * info_.numChannels,
                       part * info_.numChannels);
            done += part;
        }
        return {};
    }

    std::shared_ptr<const std::atomic<bool>> stop_; ///< the reader uses it, too
    std::string name_;
    Reopen reopen_; ///< empty: it was used
    std::optional<Error> damage_;
    std::unique_ptr<AudioReader> reader_;
    AudioInfo info_;
    std::int64_t runInSamples_ = 0;
    std::int64_t next_ = 0; ///< behind the last read
    std::vector<std::byte> stored_;
    std::vector<float> skipped_;
};

/** The sound before the fault of a file. options: of the opening that failed, or whose read did. */
Result<std::unique_ptr<AudioReader>> openBefore (const Error& fault, Storage& storage,
                                                 const std::string& path, AudioOptions options,
                                                 const std::atomic<bool>* stop)
{
    const OpeningContext context {{}, stop, true};
    const bool wasKept = std::exchange (options.keepTruncated, true);
    auto kept = openOggBefore (fault, storage, path, options, context);
    return kept || wasKept ? std::move (kept) : openAudio (storage, path, options, context);
}

Result<std::unique_ptr<SoundFile>> openSound (Storage& storage, const std::string& path,
                                              const SoundOpening& how)
{
    AudioOptions options;
    options.keepTruncated = how.known.has_value (); // the first opening may have found a cut file
    options.zeroNonFinite = true;                   // a screen shows the rest
    auto reader = openAudio (storage, path, options, {how.known, how.stop.get (), true});
    if (! reader && isDamage (reader.error ()))
        reader = openBefore (reader.error (), storage, path, options, how.stop.get ());
    else if (reader && ! how.known)
        reader =
            withRealEnd (*std::move (reader), storage, path, options, {{}, how.stop.get (), true});
    if (! reader)
        return reader.error ();
    if ((*reader)->info ().hasNoSound)
        return audioFault (ErrorCode::noSamples, printable (path), "is a video without sound");
    const auto reopen = [&storage, path, options, stop = how.stop] (const Error& fault)
    { return openBefore (fault, storage, path, options, stop.get ()); };
    return std::unique_ptr<SoundFile> (
        std::make_unique<ReadSound> (*std::move (reader), how.stop, printable (path), reopen));
}

} // namespace

Result<std::unique_ptr<SoundFile>> SoundFile::open (Storage& storage, const std::string& path,
                                                    const SoundOpening& how)
{
    auto opened = guarded ([&] { return openSound (storage, path, how); });
    if (! opened)
        return withCure (opened.error ());
    return opened;
}

} // namespace melstrom
