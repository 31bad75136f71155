// The end of the mix: tanh (drive x).
#pragma once

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

/** No state but the way to its settings. Switched on or off it fades over kRampSeconds. Thread: the
   one that renders. */
class SoftClip
{
public:
    void prepare (double sampleRateHz) noexcept; ///< resets
    void reset () noexcept;                      ///< settings where they were going
    void setSettings (const SoftClipSettings& settings) noexcept;
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    SmoothedValue drive_, share_;
    SoftClipSettings settings_;
    bool isFresh_ = true;
};

} // namespace melstrom
