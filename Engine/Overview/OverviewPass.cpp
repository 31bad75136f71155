#include "Engine/Overview/OverviewPass.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Of all channels, at a time: 1 MiB, so that `look` waits for some milliseconds at most. */
constexpr std::int64_t kReadValues = 1 << 18;
/** Samples of each channel: so close to a damage the sound before it is read. */
constexpr std::int64_t kLeastSamples = 1024;
} // namespace

OverviewPass::OverviewPass (SoundFile& file, const OverviewFrontEnd& frontEnd,
                            RowComputer& computer, WaveScan& wave, std::size_t rowBytes)
    : file_ (file), frontEnd_ (frontEnd), computer_ (computer), wave_ (wave),
      rows_ (frontEnd.width (), frontEnd.numRows (), rowBytes),
      signalSamples_ (frontEnd.signalSamples ()), numRows_ (frontEnd.numRows ())
{
}

Result<std::unique_ptr<OverviewPass>> OverviewPass::make (SoundFile& file,
                                                          const OverviewFrontEnd& frontEnd,
                                                          RowComputer& computer, WaveScan& wave,
                                                          std::size_t rowBytes)
{
    std::unique_ptr<OverviewPass> pass (
        new OverviewPass (file, frontEnd, computer, wave, rowBytes));
    MELSTROM_TRY_VALUE (pass->slab_, computer.allocateInput ());
    const auto readSamples = kReadValues / frontEnd.numFileChannels;
    pass->stored_.resize (static_cast<std::size_t> (readSamples * frontEnd.numFileChannels));
    pass->mixed_.resize (static_cast<std::size_t> (readSamples * frontEnd.numChannels ()));
    if (frontEnd.isResampled ())
    {
        MELSTROM_TRY_VALUE (pass->resampler_,
                            Resampler::make (frontEnd.fileRateHz, frontEnd.geometry.rateHz,
                                             frontEnd.numChannels ()));
    }
    return pass;
}

Result<void> OverviewPass::renewMemory ()
{
    MELSTROM_TRY_VALUE (auto renewed, computer_.allocateInput ());
    const auto* const samples = reinterpret_cast<const float*> (slab_->data ());
    std::copy_n (samples, (end_ - start_) * frontEnd_.numChannels (),
                 reinterpret_cast<float*> (renewed->data ()));
    slab_ = std::move (renewed);
    return {};
}

bool OverviewPass::isDone () const noexcept
{
    return filePosition_ == frontEnd_.numFileSamples && nextRow_ == numRows_;
}

double OverviewPass::doneRatio () const noexcept
{
    return isDone () ? 1
                     : static_cast<double> (filePosition_) /
                           static_cast<double> (frontEnd_.numFileSamples + 1);
}

float* OverviewPass::end () const noexcept
{
    return reinterpret_cast<float*> (slab_->data ()) + (end_ - start_) * frontEnd_.numChannels ();
}

Result<void> OverviewPass::goOn ()
{
    const auto most = static_cast<std::int64_t> (stored_.size ()) / frontEnd_.numFileChannels;
    MELSTROM_TRY_VALUE (const auto count,
                        read (std::min (most, frontEnd_.numFileSamples - filePosition_)));
    wave_.add (stored_.data (), filePosition_, count);
    frontEnd_.mixDown (stored_.data (), count, mixed_.data ());
    filePosition_ += count;
    MELSTROM_TRY (resampler_ ? addResampled (mixed_.data (), count)
                             : addSamples (mixed_.data (), count));
    if (resampler_ && filePosition_ == frontEnd_.numFileSamples)
        MELSTROM_TRY (addSilence ());
    return computeRows ();
}

/** Returns how many of `most` samples were read: fewer before a damage. */
Result<std::int64_t> OverviewPass::read (std::int64_t most)
{
    if (most == 0)
        return most;
    for (auto count = most;; count /= 2)
    {
        const auto done = file_.read (stored_.data (), filePosition_, count);
        if (done)
            return count;
        const auto code = done.error ().code;
        const bool isDamage = code == ErrorCode::decodeFailed || code == ErrorCode::truncated;
        if (! isDamage || count <= kLeastSamples)
            return done.error ();
    }
}

Result<void> OverviewPass::addSamples (const float* mixed, std::int64_t count)
{
    while (count > 0)
    {
        if (room () == 0)
            MELSTROM_TRY (computeRows ());
        const auto part = std::min (count, room ());
        std::copy_n (mixed, part * frontEnd_.numChannels (), end ());
        mixed += part * frontEnd_.numChannels ();
        end_ += part;
        count -= part;
    }
    return {};
}

Result<void> OverviewPass::addResampled (const float* mixed, std::int64_t count)
{
    for (bool goesOn = true; goesOn && end_ < signalSamples_;)
    {
        if (room () == 0)
            MELSTROM_TRY (computeRows ());
        MELSTROM_TRY_VALUE (
            const auto moved,
            resampler_->process (mixed, count, end (), std::min (room (), signalSamples_ - end_)));
        mixed += moved.used * frontEnd_.numChannels ();
        count -= moved.used;
        end_ += moved.made;
        goesOn = moved.used > 0 || moved.made > 0;
    }
    return {};
}

/** Silence behind the file brings out the last samples of the resampler, as in a batch. */
Result<void> OverviewPass::addSilence ()
{
    std::fill (mixed_.begin (), mixed_.end (), 0.0f);
    while (end_ < signalSamples_)
        MELSTROM_TRY (addResampled (mixed_.data (), static_cast<std::int64_t> (mixed_.size ()) /
                                                        frontEnd_.numChannels ()));
    return {};
}

/** Rows from nextRow_ on whose samples are there and fit one run. */
std::int64_t OverviewPass::numComputableRows () const noexcept
{
    std::int64_t low = 0, high = std::min (numRows_ - nextRow_, computer_.mostRows ());
    while (low < high)
    {
        const auto middle = (low + high + 1) / 2;
        const auto range = frontEnd_.geometry.samplesOfRows (signalSamples_, nextRow_, middle);
        if (range.end <= end_)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

Result<void> OverviewPass::computeRows ()
{
    const float* const samples = reinterpret_cast<const float*> (slab_->data ());
    for (auto count = numComputableRows (); count > 0; count = numComputableRows ())
    {
        computer_.add (nextRow_, count, start_, 0);
        MELSTROM_TRY_VALUE (const auto levels, computer_.run (samples));
        rows_.add (levels.data (), count);
        nextRow_ += count;
    }
    dropUsedSamples ();
    return {};
}

void OverviewPass::dropUsedSamples () noexcept
{
    const auto needed =
        nextRow_ < numRows_
            ? frontEnd_.geometry.samplesOfRows (signalSamples_, nextRow_, numRows_ - nextRow_).first
            : end_;
    const auto kept = std::clamp (needed, start_, end_);
    float* const samples = reinterpret_cast<float*> (slab_->data ());
    std::copy (samples + (kept - start_) * frontEnd_.numChannels (), end (), samples);
    start_ = kept;
}

} // namespace melstrom
