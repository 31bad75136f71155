// The bound on float32 rounding errors: from its formula, and against plain float32 arithmetic.
#include "Tests/Reference/ReferenceBank.h"
#include "Tests/Reference/ReferenceMel.h"
#include "Tests/Reference/ReferenceWindow.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/Ladder.h"

#include <cmath>
#include <numbers>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kRateHz = 16000;
constexpr unsigned kSeed = 5;

MelSpec plainSpec (int fftSamples)
{
    MelSpec spec;
    spec.window = spec.hop = {static_cast<double> (fftSamples), Length::Unit::samples};
    spec.framing = Framing::valid;
    spec.windowShape = WindowShape::rectangular;
    spec.bankNorm = BankNorm::none;
    spec.numBands = 4;
    return spec;
}

/** Bins at multiples of 165 Hz under a bank that ends at 600 Hz. The noise is loud above 600 Hz,
    and pre-emphasis leaves a thousandth of the power below. */
MelSpec blindSpec ()
{
    MelSpec spec = plainSpec (97);
    spec.windowShape = WindowShape::hannPeriodic;
    spec.preemphasis = 0.97;
    spec.highestHz = 600;
    return spec;
}

std::vector<float> noise (int numSamples)
{
    std::mt19937 random (kSeed);
    std::uniform_real_distribution<float> uniform (-0.5f, 0.5f);
    std::vector<float> samples;
    for (int i = 0; i < numSamples; ++i)
        samples.push_back (uniform (random));
    return samples;
}

/** The sums of the definition, term by term in float32: the most rounding steps of any program. */
std::vector<double> bandsInFloat (const MelSpec& spec, const std::vector<float>& signal,
                                  float preemphasis)
{
    const auto length = static_cast<std::size_t> (spec.window.value);
    const auto window = referenceWindow (spec.windowShape, static_cast<int> (length));
    const Matrix bank = referenceFilterBank (spec, kRateHz, static_cast<int> (length));
    std::vector<double> all;
    for (std::size_t start = 0; start + length <= signal.size (); start += length)
    {
        std::vector<float> bands (static_cast<std::size_t> (bank.rows), 0.0f);
        for (std::size_t k = 0; k < static_cast<std::size_t> (bank.columns); ++k)
        {
            float re = 0, im = 0;
            for (std::size_t n = 0; n < length; ++n)
            {
                const float before = start + n > 0 ? signal[start + n - 1] : 0.0f;
                const float sample =
                    (signal[start + n] - preemphasis * before) * static_cast<float> (window[n]);
                const double turn = 2 * std::numbers::pi * static_cast<double> (k * n % length) /
                                    static_cast<double> (length);
                re += sample * static_cast<float> (std::cos (turn));
                im -= sample * static_cast<float> (std::sin (turn));
            }
            for (std::size_t band = 0; band < bands.size (); ++band)
                bands[band] += static_cast<float> (bank.at (static_cast<std::int64_t> (band),
                                                            static_cast<std::int64_t> (k))) *
                               (re * re + im * im);
        }
        all.insert (all.end (), bands.begin (), bands.end ());
    }
    return all;
}

Agreement compared (const ReferenceResult& reference, const std::vector<double>& tested)
{
    return compareEnergies (reference.energies, tested,
                            {.numBands = reference.bands, .rounding = reference.rounding});
}
} // namespace

TEST_CASE ("the rounding of an impulse is that of the steps on its way", "[reference][rounding]")
{
    constexpr int length = 512; // nine factors of 2: 36 roundings of the frame's energy
    const MelSpec spec = plainSpec (length);
    std::vector<double> impulse (length, 0.0);
    impulse[7] = 1;
    const auto result = referenceMel (spec, kRateHz, impulse);
    const Matrix bank = referenceFilterBank (spec, kRateHz, length);
    const double u = std::ldexp (1.0, -24), six = 6 * u / std::sqrt (3.0);
    const double bin = six * std::sqrt (36.0 + 3.0); // the scale, the window, the multiplication
    REQUIRE (result.rounding.size () == 4);
    for (std::int64_t band = 0; band < 4; ++band)
    {
        double weights = 0;
        int numTerms = 0;
        for (std::int64_t k = 0; k < bank.columns; ++k)
        {
            weights += bank.at (band, k);
            numTerms += bank.at (band, k) > 0 ? 1 : 0;
        }
        const double expected =
            weights * (2 * bin + bin * bin + six * std::sqrt (numTerms + 3.0) + 4 * u);
        CHECK (result.rounding[static_cast<std::size_t> (band)] ==
               Approx (expected).epsilon (1e-9));
    }
}

TEST_CASE ("plain float32 stays within the rounding, and a wrong coefficient does not",
           "[reference][rounding]")
{
    INFO ("seed " << kSeed);
    const MelSpec spec = blindSpec ();
    const auto signal = noise (97 * 300);
    const auto reference = referenceMel (spec, kRateHz, {signal.begin (), signal.end ()});
    const Agreement right = compared (reference, bandsInFloat (spec, signal, 0.97f));
    INFO (right.where);
    CHECK (right.ok);
    CHECK_FALSE (compared (reference, bandsInFloat (spec, signal, 0.97001f)).ok);
}

TEST_CASE ("silence is rounded to the least numbers alone", "[reference][rounding]")
{
    const auto result = referenceMel (blindSpec (), kRateHz, std::vector<double> (97, 0.0));
    REQUIRE (result.rounding.size () == 4);
    for (const double rounding : result.rounding)
        CHECK (rounding < 1e-36); // a few 2^-126, which is 1.2e-38
}
