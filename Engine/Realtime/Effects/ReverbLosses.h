// Losses of a reverb's lines, and its wet gain.
#pragma once

#include "Engine/Realtime/Effects/ReverbDesign.h"

#include <array>

namespace melstrom
{

/** Gain and pole of each line's loss, and the wet gain that keeps the level of a steady noise for
    every time. They ramp linearly to their targets over rampSamples. Thread: the rendering
    thread. */
class ReverbLosses
{
public:
    using Lines = std::array<float, kReverbLines>;
    struct Values
    {
        Lines gains {}, poles {};
        float wet = 0;
    };

    void prepare (double sampleRateHz, int rampSamples);
    /** timeSeconds: > 0; damping: 0 .. 1; see ReverbSettings. atOnce: without a ramp */
    void set (double timeSeconds, double damping, bool atOnce) noexcept;
    void advance () noexcept; ///< by one sample
    const Values& now () const noexcept { return now_; }

private:
    std::array<int, kReverbLines> lengths_ {}; ///< of the lines, in samples
    double sampleRateHz_ = 48000;
    int rampSamples_ = 1, samplesLeft_ = 0;
    Values now_, steps_, targets_;
};

} // namespace melstrom
