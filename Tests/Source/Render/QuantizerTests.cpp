#include "Source/Render/WavWriter.h"

#include "Tests/Support/Catch.h"

#include <cmath>
#include <vector>

namespace melstrom::testing
{

TEST_CASE ("the dither is triangular and white, and the seed changes it", "[quantizer]")
{
    constexpr int kCount = 200000;
    int below = 0, half = 0, differing = 0;
    double sumOfSquares = 0, sumOfNeighbours = 0, before = 0;
    for (int n = 0; n < kCount; ++n)
    {
        const double value = triangularDither (1, n);
        REQUIRE (std::abs (value) < 1);
        below += value < 0 ? 1 : 0;
        half += std::abs (value) < 0.5 ? 1 : 0; // three quarters of the triangle
        sumOfSquares += value * value;
        sumOfNeighbours += value * before;
        before = value;
        differing += value != triangularDither (2, n) ? 1 : 0;
    }
    CHECK (below == Approx (0.5 * kCount).epsilon (0.01));
    CHECK (half == Approx (0.75 * kCount).epsilon (0.01));
    CHECK (sumOfSquares / kCount == Approx (1.0 / 6).epsilon (0.02));
    CHECK (std::abs (sumOfNeighbours / kCount) < 0.002);
    CHECK (differing > 0.99 * kCount);
    CHECK (triangularDither (1, 5) != triangularDither (1, 5 + (std::int64_t {1} << 32)));
}

TEST_CASE ("samples beyond full scale are cut and counted, full scale itself holds", "[quantizer]")
{
    std::vector<float> in {1.0f, -1.0f, 1.25f, -3.0f, 0.5f, 1e30f, -1e30f};
    std::vector<std::int32_t> out (in.size ());
    // 1.0 is a step beyond the highest
    CHECK (quantize (in, out, 16, 0, 0) == 5);
    CHECK (out[2] == 32767);
    CHECK (out[3] == -32768);
    CHECK (out[5] == 32767);
    CHECK (out[6] == -32768);
    CHECK (std::abs (out[4] - 16384) <= 1);
}

} // namespace melstrom::testing
