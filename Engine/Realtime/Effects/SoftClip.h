// Soft clip of the mix: tanh (drive x), oversampled against aliases.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Realtime/Effects/Oversampling.h"
#include "Engine/Realtime/Effects/SmoothedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

namespace melstrom
{

struct SoftClipSettings
{
    bool isOn = false; ///< off: samples pass bit-identical
    double drive = 0.7;
    bool operator== (const SoftClipSettings&) const = default;
};
/** Settings of a patch. Thread: any, audio too. */
SoftClipSettings softClipSettings (const PatchValues& patch) noexcept;

/** tanh x, relative error below 8e-7; odd; never beyond -1 .. 1; NaN stays NaN. Bound tested in
    SoftClipTests. It replaces std::tanh, because results differ between libraries.
    source  Pade form with fitted coefficients: Eigen's MathFunctionsImpl.h, ptanh_float */
float softClipCurve (float x) noexcept;

/** tanh (drive x) at eight times the rate. A sine of 3 to 8 kHz at +12 dB leaves aliases below
    -80 dB of its fundamental. At low frequencies y is tanh (drive x), delayed by
    kOversamplingDelaySamples (0.08 ms); this is not reported to hosts as latency. If the output is
    nearly a square wave, overshoot of the band limit may exceed 1. Drive and the share of the
    clipped signal move by EasedValue. NaN and infinities count as silence, drive x beyond +-64 as
    +-64.
    cost    32 us per block of 128 stereo samples on an EPYC core, 1.2 % of real time at 48 kHz;
            none in silence
    thread  the rendering thread; `prepare` any */
class SoftClip
{
public:
    void prepare (double sampleRateHz) noexcept; ///< resets
    void reset () noexcept;                      ///< silences; settings at their targets
    void setSettings (const SoftClipSettings& settings) noexcept;
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    StereoSample clipped (StereoSample driven) noexcept;

    EasedValue drive_, share_;
    Oversampling oversampling_;
    SoftClipSettings settings_;
    Rest rest_; ///< asleep after silence and while it is off
    bool isFresh_ = true;
};

} // namespace melstrom
