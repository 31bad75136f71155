// The second-order filter as a recursion in time, for what has no partials.
#pragma once

#include "Engine/Dsp/Voice/PartialGain.h"

namespace melstrom
{

/** A state-variable filter: g, damping of its poles, and gains of its high, band and low outputs, whose sum is heard.
    Initially it passes all. */
struct FilterStage
{
    double g = 1, damping = 1;
    double high = 1, band = 1, low = 1;
};

/** A stage whose magnitude follows filterGain at 12 dB an octave up to 3/8 of the rate.
      low, band    poles where the prototype's are (impulse invariance); outputs are weighed so that the magnitude is the
                   prototype's at the cutoff and at a second frequency, and at frequency 0
      high, notch  poles, too, are fitted: to the prototype's magnitude at two more frequencies, beyond a tenth and a
                   twentieth of the rate; below, as low and band
    type: not `off`. cutoff: cycles a sample, above 0, at most 0.49. q: from 0.5
    Source: Vicanek 2016, Matched Second Order Digital Filters; here, with other frequencies, as a state-variable
    filter. Bounds tested in FilterStageTests. Thread: any; allocates nothing */
FilterStage designStage (FilterType type, double cutoff, double q) noexcept;

/** Magnitude of a stage. cyclesPerSample: below 0.5 */
double stageGain (const FilterStage& stage, double cyclesPerSample) noexcept;

/** What a stage remembers. */
struct StageMemory
{
    double band = 0, low = 0;
};

/** One sample through a stage by the trapezoidal rule. The memory's sum of squares never grows but by the input, whatever
    the stage becomes from one sample to the next: it is stable under any motion.
    Source: Zavalishin 2012, The Art of VA Filter Design, ch. 5. */
inline double stepStage (const FilterStage& stage, double scale, StageMemory& memory,
                         double input) noexcept
{
    const double band = (memory.band + stage.g * (input - memory.low)) * scale;
    const double low = memory.low + stage.g * band;
    memory.band = 2 * band - memory.band;
    memory.low = 2 * low - memory.low;
    const double high = input - stage.damping * band - low;
    return stage.high * high + stage.band * band + stage.low * low;
}
/** `scale` of stepStage. */
inline double stageScale (const FilterStage& stage) noexcept
{
    return 1 / (1 + stage.g * (stage.g + stage.damping));
}

} // namespace melstrom
