// The second-order filter as a recursion in time, for noise, which has no partials.
#pragma once

#include "Engine/Dsp/Voice/PartialGain.h"

namespace melstrom
{

/** A state-variable filter: g, damping of its poles, and gains of its high, band and low outputs.
    Its output is their sum. Initially it passes all frequencies. */
struct FilterStage
{
    double g = 1, damping = 1;
    double high = 1, band = 1, low = 1;
};

/** A stage whose magnitude follows filterGain at 12 dB per octave up to 3/8 of the rate.
      low, band    poles of the prototype (impulse invariance); output gains match the prototype's
      magnitude at the cutoff, at a second frequency, and at frequency 0
      high, notch  beyond cutoffs of 1/10 and 1/20 of the rate the poles are fitted to the
      prototype's magnitude at two more frequencies; below, poles as for low and band
    type: not `off`. cutoff: cycles per sample, above 0, at most 0.49. q: from 0.5
    Source: Vicanek 2016, Matched Second Order Digital Filters; here with other frequencies and as a
    state-variable filter. Bounds tested in FilterStageTests. Thread: any; allocates nothing */
FilterStage designStage (FilterType type, double cutoff, double q) noexcept;

/** Magnitude of a stage. cyclesPerSample: below 0.5 */
double stageGain (const FilterStage& stage, double cyclesPerSample) noexcept;

/** State of a stage. */
struct StageMemory
{
    double band = 0, low = 0;
};

/** Filters one sample by the trapezoidal rule. Only the input can increase the sum of squares of
    the memory, even if the stage changes with every sample: the filter is stable under any
    modulation.
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
