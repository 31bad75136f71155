// Trials for the tests of every backend.
#pragma once

#include "Tests/Support/Mel/CpuFeatures.h"

#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** A feature to compute of a signal, and its tolerances. */
struct Trial
{
    std::string name;
    MelSpec spec;
    int rateHz = 16000;
    TestSignal signal;
    double energyFactor = 1;     ///< for all tolerances of the ladder
    double featureTolerance = 0; ///< of a finished feature, in its own unit
    bool hasAnyBank = false; ///< the bank may leave the loudest bins out: see ReferenceRounding.h
};

/** Tolerance of a band after all steps, in the feature's own unit, if no band lies 60 dB below its
    frame's peak: 1e-3 dB of the logarithm, carried through the later steps. 0 for features that are
    energies. */
double featureTolerance (const MelSpec& spec);

/** Odd length, long enough for a row of the preset. */
Trial presetTrial (std::size_t presetIndex, unsigned seed);
/** A transform of this size under a shorter window. The signal is five transforms long. */
Trial transformTrial (int fftSamples);
/** The same content in one of the formats, with a choice of channels. */
Trial formatTrial (SampleFormat format, int numChannels, std::optional<int> channel);
Trial pcenTrial ();  ///< over several blocks of statistics
Trial deltaTrial (); ///< deltas of deltas
/** Overlapping segments, each with zeros behind it in its last frame. */
Trial filledSegmentsTrial ();

/** VGGish's settings at 768 kHz: its bank ends at 7.5 kHz, four bins of 257, and the sound reaches
    315 kHz. With pre-emphasis these bins have a thousandth of the power of the others. */
Trial blindBankTrial (Spectrum spectrum, double preemphasis);

/** A preset with random settings; `name` holds all that is needed to repeat it. Empty if the
    settings give no features, or cost the reference too much time. */
std::optional<Trial> randomTrial (int index, std::mt19937& random);
inline constexpr unsigned kRandomTrialSeed = 20240611;
inline constexpr int kNumRandomTrials = 300;

/** Long enough for many pieces and several blocks of statistics. */
Trial longPresetTrial (std::size_t presetIndex);
/** Long signals with rows that depend on their neighbours or on the whole signal, and dither. */
const std::vector<Trial>& dependentTrials ();

} // namespace melstrom::testing
