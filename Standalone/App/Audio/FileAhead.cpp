#include "Standalone/App/Audio/FileAhead.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/OrdinaryThread.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kPieceSamples = 4096;
constexpr double kRingSeconds = 2, kReadySeconds = 0.1;
/** The audio thread cannot wake the reader without a system call, so the reader looks. */
constexpr std::chrono::milliseconds kVisitPeriod {10};

Error emptySection (const FileSection& section, const AudioInfo& info)
{
    const double seconds = static_cast<double> (info.numSamples) / std::max (info.rateHz, 1);
    return {ErrorCode::badUsage,
            printable (section.path) + ": nothing lies from " + shortText (section.fromSeconds) +
                " s on within its " + shortText (seconds) + " s; choose another place",
            {}};
}
} // namespace

Result<std::unique_ptr<FileAhead>> FileAhead::open (Storage& storage, const FileSection& section)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<FileAhead>>
        {
            const auto stop = std::make_shared<std::atomic<bool>> (false);
            MELSTROM_TRY_VALUE (auto file,
                                SoundFile::open (storage, section.path, {section.known, stop}));
            const auto& info = file->info ();
            if (info.hasNoSound || info.numSamples <= 0)
                return Error {
                    ErrorCode::noSamples, printable (section.path) + " has no sound to play", {}};
            std::optional<Resampler> resampler;
            if (info.rateHz != section.rateHz)
            {
                MELSTROM_TRY_VALUE (resampler, Resampler::make (info.rateHz, section.rateHz, 2));
            }
            std::unique_ptr<FileAhead> ahead (
                new FileAhead (section, std::move (file), stop, std::move (resampler)));
            if (ahead->firstSample_ >= ahead->endSample_)
                return emptySection (section, ahead->file_->info ());
            ahead->thread_ = std::thread (&FileAhead::run, ahead.get ());
            return ahead;
        });
}

FileAhead::FileAhead (const FileSection& section, std::unique_ptr<SoundFile> file, StopFlag stop,
                      std::optional<Resampler> resampler)
    : section_ (section), file_ (std::move (file)), resampler_ (std::move (resampler)),
      ring_ (static_cast<std::size_t> (kRingSeconds * section.rateHz)),
      isStopping_ (std::move (stop))
{
    const auto& info = file_->info ();
    const auto sampleAt = [&info] (double seconds)
    {
        const double sample =
            std::clamp (seconds * info.rateHz, 0.0, static_cast<double> (info.numSamples));
        return static_cast<std::int64_t> (std::llround (sample));
    };
    firstSample_ = sampleAt (section.fromSeconds);
    endSample_ = section.endSeconds ? sampleAt (*section.endSeconds) : info.numSamples;
    const auto count = std::max<std::int64_t> (endSample_ - firstSample_, 0);
    numFrames_ = resampler_ ? resampledCount (count, info.rateHz, section.rateHz) : count;
    endFrame_ = numFrames_;
    samples_.resize (static_cast<std::size_t> (kPieceSamples) *
                     static_cast<std::size_t> (info.numChannels));
    stereo_.resize (2 * kPieceSamples);
    resampled_.resize (2 * kPieceSamples);
}

FileAhead::~FileAhead ()
{
    *isStopping_ = true;
    if (thread_.joinable ())
        thread_.join ();
}

bool FileAhead::tryTake (StereoFrame& frame) noexcept
{
    if (! ring_.tryPop (frame))
        return false;
    numTaken_.store (numTaken_.load (std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return true;
}

bool FileAhead::isOver () const noexcept
{
    return numTaken_.load (std::memory_order_relaxed) >= endFrame_.load ();
}

double FileAhead::takenSeconds () const noexcept
{
    return static_cast<double> (firstSample_) / file_->info ().rateHz +
           static_cast<double> (numTaken_.load (std::memory_order_relaxed)) / section_.rateHz;
}

std::optional<Error> FileAhead::error () const
{
    const std::scoped_lock lock (mutex_);
    return error_;
}

void FileAhead::run ()
{
    becomeOrdinaryThread ();
    const auto done = guarded ([this] { return readAll (); });
    if (! done)
    {
        const std::scoped_lock lock (mutex_);
        error_ = done.error ();
    }
    endFrame_.store (numPushed_);
    isReady_.store (true, std::memory_order_release);
}

Result<void> FileAhead::readAll ()
{
    for (auto first = firstSample_; first < endSample_ && ! *isStopping_; first += kPieceSamples)
        MELSTROM_TRY (readPiece (
            first, static_cast<int> (std::min<std::int64_t> (kPieceSamples, endSample_ - first))));
    return giveSilence ();
}

Result<void> FileAhead::readPiece (std::int64_t first, int numSamples)
{
    MELSTROM_TRY (file_->read (samples_.data (), first, numSamples));
    const auto numChannels = static_cast<std::size_t> (file_->info ().numChannels);
    for (std::size_t n = 0; n < static_cast<std::size_t> (numSamples); ++n)
    {
        stereo_[2 * n] = samples_[n * numChannels];
        stereo_[2 * n + 1] = samples_[n * numChannels + (numChannels > 1 ? 1 : 0)];
    }
    return give (stereo_, numSamples);
}

/** The resampler is behind its input: silence after the section brings the last frames. */
Result<void> FileAhead::giveSilence ()
{
    std::ranges::fill (stereo_, 0.0f);
    while (resampler_ && numPushed_ < numFrames_ && ! *isStopping_)
        MELSTROM_TRY (give (stereo_, kPieceSamples));
    return {};
}

Result<void> FileAhead::give (const std::vector<float>& stereo, std::int64_t numSamples)
{
    if (! resampler_)
    {
        push (stereo.data (), numSamples);
        return {};
    }
    for (std::int64_t used = 0; ! *isStopping_;)
    {
        MELSTROM_TRY_VALUE (const auto moved,
                            resampler_->process (stereo.data () + 2 * used, numSamples - used,
                                                 resampled_.data (), kPieceSamples));
        used += moved.used;
        push (resampled_.data (), moved.made);
        if (moved.used == 0 && moved.made == 0)
            break;
    }
    return {};
}

/** Waits for room in the ring. Frames after the section's last are dropped. */
void FileAhead::push (const float* stereo, std::int64_t numFrames)
{
    const auto readyFrames = static_cast<std::int64_t> (kReadySeconds * section_.rateHz);
    numFrames = std::min (numFrames, numFrames_ - numPushed_);
    for (std::int64_t n = 0; n < numFrames && ! *isStopping_; ++n)
    {
        const float ramp = rampAt (numPushed_);
        const StereoFrame frame {ramp * stereo[2 * n], ramp * stereo[2 * n + 1]};
        while (! ring_.tryPush (frame) && ! *isStopping_)
            std::this_thread::sleep_for (kVisitPeriod);
        if (++numPushed_ == readyFrames)
            isReady_.store (true, std::memory_order_release);
    }
}

float FileAhead::rampAt (std::int64_t frame) const noexcept
{
    const double rampFrames = kRampSeconds * section_.rateHz;
    const auto edge = static_cast<double> (std::min (frame, numFrames_ - 1 - frame)) + 0.5;
    return static_cast<float> (std::min (1.0, edge / rampFrames));
}

} // namespace melstrom
