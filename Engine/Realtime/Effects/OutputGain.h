// The output gain of a patch, after all effects.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

namespace melstrom
{

struct OutputGainSettings
{
    double gainDb = 0; ///< at 0 samples pass bit-identical
    bool operator== (const OutputGainSettings&) const = default;
};
/** Settings of a patch. Thread: any, audio too. */
OutputGainSettings outputGainSettings (const PatchValues& patch) noexcept;

/** y = x 10^(gainDb / 20); only the limiter follows. The gain moves by EasedValue.
    thread  the rendering thread */
class OutputGain
{
public:
    void prepare (double sampleRateHz) noexcept; ///< resets
    void reset () noexcept;                      ///< sets the gain to its target
    void setSettings (const OutputGainSettings& settings) noexcept;
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    EasedValue gain_;
    OutputGainSettings settings_;
    bool isFresh_ = true;
};

} // namespace melstrom
