// Which transforms run in lanes, and how.
#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;

namespace
{
CpuMelTables tablesOf (int fftSamples)
{
    MelSpec spec;
    spec.fftSamples = fftSamples;
    spec.window = {static_cast<double> (fftSamples)};
    spec.numBands = 20;
    return CpuMelTables (*geometryAt (spec, 44100));
}
} // namespace

TEST_CASE ("transforms whose prime factors are at most 127 run in lanes without a chirp", "[cpu]")
{
    const int fftSamples =
        GENERATE (2, 3, 127, 254, 441, 551, 735, 882, 1001, 1102, 1323, 1764, 2205, 2401, 44100);
    CAPTURE (fftSamples);
    const CpuMelTables tables = tablesOf (fftSamples);
    REQUIRE (tables.laneFft);
    CHECK (! tables.fftw);
    CHECK (! tables.laneFft->chirp);
    CHECK (tables.laneFft->split.has_value () == (fftSamples % 2 == 1));
}

TEST_CASE ("transforms with a larger prime factor are convolved with a chirp in lanes", "[cpu]")
{
    const int fftSamples = GENERATE (131, 262, 1103, 2206, 4001, 32749);
    CAPTURE (fftSamples);
    const CpuMelTables tables = tablesOf (fftSamples);
    REQUIRE (tables.laneFft);
    CHECK (! tables.fftw);
    REQUIRE (tables.laneFft->chirp);
    CHECK (largestPrimeFactor (tables.laneFft->passes.numPoints) <= 5);
}

TEST_CASE ("only transforms above 32,768 samples that need a chirp are left to FFTW", "[cpu]")
{
    CHECK (! tablesOf (32768).fftw);
    CHECK (! tablesOf (99225).fftw);
    CHECK (tablesOf (32769).fftw); // 3^2 11 331
    CHECK (! tablesOf (32769).laneFft);
}

TEST_CASE ("points of a convolution are at least those asked for, and have small factors", "[cpu]")
{
    for (int least = 1; least < 5000; ++least)
    {
        const int points = fastPoints (least);
        INFO (least << ": " << points);
        REQUIRE (points >= least);
        REQUIRE (points <= 2 * least);
        REQUIRE (largestPrimeFactor (points) <= 5);
    }
}
