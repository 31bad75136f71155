#include "Engine/Dsp/Mel/MelBank.h"

#include <cmath>
#include <numbers>

namespace melstrom
{

std::vector<float> makeDct (int numCoefficients, int numBands, double lifter)
{
    using std::numbers::pi;
    std::vector<float> matrix;
    matrix.reserve (static_cast<std::size_t> (numCoefficients) *
                    static_cast<std::size_t> (numBands));
    for (int k = 0; k < numCoefficients; ++k)
    {
        const double norm = std::sqrt ((k == 0 ? 1.0 : 2.0) / numBands);
        const double lift = lifter > 0 ? 1.0 + 0.5 * lifter * std::sin (pi * k / lifter) : 1.0;
        for (int band = 0; band < numBands; ++band)
            matrix.push_back (
                static_cast<float> (lift * norm * std::cos (pi / numBands * (band + 0.5) * k)));
    }
    return matrix;
}

} // namespace melstrom
