// A chorus: three modulated delays on each side.
#pragma once

#include "Engine/Realtime/Effects/DelayLine.h"
#include "Engine/Realtime/Effects/SmoothedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <cstdint>

namespace melstrom
{

struct ChorusSettings
{
    double mix = 0; ///< 0 .. 1; at 0 samples pass bit-identical
    double rateHz = 0.5;
    /** amplitude of a delay's modulation; 0 .. kChorusLongestDepthSeconds */
    double depthSeconds = 0.003;
    bool operator== (const ChorusSettings&) const = default;
};
/** Settings of a patch. Thread: any, audio too. */
ChorusSettings chorusSettings (const PatchValues& patch) noexcept;

inline constexpr int kChorusTaps = 3;
inline constexpr double kChorusLongestDepthSeconds = 0.01;
/** Mean delays of the taps. Their differences are not multiples of each other, so that the notches
    of their combs do not coincide. */
inline constexpr std::array<double, kChorusTaps> kChorusTapSeconds {0.0113, 0.0151, 0.0187};

/** wet = (x(t - d0) + x(t - d1) + x(t - d2)) / sqrt 3 and
        dj(t) = kChorusTapSeconds[j] + depth sin (2 pi (rate t + j / 3 + side / 4)),
    side 0: left, 1: right. Settings ramp over kRampSeconds from the sample at which they are set,
    the mix by DryWet; settings before the first sample apply at once. The output does not depend on
    block sizes.
    cost    little in silence: while input and lines are exactly 0, only the phase goes on
    thread  the rendering thread
    source  Dattorro 1997, "Effect design, part 2" */
class Chorus
{
public:
    void prepare (double sampleRateHz); ///< allocates; resets
    void reset () noexcept;             ///< silences; phases 0, settings at their targets
    void setSettings (const ChorusSettings& settings) noexcept;
    void setMix (double mix) noexcept;                                 ///< sets only the mix
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    void clearLines () noexcept;

    double sampleRateHz_ = 48000;
    std::array<DelayLine, 2> lines_;
    DryWet mix_;
    SmoothedValue rateHz_, depthSamples_;
    Rest rest_;
    int numZeros_ = 0, memorySamples_ = 0; ///< written since another sample; length of a line
    std::uint64_t phase_ = 0;              ///< of the first left tap, in 2^-64 cycles
    ChorusSettings settings_;
    bool isFresh_ = true; ///< no sample since reset: settings need no ramp
};

} // namespace melstrom
