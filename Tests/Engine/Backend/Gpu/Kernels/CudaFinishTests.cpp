// Bands, finished bands and coefficients of the CUDA kernels against plain float64 arithmetic.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedKernels.h"
#include "Tests/Support/Gpu/KernelWork.h"

#include <algorithm>
#include <iterator>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
constexpr unsigned kSeed = 21;

double finished (const MelProgram& program, double x, double maximum,
                 std::pair<double, double> moments)
{
    if (program.clipsToTop)
        x = std::max (x, maximum - program.topDb);
    if (program.referenceIsMaximum)
        x -= maximum;
    if (program.isWhisper)
        x = (std::max (x, maximum - 8.0) + 4.0) / 4.0;
    if (program.isPerFeature)
        x = (x - moments.first) / (moments.second + 1e-5);
    return program.isAffine ? (x - program.affineMean) / program.affineDivisor : x;
}
} // namespace

TEST_CASE ("bands are weighted sums of power or magnitude, then logarithms", "[cuda][kernels]")
{
    const bool isMagnitude = GENERATE (false, true), hasLog = GENERATE (false, true);
    MelProgram program = bandProgram (3);
    program.numBins = 50;
    program.isMagnitude = isMagnitude;
    program.magnitudeEpsilon = 0.01f;
    program.hasLog = hasLog;
    program.logClamp = 0.5f;
    program.logAdd = 0.125f;
    program.logScale = 3.0f;
    program.logOffset = 7.0f;
    const std::vector<std::int32_t> first {0, 20, 49}, count {30, 29, 0}, weight {0, 30, 59};
    std::mt19937 random (kSeed);
    std::uniform_real_distribution<float> value (0.01f, 1.0f);
    std::vector<float> weights (59);
    std::generate (weights.begin (), weights.end (), [&] { return value (random); });
    program.bandFirstBin = first.data ();
    program.bandNumBins = count.data ();
    program.bandWeight = weight.data ();
    program.weights = weights.data ();
    KernelWork at (program, {7}, 0.0f, 1.0f, kSeed);
    std::vector<Complex> spectra (4 * 50);
    for (Complex& bin : spectra)
        bin = {value (random), value (random)};
    at.work.spectraBuffer = spectra.data ();
    at.work.chunkFirstFrame = 4;
    at.work.chunkFrames = 4; // the last chunk lies behind the rows
    emulateProjectBands (at.work);
    Agreement agreement;
    for (std::int64_t row = 0; row < 7; ++row)
        for (std::size_t band = 0; band < 3; ++band)
        {
            const auto plane = static_cast<int> (band) + 1;
            double sum = 0;
            for (int k = 0; row >= 4 && k < count[band]; ++k)
            {
                const Complex x =
                    spectra[static_cast<std::size_t> ((row - 4) * 50 + first[band] + k)];
                const double power = double {x.re} * x.re + double {x.im} * x.im;
                sum += weights[static_cast<std::size_t> (weight[band] + k)] *
                       (isMagnitude ? std::sqrt (power + 0.01) : power);
            }
            if (hasLog)
                sum = std::log2 (std::max (sum, 0.5) + 0.125) * 3 - 7;
            agreement.add (at.row (row, plane), row < 4 ? double {at.before (row, plane)} : sum,
                           row < 4 ? 0.0 : 1e-5);
        }
    CHECK (agreement.holds ());
    CHECK (energyIsUntouched (at));
    CHECK (at.canariesStand ());
}

TEST_CASE ("finished bands are what their definition says", "[cuda][kernels]")
{
    MelProgram program = bandProgram (GENERATE (5, 128));
    KernelWork plain (program, kUnitFrames, -90.0f, -20.0f, kSeed);
    const auto maxima = maximaOf (plain);
    std::vector<std::vector<std::pair<double, double>>> moments (kUnitFrames.size ());
    for (std::size_t unit = 0; unit < moments.size (); ++unit)
        for (int band = 0; band < program.numBands; ++band)
            moments[unit].push_back (momentsOf (plain, unit, band));

    program.needsMaximum = true;
    SECTION ("top")
    {
        program.clipsToTop = true;
        program.topDb = 30;
    }
    SECTION ("reference")
    {
        program.referenceIsMaximum = true;
    }
    SECTION ("top below the reference")
    {
        program.clipsToTop = program.referenceIsMaximum = true;
        program.topDb = 25;
    }
    SECTION ("whisper")
    {
        program.isWhisper = true;
    }
    SECTION ("per feature")
    {
        program.needsMaximum = false;
        program.needsMoments = program.isPerFeature = true;
    }
    SECTION ("affine")
    {
        program.needsMaximum = false;
        program.isAffine = true;
        program.affineMean = -4.2677393f;
        program.affineDivisor = 9.1379f;
    }

    KernelWork at (program, kUnitFrames, -90.0f, -20.0f, kSeed);
    emulateGatherBlocks (at.work);
    emulateJoinBlocks (at.work);
    emulateFinishRows (at.work);
    Agreement agreement;
    forBands (at,
              [&] (std::size_t unit, std::int64_t row, int band, double x)
              {
                  const double expected = finished (program, x, maxima[unit],
                                                    moments[unit][static_cast<std::size_t> (band)]);
                  agreement.add (at.row (row, 1 + band), expected, 1e-5);
              });
    CHECK (agreement.holds ());
    CHECK (energyIsUntouched (at));
    CHECK (at.canariesStand ());
}

TEST_CASE ("coefficients are products with the matrix, energy in place of the first",
           "[cuda][kernels]")
{
    const int numBands = GENERATE (23, 128, 1000), numCoefficients = GENERATE (1, 13, 20);
    const bool useEnergy = GENERATE (false, true);
    MelProgram program = bandProgram (numBands);
    program.useEnergy = useEnergy;
    program.numCoefficients = program.numStatic = program.numFeatures = numCoefficients;
    program.needsMaximum = program.clipsToTop = true;
    program.topDb = 40;
    KernelWork at (program, {1, 31, 33, 1025}, -90.0f, -20.0f, kSeed);
    std::mt19937 random (kSeed + 1);
    std::uniform_real_distribution<float> weight (-0.1f, 0.1f);
    std::generate_n (std::back_inserter (at.dct), numCoefficients * numBands,
                     [&] { return weight (random); });
    at.work.program.dct = at.dct.data ();
    emulateGatherBlocks (at.work);
    emulateJoinBlocks (at.work);
    emulateFinishRows (at.work);
    const auto maxima = maximaOf (at);
    const auto rows = static_cast<std::size_t> (at.counts.numFrames);
    const auto width = static_cast<std::size_t> (numCoefficients);
    std::vector<double> expected (rows * width);
    forBands (at,
              [&] (std::size_t unit, std::int64_t row, int band, double x)
              {
                  for (std::size_t k = 0; k < width; ++k)
                      expected[static_cast<std::size_t> (row) * width + k] +=
                          std::max (x, maxima[unit] - 40.0) *
                          at.dct[k * static_cast<std::size_t> (numBands) +
                                 static_cast<std::size_t> (band)];
              });
    Agreement agreement;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < width; ++k)
        {
            const auto t = static_cast<std::int64_t> (row);
            const bool isEnergy = k == 0 && useEnergy;
            agreement.add (at.feature (t, static_cast<int> (k)),
                           isEnergy ? double {at.before (t, 0)} : expected[row * width + k],
                           isEnergy ? 1e-30 : 1e-5 * numBands);
        }
    CHECK (agreement.holds ());
    CHECK (at.canariesStand ());
}
