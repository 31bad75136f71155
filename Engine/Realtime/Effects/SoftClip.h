// What bends the mix: tanh (drive x), without aliases.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Realtime/Effects/Oversampling.h"
#include "Engine/Realtime/Effects/SmoothedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

namespace melstrom
{

struct SoftClipSettings
{
    bool isOn = false; ///< off: samples pass bit by bit
    double drive = 0.7;
    bool operator== (const SoftClipSettings&) const = default;
};
/** Of a patch. Thread: any, audio too. */
SoftClipSettings softClipSettings (const PatchValues& patch) noexcept;

/** tanh x, relative error below 8e-7; odd; never beyond -1 .. 1; NaN stays NaN. Bound tested in
    SoftClipTests. Its own, because libraries' differ from each other.
    source  Pade form with fitted coefficients: Eigen's MathFunctionsImpl.h, ptanh_float */
float softClipCurve (float x) noexcept;

/** tanh (drive x) at eight times the rate. A sine of 3 to 8 kHz at +12 dB leaves aliases below
    -80 dB of its fundamental. At low frequencies y is tanh (drive x), later by
    kOversamplingDelaySamples (0.08 ms); no latency is told to hosts. Overshoot of the band limit
    may pass 1 where the curve is nearly square. Drive and the share of the clipped sound move by
    EasedValue. NaN and infinities count as silence, drive x beyond +-64 as +-64.
    cost    32 us a block of 128 stereo samples on an EPYC core, 1.2 % of 48 kHz; nothing in silence
    thread  the one that renders; `prepare` any */
class SoftClip
{
public:
    void prepare (double sampleRateHz) noexcept; ///< resets
    void reset () noexcept;                      ///< silence; settings where they were going
    void setSettings (const SoftClipSettings& settings) noexcept;
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    StereoSample clipped (StereoSample driven) noexcept;

    EasedValue drive_, share_;
    Oversampling oversampling_;
    SoftClipSettings settings_;
    Rest rest_; ///< after silence or while it is off
    bool isFresh_ = true;
};

} // namespace melstrom
