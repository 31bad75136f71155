// A sound that exercises every band, made where no audio is given.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** A chirp from 30 Hz to 0.45 of the rate, a tone of 220 Hz with its harmonics that fades, and
   noise 60 dB below full scale. Mono, full scale 1, peaks below 0.8; the same numbers every time.
    rateHz >= 1000, numSamples >= 0 */
std::vector<float> makeTestSignal (int rateHz, std::int64_t numSamples);

/** White noise over all of int16, a function of the index alone. */
std::vector<std::int16_t> makeNoise (std::int64_t numSamples);

} // namespace melstrom
