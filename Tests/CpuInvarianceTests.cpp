// Bits must not depend on how work is cut, ordered or spread over threads.
#include "Engine/Spec/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/CpuFeatures.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
void checkInvariance (const std::string& name, const MelSpec& spec, std::int64_t samples)
{
    constexpr unsigned kSeed = 7;
    std::mt19937 random (kSeed);
    auto one = makeCpuBackend (1), three = makeCpuBackend (3);
    const int rateHz = spec.rateHz.value_or (16000);
    const TestSignal signal = broadbandSignal (samples, 3);
    const auto whole = computeWhole (**one, spec, rateHz, signal);
    REQUIRE (! whole.empty ());
    for (int trial = 0; trial < 4; ++trial)
    {
        INFO (name << ", seed " << kSeed << ", trial " << trial);
        CHECK (computeInPieces (trial % 2 == 0 ? **one : **three, spec, rateHz, signal, random) ==
               whole);
    }
}
} // namespace

TEST_CASE ("rows of every preset have the same bits however they are cut", "[cpu][invariance]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const MelPreset& preset = builtInPresets ()[index];
    const bool isItem = preset.spec.longWindowSamples > 100000;
    checkInvariance (preset.name, preset.spec,
                     isItem ? 3 * preset.spec.longHopSamples - 77 : 700001);
}

TEST_CASE ("statistics, PCEN, deltas and dither have the same bits however they are cut",
           "[cpu][invariance]")
{
    MelSpec spec = findPreset ("librosa-db")->spec;
    spec.hop = {160};
    spec.fftSamples = 400;
    spec.window = {400};
    spec.numBands = 20;
    SECTION ("top_db with deltas")
    {
        spec.deltaOrder = 2;
    }
    SECTION ("reference at the maximum")
    {
        spec.referenceIsMaximum = true;
    }
    SECTION ("dither")
    {
        spec.ditherAmplitude = 0.001;
    }
    SECTION ("PCEN")
    {
        spec.log = LogKind::none;
        spec.topDb.reset ();
        spec.pcen = Pcen ();
    }
    SECTION ("statistics a feature")
    {
        spec.topDb.reset ();
        spec.normalisation = Normalisation::perFeature;
    }
    REQUIRE (spec.validate ().ok ());
    checkInvariance ("changed librosa-db", spec, 1300007);
}
