// The golden files: the spec of each file, and the tolerance of its comparison.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Tests/Support/Audio/WavSamples.h"
#include "Tests/Support/Golden/Ladder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace melstrom::testing
{

enum class GoldenRule
{
    ladder,       ///< the energies' ladder times 10
    whisperUnits, ///< 1e-4 of one unit (40 dB)
    kaldiLogs,    ///< natural logs: 2.5e-4 / 5e-4 / 5e-2 at depths < 40 / < 60 / more dB below the
                  ///< peak
    kaldiCepstra, ///< the kaldiLogs tolerances, summed through the transform
    flat          ///< flatTolerance for each value
};

enum class GoldenAxes
{
    featureFrame,
    frameFeature,
    segmentFeatureFrame
};

struct GoldenCase
{
    std::string name {};    ///< of Tests/Golden/expected/<input>/<name>.npy
    std::string variant {}; ///< distinguishes specs that share a golden file; mostly empty
    std::string input {};   ///< of Tests/Golden/inputs/<input>.wav; the mean of its channels
    MelSpec spec {};
    GoldenAxes axes = GoldenAxes::featureFrame;
    GoldenRule rule = GoldenRule::ladder;
    double goldenUnitsPerDecade = 0; ///< of the file's logarithm, 10 in dB; 0: linear
    double valueUnitsPerDecade = 0;  ///< of the spec's values
    double quietest = 0;             ///< floor of energies: see the case that sets it
    double flatTolerance = 0;        ///< for GoldenRule::flat
    int framesLeftOut = 0;           ///< last frames of the spec that the file does not have
};

struct GoldenBank
{
    std::string name;
    MelSpec spec;
    int rateHz = 0;
    int fftSamples = 0;
    double relativeTolerance = 0; ///< relative to a weight
    double absoluteTolerance = 0; ///< added to the relative tolerance
};

/** All cases in a fixed order, the presets' last; with the banks they cover every .npy file. */
const std::vector<GoldenCase>& goldenCases ();
const std::vector<GoldenBank>& goldenBanks ();

std::filesystem::path goldenFolder ();
WavSamples goldenInput (const GoldenCase& golden);

/** values  all rows of the input, as the engine stores them:
            (frame, feature) or (segment, feature, frame)
    fails   throws std::runtime_error when a golden is missing */
Agreement compareWithGolden (const GoldenCase& golden, const std::vector<double>& values);

/** weights (bands, bins) */
Agreement compareWithGolden (const GoldenBank& golden, const std::vector<double>& weights);

} // namespace melstrom::testing
