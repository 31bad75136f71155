#include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"

#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
void appendRoot (std::vector<float>& to, double numerator, double denominator)
{
    const double angle = -2.0 * std::numbers::pi * numerator / denominator;
    to.push_back (static_cast<float> (std::cos (angle)));
    to.push_back (static_cast<float> (std::sin (angle)));
}

/** Large radices first, for few passes over memory. Two passes of 4 beat one of 8 and one of 2. */
std::vector<int> radicesOf (int points)
{
    std::vector<int> radices;
    int twos = 0;
    for (; points % 2 == 0; points /= 2)
        ++twos;
    for (; points % 5 == 0; points /= 5)
        radices.push_back (5);
    for (; points % 3 == 0; points /= 3)
        radices.push_back (3);
    for (; twos >= 3 && twos != 4; twos -= 3)
        radices.push_back (8);
    for (; twos >= 2; twos -= 2)
        radices.push_back (4);
    if (twos == 1)
        radices.push_back (2);
    return radices;
}
} // namespace

bool LaneFftPlan::supports (int numSamples) noexcept
{
    if (numSamples < 4 || numSamples % 2 != 0)
        return false;
    int rest = numSamples / 2;
    for (const int prime : {2, 3, 5})
        while (rest % prime == 0)
            rest /= prime;
    return rest == 1;
}

LaneFftPlan::LaneFftPlan (int size) : numSamples (size), numPoints (size / 2)
{
    int length = numPoints;
    int stride = 1;
    for (const int radix : radicesOf (numPoints))
    {
        passes.push_back ({radix, length, stride, twiddles.size ()});
        for (int p = 0; p < length / radix; ++p)
            for (int j = 1; j < radix; ++j)
                appendRoot (twiddles, static_cast<double> (j) * p, length);
        length /= radix;
        stride *= radix;
    }
    for (int k = 0; k <= numPoints / 2; ++k)
        appendRoot (unpack, k, numSamples);
}

} // namespace melstrom
