// Known results of the steps from band energies to features: silence, constants, ramps.
#include "Tests/Reference/ReferenceFeatures.h"
#include "Tests/Reference/ReferenceMel.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/Ladder.h"

#include <cmath>
#include <numbers>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

void checkNear (const std::vector<double>& expected, const std::vector<double>& values,
                double tolerance)
{
    const Agreement agreement = compareFlat (expected, values, tolerance);
    INFO (agreement.where);
    CHECK (agreement.ok);
}

void checkSilence (const MelSpec& spec, double expected)
{
    const auto result = referenceMel (spec, 16000, std::vector<double> (16000, 0.0));
    checkNear (std::vector<double> (32 * 128, expected), result.values, 1e-6);
}

/** (frames, 2) */
Matrix pairs (std::vector<double> values)
{
    Matrix matrix (std::ssize (values) / 2, 2);
    matrix.values = std::move (values);
    return matrix;
}

MelSpec twoBands (LogKind log)
{
    MelSpec spec;
    spec.numBands = 2;
    spec.log = log;
    return spec;
}

std::vector<double> featuresOf (const MelSpec& spec, const Matrix& energies)
{
    const std::vector<double> logEnergies {7, 8, 9};
    return referenceFeatures (spec, 16000, 160, energies, logEnergies).values;
}

} // namespace

TEST_CASE ("decibels are 10 or 20 log10 of a ratio, limited below the maximum",
           "[reference][features]")
{
    const Matrix energies = pairs ({1, 100, 0, 1e-3});
    MelSpec spec = twoBands (LogKind::decibel);
    checkNear ({0, 20, -100, -30}, featuresOf (spec, energies), 1e-12);
    spec.reference = 10;
    checkNear ({-10, 10, -110, -40}, featuresOf (spec, energies), 1e-12);
    spec.topDb = 40;
    checkNear ({-10, 10, -30, -30}, featuresOf (spec, energies), 1e-12);
    spec.referenceIsMaximum = true;
    checkNear ({-20, 0, -40, -40}, featuresOf (spec, energies), 1e-12);
    spec = twoBands (LogKind::decibel);
    spec.spectrum = Spectrum::magnitude;
    checkNear ({0, 40, -200, -60}, featuresOf (spec, energies), 1e-12);
    spec.logFloorKind = LogFloor::add;
    spec.logFloor = 1;
    CHECK (featuresOf (spec, energies)[0] == Approx (20 * std::log10 (2.0)));
}

TEST_CASE ("normalisations have their formulae", "[reference][features]")
{
    const Matrix energies = pairs ({1, 10, 2, 10, 6, 1e-9});
    MelSpec spec = twoBands (LogKind::none);
    spec.normalisation = Normalisation::affine;
    spec.affineMean = 2;
    spec.affineDivisor = 4;
    checkNear ({-0.25, 2, 0, 2, 1, -0.5}, featuresOf (spec, energies), 1e-9);

    spec.normalisation = Normalisation::perFeature;
    const double deviation = std::sqrt (7.0) + 1e-5;
    const auto values = featuresOf (spec, energies);
    checkNear ({-2 / deviation, -1 / deviation, 3 / deviation}, {values[0], values[2], values[4]},
               1e-12);

    spec = twoBands (LogKind::log10);
    spec.normalisation = Normalisation::whisper;
    checkNear ({1, 1.25, (std::log10 (2.0) + 4) / 4, 1.25, (std::log10 (6.0) + 4) / 4, -0.75},
               featuresOf (spec, energies), 1e-12);
}

TEST_CASE ("the log energy stands first, or takes the place of C0", "[reference][features]")
{
    const Matrix energies = pairs ({1, 3, 2, 2, 5, 5});
    MelSpec spec = twoBands (LogKind::none);
    spec.useEnergy = true;
    checkNear ({7, 1, 3, 8, 2, 2, 9, 5, 5}, featuresOf (spec, energies), 0);
    spec.numCoefficients = 2;
    checkNear ({7, -std::numbers::sqrt2, 8, 0, 9, 0}, featuresOf (spec, energies), 1e-12);
    spec.useEnergy = false;
    spec.lifter = 22;
    const double lift = 1 + 11 * std::sin (std::numbers::pi / 22);
    checkNear ({4 / std::numbers::sqrt2, -std::numbers::sqrt2 * lift, 4 / std::numbers::sqrt2, 0,
                10 / std::numbers::sqrt2, 0},
               featuresOf (spec, energies), 1e-12);
    spec.dct = DctKind::htk; // the sum of the bands times sqrt (2/2), behind the others
    checkNear ({-std::numbers::sqrt2 * lift, 4, 0, 4, 0, 10}, featuresOf (spec, energies), 1e-12);
}

