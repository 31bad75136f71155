// The last gain of a patch, behind all effects.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

namespace melstrom
{

struct OutputGainSettings
{
    double gainDb = 0; ///< at 0 samples pass bit by bit
    bool operator== (const OutputGainSettings&) const = default;
};
/** Of a patch. Thread: any, audio too. */
OutputGainSettings outputGainSettings (const PatchValues& patch) noexcept;

/** x 10^(gainDb / 20), and no drive into anything but the limiter. Moves by EasedValue.
    thread  the one that renders */
class OutputGain
{
public:
    void prepare (double sampleRateHz) noexcept; ///< resets
    void reset () noexcept;                      ///< the gain is where it was going
    void setSettings (const OutputGainSettings& settings) noexcept;
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    EasedValue gain_;
    OutputGainSettings settings_;
    bool isFresh_ = true;
};

} // namespace melstrom
