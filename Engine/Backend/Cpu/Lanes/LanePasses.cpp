#include "Engine/Backend/Cpu/Lanes/LanePasses.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace melstrom
{

namespace
{
/** Large radices first, for few passes over memory. Two passes of 4 beat one of 8 and one of 2. */
std::vector<int> radicesOf (int points)
{
    std::vector<int> radices;
    int twos = 0;
    for (; points % 2 == 0; points /= 2)
        ++twos;
    for (int prime = largestPrimeFactor (points); prime > 1; prime = largestPrimeFactor (points))
    {
        radices.push_back (prime);
        points /= prime;
    }
    for (; twos >= 3 && twos != 4; twos -= 3)
        radices.push_back (8);
    for (; twos >= 2; twos -= 2)
        radices.push_back (4);
    if (twos == 1)
        radices.push_back (2);
    return radices;
}
} // namespace

int largestPrimeFactor (int number) noexcept
{
    int largest = 1;
    for (int factor = 2; factor <= number / factor; ++factor)
        for (; number % factor == 0; number /= factor)
            largest = factor;
    return std::max (largest, number);
}

int fastPoints (int least) noexcept
{
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max ();
    int best = 0;
    const std::int64_t end = 5 * std::int64_t {least};
    std::int64_t fiveTimes = 1;
    for (int fives = 0; fiveTimes < end; ++fives, fiveTimes *= 5)
    {
        std::int64_t points = fiveTimes;
        for (int threes = 0; points < end; ++threes, points *= 3)
        {
            std::int64_t candidate = points;
            int twos = 0;
            for (; candidate < least; ++twos)
                candidate *= 2;
            const std::int64_t work = candidate * (fives + threes + (twos + 2) / 3);
            if (work < fewest)
            {
                fewest = work;
                best = static_cast<int> (candidate);
            }
        }
    }
    return best;
}

std::vector<float> oddRoots (int radix)
{
    std::vector<float> roots;
    for (int k = 1; k <= radix / 2; ++k)
        for (int i = 1; i <= radix / 2; ++i)
        {
            const double angle = 2 * std::numbers::pi * (i * k % radix) / radix;
            roots.push_back (static_cast<float> (std::cos (angle)));
            roots.push_back (static_cast<float> (std::sin (angle)));
        }
    return roots;
}

void appendRoot (std::vector<float>& to, double numerator, double denominator)
{
    const double angle = -2.0 * std::numbers::pi * numerator / denominator;
    to.push_back (static_cast<float> (std::cos (angle)));
    to.push_back (static_cast<float> (std::sin (angle)));
}

LanePasses::LanePasses (int points, int numSequences) : numPoints (points)
{
    int length = points;
    int stride = numSequences;
    for (const int radix : radicesOf (points))
    {
        passes.push_back ({radix, length, stride, twiddles.size (), roots.size ()});
        for (int p = 0; p < length / radix; ++p)
            for (int j = 1; j < radix; ++j)
                appendRoot (twiddles, static_cast<double> (j) * p, length);
        if (radix % 2 == 1 && radix >= 7)
        {
            const auto own = oddRoots (radix);
            roots.insert (roots.end (), own.begin (), own.end ());
        }
        length /= radix;
        stride *= radix;
    }
}

} // namespace melstrom
