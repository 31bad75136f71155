#include "Standalone/CommandLine/Machine/TestSignal.h"

#include "Engine/Dsp/Mel/Dither.h"

#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{

constexpr double kTwoPi = 2 * std::numbers::pi;

/** Exponential sweep. Source: Farina 2000. */
double chirpAt (double seconds, double lengthSeconds, double highestHz)
{
    constexpr double lowestHz = 30;
    const double rate = std::log (highestHz / lowestHz) / lengthSeconds;
    return std::sin (kTwoPi * lowestHz / rate * (std::exp (rate * seconds) - 1));
}

double toneAt (double seconds, double lengthSeconds, double highestHz)
{
    constexpr double fundamentalHz = 220;
    constexpr int numHarmonics = 20;
    double sum = 0;
    for (int harmonic = 1; harmonic <= numHarmonics && harmonic * fundamentalHz < highestHz;
         ++harmonic)
        sum += std::sin (kTwoPi * harmonic * fundamentalHz * seconds) / harmonic;
    return sum * std::exp (-3 * seconds / lengthSeconds);
}

} // namespace

std::vector<float> makeTestSignal (int rateHz, std::int64_t numSamples)
{
    constexpr double chirpGain = 0.3, toneGain = 0.2, noiseGain = 0.001, topRatio = 0.45;
    constexpr std::uint64_t seed = 1;
    const double lengthSeconds = static_cast<double> (numSamples) / rateHz,
                 highestHz = topRatio * rateHz;
    std::vector<float> samples (static_cast<std::size_t> (numSamples));
    for (std::int64_t i = 0; i < numSamples; ++i)
    {
        const double seconds = static_cast<double> (i) / rateHz;
        const double noise = static_cast<double> (ditherAt (seed, 0, i, 0));
        samples[static_cast<std::size_t> (i)] = static_cast<float> (
            chirpGain * chirpAt (seconds, lengthSeconds, highestHz) +
            toneGain * toneAt (seconds, lengthSeconds, highestHz) + noiseGain * noise);
    }
    return samples;
}

std::vector<std::int16_t> makeNoise (std::int64_t numSamples)
{
    std::vector<std::int16_t> samples (static_cast<std::size_t> (numSamples));
    for (std::size_t i = 0; i < samples.size (); ++i)
        samples[i] = static_cast<std::int16_t> (mixBits (i + 1) & 0xFFFF);
    return samples;
}

} // namespace melstrom
