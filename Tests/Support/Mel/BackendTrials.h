// Work that the tests of every backend give it.
#pragma once

#include "Tests/Support/Mel/CpuFeatures.h"

#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** A feature to compute of a signal, and how near it must come. */
struct Trial
{
    std::string name;
    MelSpec spec;
    int rateHz = 16000;
    TestSignal signal;
    double energyFactor = 1;     ///< on every tolerance of the ladder
    double featureTolerance = 0; ///< of a finished feature, in its own units
    bool hasAnyBank = false; ///< the bank may leave the loudest bins out: see ReferenceRounding.h
};

/** What a band may be off after everything, in the feature's own units, where no band lies 60 dB
    below its frame's peak: 1e-3 dB of the logarithm, carried through what follows it. 0 for
    features that are energies. */
double featureTolerance (const MelSpec& spec);

/** Long enough for a row of the preset, and odd. */
Trial presetTrial (std::size_t presetIndex, unsigned seed);
/** A transform of this size under a shorter window, five of them long. */
Trial transformTrial (int fftSamples);
/** The same content as one of the formats and channel choices stores it. */
Trial formatTrial (SampleFormat format, int numChannels, int channel);
Trial pcenTrial ();  ///< over several blocks of statistics
Trial deltaTrial (); ///< deltas of deltas

/** VGGish's settings at 768 kHz: its bank ends at 7.5 kHz, four bins of 257, and the sound goes on to
    315 kHz. With pre-emphasis these bins have a thousandth of the power of the others. */
Trial blindBankTrial (Spectrum spectrum, double preemphasis);

/** A preset after settings drawn at random; `name` has all that repeats it. Empty where the draw
    gives nothing, or more than the reference computes in reasonable time. */
std::optional<Trial> randomTrial (int index, std::mt19937& random);
inline constexpr unsigned kRandomTrialSeed = 20240611;
inline constexpr int kNumRandomTrials = 300;

/** Long enough to be cut into many pieces, over several blocks of statistics. */
Trial longPresetTrial (std::size_t presetIndex);
/** Long signals whose rows depend on their neighbours or on the whole, and dither. */
const std::vector<Trial>& dependentTrials ();

} // namespace melstrom::testing
