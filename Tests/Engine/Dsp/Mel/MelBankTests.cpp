// The engine's filter banks: bit for bit the reference's, complete in their two-tap form.
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Reference/ReferenceBank.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/GoldenCases.h"

#include <numeric>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
MelBank bankOf (const MelSpec& spec, int rateHz)
{
    const auto geometry = geometryAt (spec, rateHz);
    REQUIRE (geometry.ok ());
    return makeMelBank (*geometry);
}
} // namespace

TEST_CASE ("every preset's bank has the reference's bits, at several rates", "[dsp][bank]")
{
    for (const MelPreset& preset : builtInPresets ())
        for (const int rateHz : {16000, 22050, 44100, 48000})
        {
            const int rate = preset.spec.rateHz.value_or (rateHz);
            INFO (preset.name << " at " << rate << " Hz");
            const MelBank bank = bankOf (preset.spec, rate);
            const int fftSamples = 2 * (bank.numBins - 1);
            const Matrix reference = referenceFilterBank (preset.spec, rate, fftSamples);
            const std::vector<double> weights (bank.weights.begin (), bank.weights.end ());
            CHECK (weights == reference.values);
        }
}

TEST_CASE ("librosa's default bank has the numbers that librosa gives", "[dsp][bank]")
{
    // librosa.filters.mel (sr=22050, n_fft=2048, n_mels=128)
    const MelBank bank = bankOf (findPreset ("librosa")->spec, 22050);
    CHECK (bank.weights[1] == Approx (0.016182853).epsilon (1e-8));
    CHECK (bank.weights[2] == Approx (0.032365706).epsilon (1e-8));
    CHECK (bank.weights[3] == Approx (0.028990088).epsilon (1e-8));
    const double sum = std::accumulate (bank.weights.begin (), bank.weights.end (), 0.0);
    CHECK (sum == Approx (11.886681291).epsilon (1e-9));
}

TEST_CASE ("every golden bank agrees with the engine's", "[dsp][bank][golden]")
{
    for (const GoldenBank& golden : goldenBanks ())
    {
        MelSpec spec = golden.spec;
        spec.fftSamples = golden.fftSamples;
        const MelBank bank = bankOf (spec, golden.rateHz);
        const Agreement agreement =
            compareWithGolden (golden, {bank.weights.begin (), bank.weights.end ()});
        INFO (golden.name << ": " << agreement.where);
        CHECK (agreement.ok);
    }
}

TEST_CASE ("two taps a bin hold the whole bank", "[dsp][bank]")
{
    for (const MelPreset& preset : builtInPresets ())
    {
        const MelBank bank = bankOf (preset.spec, preset.spec.rateHz.value_or (16000));
        std::vector<float> rebuilt (bank.weights.size (), 0.0f);
        const auto bins = static_cast<std::size_t> (bank.numBins);
        for (std::size_t interval = 0; interval + 1 < bank.firstBin.size (); ++interval)
            for (auto bin = static_cast<std::size_t> (bank.firstBin[interval]);
                 bin < static_cast<std::size_t> (bank.firstBin[interval + 1]); ++bin)
            {
                if (interval > 0)
                    rebuilt[(interval - 1) * bins + bin] = bank.fall[bin];
                if (interval < static_cast<std::size_t> (bank.numBands))
                    rebuilt[interval * bins + bin] = bank.rise[bin];
            }
        INFO (preset.name);
        CHECK (rebuilt == bank.weights);
    }
}
