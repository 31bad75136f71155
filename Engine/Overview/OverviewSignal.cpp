#include "Engine/Overview/OverviewSignal.h"

#include <algorithm>
#include <numeric>

namespace melstrom
{

namespace
{
constexpr std::int64_t kBlockSamples = 1024; ///< through the resampler at a time
constexpr std::int64_t kMixedSamples = 16384;
} // namespace

Result<OverviewSignal> OverviewSignal::make (SoundFile& file, const OverviewFrontEnd& frontEnd)
{
    OverviewSignal signal (file, frontEnd);
    if (! frontEnd.isResampled ())
        return signal;
    MELSTROM_TRY_VALUE (
        signal.resampler_,
        Resampler::make (frontEnd.fileRateHz, frontEnd.geometry.rateHz, frontEnd.numChannels ()));
    const auto numValues = static_cast<std::size_t> (kBlockSamples * frontEnd.numChannels ());
    signal.input_.resize (numValues);
    signal.output_.resize (numValues);
    return signal;
}

Result<void> OverviewSignal::read (float* to, std::int64_t first, std::int64_t end)
{
    if (first >= end)
        return {};
    return resampler_ ? readResampled (to, first, end) : readMixed (to, first, end - first);
}

Result<void> OverviewSignal::readMixed (float* to, std::int64_t first, std::int64_t count)
{
    if (frontEnd_->mix == OverviewFrontEnd::Mix::all)
        return file_->read (to, first, count);
    const auto most = std::min (count, kMixedSamples);
    stored_.resize (
        std::max (stored_.size (), static_cast<std::size_t> (most * frontEnd_->numFileChannels)));
    for (std::int64_t done = 0; done < count; done += most)
    {
        const auto part = std::min (most, count - done);
        MELSTROM_TRY (file_->read (stored_.data (), first + done, part));
        frontEnd_->mixDown (stored_.data (), part, to + done);
    }
    return {};
}

/** Fills input_ with a block of the file; silence lies behind its end. */
Result<void> OverviewSignal::takeInput (std::int64_t first)
{
    const auto inside =
        std::clamp<std::int64_t> (frontEnd_->numFileSamples - first, 0, kBlockSamples);
    if (inside > 0)
        MELSTROM_TRY (readMixed (input_.data (), first, inside));
    std::fill (input_.begin () + inside * frontEnd_->numChannels (), input_.end (), 0.0f);
    return {};
}

Result<void> OverviewSignal::readResampled (float* to, std::int64_t first, std::int64_t end)
{
    const std::int64_t fileRate = frontEnd_->fileRateHz, ownRate = frontEnd_->geometry.rateHz;
    const auto common = std::gcd (fileRate, ownRate);
    const auto filePeriod = fileRate / common, ownPeriod = ownRate / common;
    const auto runIn = std::max (kRunInSamples, kRunInSamples * ownRate / fileRate);
    const auto period = std::max<std::int64_t> (first - runIn, 0) / ownPeriod;
    const auto numChannels = frontEnd_->numChannels ();

    MELSTROM_TRY (resampler_->restart ());
    auto filePosition = period * filePeriod; // of input_
    auto position = period * ownPeriod;      // of the next resampled sample
    std::int64_t used = kBlockSamples;
    while (position < end)
    {
        if (used == kBlockSamples)
        {
            MELSTROM_TRY (takeInput (filePosition));
            filePosition += kBlockSamples;
            used = 0;
        }
        MELSTROM_TRY_VALUE (const auto moved,
                            resampler_->process (input_.data () + used * numChannels,
                                                 kBlockSamples - used, output_.data (),
                                                 kBlockSamples));
        used += moved.used;
        const auto from = std::clamp (first, position, position + moved.made);
        const auto until = std::clamp (end, position, position + moved.made);
        if (from < until)
            std::copy_n (output_.data () + (from - position) * numChannels,
                         (until - from) * numChannels, to + (from - first) * numChannels);
        position += moved.made;
    }
    return {};
}

} // namespace melstrom
