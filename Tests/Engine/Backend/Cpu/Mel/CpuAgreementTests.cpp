// The CPU backend against the float64 reference and against the goldens.
#include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/InstructionSets.h"
#include "Tests/Support/Mel/BackendChecks.h"
#include "Tests/Support/Skip.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
Backend& cpu ()
{
    static auto backend = makeCpuBackend (2);
    return **backend;
}

void checkEnergies (const Trial& trial)
{
    INFO (trial.name);
    const Agreement agreement =
        energiesAgree (trial, referenceEnergies (trial), energiesOf (trial, cpu ()));
    INFO (agreement.where);
    CHECK (agreement.ok);
}

void checkFeatures (const Trial& trial)
{
    INFO (trial.name);
    const Agreement agreement =
        featuresAgree (trial, referenceFeatures (trial), featuresOf (trial, cpu ()));
    INFO (agreement.where);
    CHECK (agreement.ok);
}
} // namespace

TEST_CASE ("band energies of every preset agree with the reference", "[cpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    checkEnergies (presetTrial (index, 1 + static_cast<unsigned> (index)));
}

TEST_CASE ("finished features of every preset agree with the reference", "[cpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const Trial trial = presetTrial (index, 100 + static_cast<unsigned> (index));
    // Linear presets end with their energies, which the case above checks.
    if (trial.featureTolerance > 0)
        checkFeatures (trial);
}

TEST_CASE ("every golden agrees with the CPU backend", "[cpu][golden]")
{
    const auto index = GENERATE (range (std::size_t {0}, goldenCases ().size ()));
    const GoldenCase& golden = goldenCases ()[index];
    const Agreement agreement = agreesWithGolden (golden, cpu ());
    INFO (golden.name << ", " << golden.variant << ": " << agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("transforms of every size from 2 to 300, and odd larger ones, agree with the reference",
           "[cpu][agreement]")
{
    checkEnergies (transformTrial (GENERATE (
        range (2, 301),
        values ({400,  441,  511,  551,  600,  735,  882,  998,  1001, 1022, 1102, 1103,
                 1143, 1200, 1323, 1536, 1764, 2000, 2032, 2205, 2206, 2401, 4001, 4096}))));
}

TEST_CASE ("transforms that are left to FFTW agree with the reference", "[cpu][agreement]")
{
    constexpr int fftSamples = 32769; // 3^2 11 331
    REQUIRE (! LaneFftPlan::supports (fftSamples));
    checkEnergies (transformTrial (fftSamples));
}

TEST_CASE ("every kind of transform agrees with the reference on every instruction set",
           "[cpu][agreement]")
{
    const std::int64_t target = GENERATE (std::int64_t {HWY_SSSE3}, HWY_AVX2, HWY_AVX3);
    if (! hasTarget (target))
        return skipTest (std::string ("this processor has no ") + hwy::TargetName (target));
    takeTargets (target);
    for (const int fftSamples : {882, 441, 551, 1143, 1103, 2206})
        checkEnergies (transformTrial (fftSamples));
    takeTargets (0);
}

TEST_CASE ("bands of a bank that leaves the loudest bins out agree with the reference",
           "[cpu][agreement]")
{
    checkEnergies (blindBankTrial (GENERATE (Spectrum::power, Spectrum::magnitude),
                                   GENERATE (0.0, 0.97, 1.0)));
}

TEST_CASE ("specs changed at random agree with the reference", "[cpu][agreement]")
{
    std::mt19937 random (kRandomTrialSeed);
    int compared = 0;
    for (int index = 0; index < kNumRandomTrials; ++index)
        if (const auto trial = randomTrial (index, random))
        {
            checkEnergies (*trial);
            ++compared;
        }
    CHECK (compared > 100);
}

TEST_CASE ("every sample format and channel choice means the same", "[cpu][agreement]")
{
    const auto format = GENERATE (values (
        {SampleFormat::int16, SampleFormat::int24, SampleFormat::int32, SampleFormat::float32}));
    const auto channels = GENERATE (values ({1, 2, 3, 8}));
    const auto channel = GENERATE (values<std::optional<int>> ({std::nullopt, 0, 1}));
    if (channel < channels)
        checkEnergies (formatTrial (format, channels, channel));
}

TEST_CASE ("PCEN and deltas agree with the reference", "[cpu][agreement]")
{
    checkFeatures (GENERATE (0, 1) == 0 ? pcenTrial () : deltaTrial ());
}

TEST_CASE ("zeros complete the last frame of each segment, not the next segment's samples",
           "[cpu][agreement]")
{
    const Trial trial = filledSegmentsTrial ();
    REQUIRE (geometryAt (trial.spec, trial.rateHz)->framesPerSegment == 31);
    checkEnergies (trial);
}

TEST_CASE ("rows in float16 are those in float32, rounded once", "[cpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const Trial trial = presetTrial (index, 200 + static_cast<unsigned> (index));
    INFO (trial.name);
    CHECK (halfRowsDiffer (trial, cpu ()) == "");
}