TEST_CASE ("preemphasis of a signal begins at silence, of a frame at its own sample",
           "[reference][features]")
{
    MelSpec spec;
    spec.window = spec.hop = {64, Length::Unit::samples};
    spec.framing = Framing::valid;
    spec.windowShape = WindowShape::rectangular;
    spec.numBands = 1;
    spec.bankNorm = BankNorm::none;
    spec.preemphasis = 1;
    const std::vector<double> ones (128, 1.0);
    const auto ofSignal = referenceMel (spec, 16000, ones).energies;
    REQUIRE (ofSignal.size () == 2);
    CHECK (ofSignal[0] > 1);
    CHECK (ofSignal[1] == 0);
    spec.preemphasisScope = PreemphasisScope::frame;
    CHECK (referenceMel (spec, 16000, ones).energies == std::vector<double> {0, 0});
}

TEST_CASE ("silence lies on the floor of each front end", "[reference][features]")
{
    MelSpec spec;
    spec.log = LogKind::decibel;
    spec.topDb = 80;
    checkSilence (spec, -100);

    spec = {};
    spec.log = LogKind::ln;
    spec.logFloor = 1.1920928955078125e-07;
    checkSilence (spec, -15.942385);

    spec.logFloorKind = LogFloor::add;
    spec.logFloor = std::ldexp (1.0, -24);
    checkSilence (spec, -16.635532);
    spec.normalisation = Normalisation::perFeature;
    checkSilence (spec, 0);

    spec = {};
    spec.log = LogKind::log10;
    spec.normalisation = Normalisation::whisper;
    checkSilence (spec, -1.5);
}

TEST_CASE ("samples 32768 times as large shift Kaldi's logs by 20.794415", "[reference][features]")
{
    MelSpec spec;
    spec.log = LogKind::ln;
    spec.logFloor = 1e-300;
    std::vector<double> tone;
    for (int i = 0; i < 4000; ++i)
        tone.push_back (0.5 * std::sin (0.3 * i) + 0.1 * std::sin (0.001 * i * i));
    auto quiet = referenceMel (spec, 16000, tone).values;
    spec.sampleScale = 32768;
    const auto loud = referenceMel (spec, 16000, tone).values;
    for (double& value : quiet)
        value += 20.794415416798357;
    checkNear (quiet, loud, 1e-10);
}

TEST_CASE ("PCEN's smoother starts at one and settles at a constant energy",
           "[reference][features]")
{
    const Pcen pcen;
    const double b = referencePcenCoefficient (pcen, 22050, 512);
    const double frames = 0.4 * 22050 / 512;
    CHECK (b * b * frames * frames == Approx (1 - b));
    for (const double energy : {1.0, 1e-5, 3e4})
    {
        Matrix constant (50, 2);
        constant.values.assign (constant.values.size (), energy);
        const Matrix out = referencePcen (pcen, 22050, 512, constant);
        for (std::int64_t t = 0; t < 50; ++t)
        {
            const double smoothed =
                energy + (1 - energy) * std::pow (1 - b, static_cast<double> (t + 1));
            const double levelled = energy / std::pow (1e-6 + smoothed, 0.98);
            const double expected = std::sqrt (levelled + 2) - std::sqrt (2.0);
            REQUIRE (out.at (t, 1) == Approx (expected).epsilon (1e-7));
        }
    }
}

TEST_CASE ("deltas of a ramp are its slope, less at the repeated ends", "[reference][features]")
{
    Matrix ramp (10, 1);
    for (std::int64_t t = 0; t < 10; ++t)
        ramp.at (t, 0) = 3 * static_cast<double> (t);
    checkNear ({1.5, 2.4, 3, 3, 3, 3, 3, 3, 2.4, 1.5}, referenceDeltas (ramp, 5).values, 1e-12);
    checkNear ({1.5, 3, 3, 3, 3, 3, 3, 3, 3, 1.5}, referenceDeltas (ramp, 3).values, 1e-12);

    MelSpec spec;
    spec.numBands = 1;
    spec.deltaOrder = 2;
    const Matrix all = referenceFeatures (spec, 16000, 160, ramp, {});
    REQUIRE (all.columns == 3);
    CHECK (all.at (5, 0) == Approx (15));
    CHECK (all.at (5, 1) == Approx (3));
    CHECK (all.at (5, 2) == Approx (0).margin (1e-12));
    CHECK (all.at (1, 2) == Approx ((-2 * 1.5 - 1.5 + 3 + 2 * 3) / 10));
}

TEST_CASE ("the cosine transform is orthonormal", "[reference][features]")
{
    for (const int bands : {1, 13, 40})
    {
        const Matrix dct = referenceDct (bands, bands);
        for (std::int64_t i = 0; i < bands; ++i)
            for (std::int64_t j = 0; j < bands; ++j)
            {
                double product = 0;
                for (std::int64_t n = 0; n < bands; ++n)
                    product += dct.at (i, n) * dct.at (j, n);
                REQUIRE (product == Approx (i == j ? 1 : 0).margin (1e-12));
            }
    }
}
