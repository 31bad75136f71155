// The mono signal of a tap's rows.
#pragma once

#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Live/Tap/CaptureRing.h"
#include "Engine/Live/Tap/MelTap.h"

#include <optional>
#include <span>
#include <vector>

namespace melstrom
{

/** Two channels at the host's rate in, their mix at the rows' rate out. Like a batch, it resamples
    the channels first and then mixes them. Needed if the rates differ, or if a plan cannot read the
    mix from the two channels. Thread: one at a time, never audio. */
class TapSignal
{
public:
    static constexpr int kPieceSamples = CaptureRing::kPieceSamples; ///< most samples of one `give`

    /** Allocates all memory except what soxr allocates later. Fails: badRate, outOfMemory. */
    static Result<TapSignal> make (TapMix mix, int hostRateHz, int ownRateHz);

    /** Starts a new signal, preceded by silence; drops the rest of the former one.
        Fails: outOfMemory. */
    Result<void> begin ();
    /** Gives up to kPieceSamples, interleaved; all earlier samples must be used up. */
    void give (const float* stereo, int numSamples) noexcept;
    /** Samples that can be taken; empty: more must be given. Valid until the next call except
        `take`.
        Fails: internalFault; after that, call `begin`. */
    Result<std::span<const float>> ready ();
    void take (int numSamples) noexcept { taken_ += numSamples; } ///< from the front of `ready`
    bool isUsedUp () const noexcept { return used_ == given_ && taken_ == mixed_; }

private:
    explicit TapSignal (TapMix mix) noexcept : mix_ (mix) {}
    Result<void> resample ();

    TapMix mix_;
    std::optional<Resampler> resampler_; ///< empty: the rates are the same
    std::vector<float> stereo_;          ///< given samples, interleaved
    int used_ = 0, given_ = 0;           ///< frames of stereo_: resampled, filled
    std::vector<float> resampled_;       ///< interleaved
    std::vector<float> mixture_;
    int taken_ = 0, mixed_ = 0; ///< samples of mixture_: taken, filled
};

} // namespace melstrom
