// What a reverb's lines lose, and its wet gain.
#pragma once

#include "Engine/Realtime/Effects/ReverbDesign.h"

#include <array>

namespace melstrom
{

/** Of each line the gain and the pole of a pass's loss; and the wet gain that keeps a steady noise as loud as it was, whatever
    the time. They move in a line, over rampSamples, to what was set.   thread: the one that renders */
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
    /** timeSeconds: > 0; damping: 0 .. 1; see ReverbSettings. atOnce: without a way there */
    void set (double timeSeconds, double damping, bool atOnce) noexcept;
    void advance () noexcept; ///< one sample
    const Values& now () const noexcept { return now_; }

private:
    std::array<int, kReverbLines> lengths_ {}; ///< of the lines, in samples
    double sampleRateHz_ = 48000;
    int rampSamples_ = 1, samplesLeft_ = 0;
    Values now_, steps_, targets_;
};

} // namespace melstrom
