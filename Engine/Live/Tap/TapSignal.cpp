#include "Engine/Live/Tap/TapSignal.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr auto kNumChannels = std::ptrdiff_t {CaptureRing::kNumChannels};

void mixDown (TapMix mix, const float* stereo, int numSamples, float* to) noexcept
{
    const auto put = [&] (auto mixed)
    {
        for (std::ptrdiff_t i = 0; i < numSamples; ++i)
            to[i] = mixed (stereo[kNumChannels * i], stereo[kNumChannels * i + 1]);
    };
    switch (mix)
    {
        case TapMix::left: return put ([] (float l, float) { return l; });
        case TapMix::right: return put ([] (float, float r) { return r; });
        case TapMix::sum:
        case TapMix::mid: return put ([] (float l, float r) { return 0.5f * (l + r); });
        case TapMix::side: return put ([] (float l, float r) { return 0.5f * (l - r); });
    }
}
} // namespace

Result<TapSignal> TapSignal::make (TapMix mix, int hostRateHz, int ownRateHz)
{
    TapSignal signal (mix);
    signal.mixture_.resize (kPieceSamples);
    if (hostRateHz == ownRateHz)
        return signal;
    MELSTROM_TRY_VALUE (signal.resampler_,
                        Resampler::make (hostRateHz, ownRateHz, CaptureRing::kNumChannels));
    signal.stereo_.resize (std::size_t {CaptureRing::kNumChannels} * kPieceSamples);
    signal.resampled_.resize (std::size_t {CaptureRing::kNumChannels} * kPieceSamples);
    return signal;
}

Result<void> TapSignal::begin ()
{
    used_ = given_ = taken_ = mixed_ = 0;
    return resampler_ ? resampler_->restart () : Result<void> ();
}

void TapSignal::give (const float* stereo, int numSamples) noexcept
{
    used_ = given_ = taken_ = mixed_ = 0;
    if (! resampler_)
    {
        mixDown (mix_, stereo, numSamples, mixture_.data ());
        mixed_ = numSamples;
        return;
    }
    std::copy_n (stereo, kNumChannels * numSamples, stereo_.data ());
    given_ = numSamples;
}

Result<std::span<const float>> TapSignal::ready ()
{
    if (resampler_ && taken_ == mixed_)
        MELSTROM_TRY (resample ());
    return std::span<const float> (mixture_.data () + taken_,
                                   static_cast<std::size_t> (mixed_ - taken_));
}

Result<void> TapSignal::resample ()
{
    taken_ = mixed_ = 0;
    for (bool goesOn = true; goesOn && mixed_ == 0;)
    {
        MELSTROM_TRY_VALUE (const auto moved,
                            resampler_->process (stereo_.data () + kNumChannels * used_,
                                                 given_ - used_, resampled_.data (),
                                                 kPieceSamples));
        used_ += static_cast<int> (moved.used);
        mixed_ = static_cast<int> (moved.made);
        goesOn = moved.used > 0;
    }
    mixDown (mix_, resampled_.data (), mixed_, mixture_.data ());
    return {};
}

} // namespace melstrom
