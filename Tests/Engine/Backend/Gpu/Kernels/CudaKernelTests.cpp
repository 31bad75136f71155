// Statistics and PCEN of the CUDA kernels against plain float64 arithmetic.
#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedKernels.h"
#include "Tests/Support/Gpu/KernelWork.h"

#include <algorithm>
#include <cmath>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
constexpr unsigned kSeed = 20;

MelProgram pcenProgram (int numBands)
{
    MelProgram program = bandProgram (numBands);
    program.hasPcen = true;
    program.smootherDecay = 0.97531f;
    program.pcenGain = 0.98;
    program.pcenEpsilon = 1e-6;
    program.pcenLogEpsilon = std::log (1e-6);
    program.pcenBias = 2;
    program.pcenPower = 0.5;
    program.pcenScale = std::sqrt (2.0);
    return program;
}
} // namespace

TEST_CASE ("ordered bits compare as their floats do", "[cuda][kernels]")
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity ();
    const std::vector<float> rising {-kInfinity, -3e38f, -1.0f,  -1e-40f, -0.0f,
                                     0.0f,       1e-40f, 0.125f, 3e38f,   kInfinity};
    CHECK (orderedBits (-kInfinity) > kOrderedLowest);
    for (std::size_t i = 0; i < rising.size (); ++i)
    {
        CHECK (std::bit_cast<std::uint32_t> (fromOrderedBits (orderedBits (rising[i]))) ==
               std::bit_cast<std::uint32_t> (rising[i]));
        if (i > 0)
            CHECK (orderedBits (rising[i - 1]) < orderedBits (rising[i]));
    }
}

TEST_CASE ("maximum and moments of units are those of all of their frames", "[cuda][kernels]")
{
    const int numBands = GENERATE (1, 32, 37, 128);
    MelProgram program = bandProgram (numBands);
    program.needsMaximum = program.needsMoments = true;
    KernelWork at (program, kUnitFrames, -90.0f, -20.0f, kSeed);
    emulateGatherBlocks (at.work);
    emulateJoinBlocks (at.work);
    const auto maxima = maximaOf (at);
    Agreement maximum, mean, deviation;
    for (std::size_t unit = 0; unit < at.units.size (); ++unit)
    {
        maximum.add (fromOrderedBits (at.work.unitMaximum[unit]), maxima[unit], 1e-30);
        for (int band = 0; band < numBands; ++band)
        {
            const auto place =
                unit * static_cast<std::size_t> (numBands) + static_cast<std::size_t> (band);
            const auto [expectedMean, expectedDeviation] = momentsOf (at, unit, band);
            mean.add (at.work.unitMean[place], expectedMean, 1e-11);
            deviation.add (at.work.unitDeviation[place], expectedDeviation, 1e-10);
        }
    }
    CHECK (maximum.holds ());
    CHECK (mean.holds ());
    CHECK (deviation.holds ());
    CHECK (at.canariesStand ());
}

TEST_CASE ("blocks leave their own maximum, moments and smoother", "[cuda][kernels]")
{
    const int numBands = 37;
    MelProgram program = pcenProgram (numBands);
    program.needsMaximum = program.needsMoments = true;
    KernelWork at (program, kUnitFrames, 0.0f, 4.0f, kSeed);
    emulateGatherBlocks (at.work);
    const double decay = program.smootherDecay;
    Agreement maximum, mean, squares, smoother;
    for (std::size_t index = 0; index < at.blocks.size (); ++index)
    {
        const DeviceBlock& block = at.blocks[index];
        double most = -1;
        for (int band = 0; band < numBands; ++band)
        {
            double sum = 0, squareSum = 0, state = 0;
            for (int t = 0; t < block.numFrames; ++t)
            {
                const double x = at.before (block.scratchRow + t, 1 + band);
                most = std::max (most, x);
                sum += x;
                squareSum += x * x;
                state = decay * state + (1 - decay) * x;
            }
            const auto place =
                index * static_cast<std::size_t> (numBands) + static_cast<std::size_t> (band);
            mean.add (at.work.blockMean[place], sum / block.numFrames, 1e-12);
            squares.add (at.work.blockSquares[place], squareSum - sum * sum / block.numFrames,
                         1e-9);
            smoother.add (at.work.blockSmoother[place], state, 2e-6);
        }
        maximum.add (at.work.blockMaximum[index], most, 1e-30);
    }
    CHECK (maximum.holds ());
    CHECK (mean.holds ());
    CHECK (squares.holds ());
    CHECK (smoother.holds ());
    CHECK (at.canariesStand ());
}

TEST_CASE ("a maximum that is there already is never lowered", "[cuda][kernels]")
{
    MelProgram program = bandProgram (3);
    program.needsMaximum = true;
    KernelWork at (program, {40, 40}, -90.0f, -20.0f, kSeed);
    at.work.unitMaximum[0] = orderedBits (-1.0f);
    at.work.unitMaximum[1] = orderedBits (-100.0f);
    emulateGatherBlocks (at.work);
    emulateJoinBlocks (at.work);
    CHECK (fromOrderedBits (at.work.unitMaximum[0]) == -1.0f);
    CHECK (fromOrderedBits (at.work.unitMaximum[1]) == static_cast<float> (maximaOf (at)[1]));
}

TEST_CASE ("PCEN follows one smoother from a unit's first frame to its last", "[cuda][kernels]")
{
    const int numBands = GENERATE (1, 37);
    KernelWork at (pcenProgram (numBands), kUnitFrames, 0.0f, 4.0f, kSeed);
    const double decay = at.work.program.smootherDecay;
    emulateGatherBlocks (at.work);
    emulateJoinBlocks (at.work);
    emulateSmooth (at.work);
    Agreement agreement;
    std::vector<double> states (static_cast<std::size_t> (numBands));
    forBands (at,
              [&] (std::size_t unit, std::int64_t row, int band, double energy)
              {
                  double& state = states[static_cast<std::size_t> (band)];
                  if (row == at.units[unit].scratchRow)
                      state = 1;
                  state = decay * state + (1 - decay) * energy;
                  const double gain = std::pow (1e-6 + state, -0.98);
                  const double expected = std::sqrt (energy * gain + 2.0) - std::sqrt (2.0);
                  agreement.add (at.row (row, 1 + band), expected, 2e-6);
              });
    CHECK (agreement.holds ());
    CHECK (energyIsUntouched (at));
    CHECK (at.canariesStand ());
}

TEST_CASE ("bits of a unit do not depend on what else is in the batch", "[cuda][kernels]")
{
    MelProgram program = pcenProgram (37);
    program.needsMaximum = program.needsMoments = program.isPerFeature = true;
    KernelWork among (program, kUnitFrames, 0.0f, 4.0f, kSeed);
    const std::size_t chosen = GENERATE (1u, 5u, 6u);
    const DeviceUnit unit = among.units[chosen];
    KernelWork alone (program, {static_cast<int> (unit.numFrames)}, 0.0f, 4.0f, kSeed);
    for (std::int64_t t = 0; t < unit.numFrames; ++t)
        for (int plane = 0; plane < program.numPlanes; ++plane)
            alone.row (t, plane) = among.before (unit.scratchRow + t, plane);
    for (KernelWork* at : {&among, &alone})
    {
        emulateGatherBlocks (at->work);
        emulateJoinBlocks (at->work);
        emulateSmooth (at->work);
        emulateFinishRows (at->work);
    }
    const auto bytes =
        static_cast<std::size_t> (unit.numFrames * program.numPlanes) * sizeof (float);
    CHECK (std::memcmp (&alone.row (0, 0), &among.row (unit.scratchRow, 0), bytes) == 0);
}
