// Known properties of scales, banks, windows and transforms, without any tool.
#include "Tests/Reference/ReferenceBank.h"
#include "Tests/Reference/ReferenceDft.h"
#include "Tests/Reference/ReferenceWindow.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/Ladder.h"

#include <cmath>
#include <numbers>
#include <numeric>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** Catch2 has no Approx for lists. */
void checkNear (const std::vector<double>& expected, const std::vector<double>& values,
                double tolerance)
{
    const Agreement agreement = compareFlat (expected, values, tolerance);
    INFO (agreement.where);
    CHECK (agreement.ok);
}

} // namespace

TEST_CASE ("mel scales meet their constants and come back", "[reference][bank]")
{
    CHECK (referenceHzToMel (MelScale::slaney, 8000) ==
           Approx (45.245640471924965).epsilon (1e-15));
    CHECK (referenceHzToMel (MelScale::slaney, 500) == Approx (7.5));
    CHECK (referenceHzToMel (MelScale::htk, 700) == Approx (2595 * std::log10 (2.0)));
    CHECK (referenceHzToMel (MelScale::kaldi, 700) == Approx (1127 * std::log (2.0)));
    for (const auto scale : {MelScale::htk, MelScale::kaldi, MelScale::slaney})
        for (const double hz : {0.0, 20.0, 999.0, 1000.0, 1001.0, 11025.0})
            CHECK (referenceMelToHz (scale, referenceHzToMel (scale, hz)) ==
                   Approx (hz).margin (1e-9));
}

TEST_CASE ("librosa's default bank has its known weights", "[reference][bank]")
{
    const Matrix bank = referenceFilterBank (MelSpec {}, 22050, 2048);
    REQUIRE (bank.rows == 128);
    REQUIRE (bank.columns == 1025);
    CHECK (std::accumulate (bank.values.begin (), bank.values.end (), 0.0) ==
           Approx (11.886681291).epsilon (1e-9));
    CHECK (bank.at (0, 0) == 0);
    CHECK (std::abs (bank.at (0, 1) - 0.016182853) < 1e-9);
    CHECK (std::abs (bank.at (0, 2) - 0.032365706) < 1e-9);
    CHECK (std::abs (bank.at (0, 3) - 0.028990088) < 1e-9);
}

TEST_CASE ("torchaudio's default bank has four empty filters", "[reference][bank]")
{
    MelSpec spec;
    spec.melScale = MelScale::htk;
    spec.bankStyle = BankStyle::torchaudio;
    spec.bankNorm = BankNorm::none;
    const Matrix bank = referenceFilterBank (spec, 16000, 400);
    int numEmpty = 0;
    for (std::int64_t band = 0; band < bank.rows; ++band)
    {
        double sum = 0;
        for (std::int64_t bin = 0; bin < bank.columns; ++bin)
            sum += bank.at (band, bin);
        numEmpty += sum == 0 ? 1 : 0;
    }
    CHECK (numEmpty == 4);
}

TEST_CASE ("Kaldi's bank leaves out the first and the last bin", "[reference][bank]")
{
    MelSpec spec;
    spec.melScale = MelScale::kaldi;
    spec.bankStyle = BankStyle::kaldi;
    spec.bankNorm = BankNorm::none;
    spec.numBands = 23;
    const Matrix bank = referenceFilterBank (spec, 16000, 512);
    for (std::int64_t band = 0; band < bank.rows; ++band)
        REQUIRE ((bank.at (band, 0) == 0 && bank.at (band, 256) == 0));
    for (std::int64_t bin = 10; bin < 200; ++bin)
    {
        double sum = 0;
        for (std::int64_t band = 0; band < bank.rows; ++band)
            sum += bank.at (band, bin);
        REQUIRE (sum == Approx (1).epsilon (1e-6));
    }
}

TEST_CASE ("windows have the values of their formulae", "[reference][window]")
{
    const double half = std::sqrt (0.5);
    checkNear ({0, 0.5, 1, 0.5}, referenceWindow (WindowShape::hannPeriodic, 4), 1e-15);
    checkNear ({0, 0.5, 1, 0.5, 0}, referenceWindow (WindowShape::hannSymmetric, 5), 1e-15);
    checkNear ({0.5 - half / 2, 0.5 + half / 2, 0.5 + half / 2, 0.5 - half / 2},
               referenceWindow (WindowShape::hannHalfSample, 4), 1e-15);
    checkNear ({0, std::pow (0.5, 0.85), 1, std::pow (0.5, 0.85), 0},
               referenceWindow (WindowShape::povey, 5), 1e-13);
    checkNear ({0.08, 0.54, 1, 0.54, 0.08}, referenceWindow (WindowShape::hammingSymmetric, 5),
               1e-15);
    checkNear ({0.08, 0.54, 1, 0.54}, referenceWindow (WindowShape::hammingPeriodic, 4), 1e-15);
    checkNear ({0, 0.34, 1, 0.34, 0}, referenceWindow (WindowShape::blackman, 5), 1e-15);
    checkNear ({1, 1}, referenceWindow (WindowShape::rectangular, 2), 0);
}

TEST_CASE ("the transform is the sum that it says, at any length", "[reference][dft]")
{
    for (const int length : {1, 2, 12, 31, 45, 77, 400})
    {
        std::vector<double> x;
        for (int n = 0; n < length; ++n)
            x.push_back (std::sin (1.7 * n * n));
        const auto spectrum = ReferenceDft (length).halfSpectrum (x);
        REQUIRE (std::ssize (spectrum) == length / 2 + 1);
        for (int k = 0; k <= length / 2; ++k)
        {
            std::complex<double> sum = 0;
            for (int n = 0; n < length; ++n)
                sum += x[static_cast<std::size_t> (n)] *
                       std::polar (1.0, -2 * std::numbers::pi * (k * n % length) / length);
            CAPTURE (length, k);
            REQUIRE (std::abs (spectrum[static_cast<std::size_t> (k)] - sum) < 1e-12 * length);
        }
    }
}
