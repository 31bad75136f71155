// A sound that exercises every band, for commands without an audio file.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** A chirp from 30 Hz to 0.45 of the rate, a decaying tone of 220 Hz with its harmonics, and noise
    60 dB below full scale. Mono, full scale 1, peaks below 0.8. Deterministic.
    rateHz >= 1000, numSamples >= 0 */
std::vector<float> makeTestSignal (int rateHz, std::int64_t numSamples);

/** White noise over the whole range of int16. Each sample is a function of its index. */
std::vector<std::int16_t> makeNoise (std::int64_t numSamples);

} // namespace melstrom
