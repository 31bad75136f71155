// The one channel that a tap's rows are made from.
#pragma once

#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Live/Tap/MelTap.h"

#include <optional>
#include <span>
#include <vector>

namespace melstrom
{

/** Two channels at the host's rate in, their mix at the rows' rate out. As a batch does with a file,
    channels are resampled first and mixed then. Thread: one at a time, never audio. */
class TapSignal
{
public:
    static constexpr int kPieceSamples = 4096; ///< that are given at a time

    /** Takes all memory but what soxr takes as it goes. Fails: badRate, outOfMemory. */
    static Result<TapSignal> make (TapMix mix, int hostRateHz, int ownRateHz);

    /** A new signal, with silence before it; what is left of the former is let go.
        Fails: outOfMemory. */
    Result<void> begin ();
    /** Up to kPieceSamples, when all former ones are used. */
    void give (const float* left, const float* right, int numSamples) noexcept;
    /** What can be taken; empty: more must be given. Valid until the next call but `take`.
        Fails: internalFault, then only `begin` leads on. */
    Result<std::span<const float>> ready ();
    void take (int numSamples) noexcept { taken_ += numSamples; } ///< of those, from the front
    bool isUsedUp () const noexcept { return used_ == given_ && taken_ == mixed_; }

private:
    explicit TapSignal (TapMix mix) noexcept : mix_ (mix) {}
    Result<void> resample ();

    TapMix mix_;
    std::optional<Resampler> resampler_; ///< empty: the rates are the same
    std::vector<float> stereo_;          ///< as given, interleaved, of which are used:
    int used_ = 0, given_ = 0;
    std::vector<float> resampled_; ///< interleaved
    std::vector<float> mixture_;   ///< of which are taken:
    int taken_ = 0, mixed_ = 0;
};

} // namespace melstrom
