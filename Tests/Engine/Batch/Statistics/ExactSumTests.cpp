// A sum that rounds once, at the end.
#include "Engine/Batch/Statistics/ExactSum.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace melstrom;

namespace
{
ExactSum sumOf (const std::vector<double>& values)
{
    ExactSum sum;
    for (const double value : values)
        sum.add (value);
    sum.carry ();
    return sum;
}
} // namespace

TEST_CASE ("a sum is the nearest number to the exact one", "[statistics]")
{
    CHECK (sumOf ({}).value () == 0);
    // ten times the float64 next to 0.1 is 1 + 5.6e-17; a plain loop ends below 1
    CHECK (sumOf (std::vector<double> (10, 0.1)).value () == 1);
    CHECK (sumOf ({1e80, 1, -1e80}).value () == 1);
    CHECK (sumOf ({-1e80, -0.5, 1e80}).value () == -0.5);
    CHECK (sumOf ({std::ldexp (1, 53), 1}).value () == std::ldexp (1, 53));     // a tie, to even
    CHECK (sumOf ({std::ldexp (1, 53), 1, 0x1p-300}).value () == 0x1p53 + 2);   // just above it
    CHECK (sumOf ({std::ldexp (1, 53), 3}).value () == std::ldexp (1, 53) + 4); // a tie, to even
    CHECK (sumOf ({-0x1p53, -1, -0x1p-300}).value () == -0x1p53 - 2);
    CHECK (sumOf ({0x1p-298, 0x1p-298}).value () == 0x1p-297); // denormal, squared
    const double most = std::numeric_limits<float>::max ();
    CHECK (sumOf ({most * most, most * most}).value () == 2 * most * most);
}

TEST_CASE ("a sum does not depend on the order or grouping of its terms", "[statistics]")
{
    std::mt19937 random (3);
    std::normal_distribution<double> normal;
    std::vector<double> values;
    for (int i = 0; i < 2000; ++i)
        values.push_back (std::ldexp (normal (random), static_cast<int> (random () % 300) - 150));
    const ExactSum all = sumOf (values);
    for (int round = 0; round < 20; ++round)
    {
        std::shuffle (values.begin (), values.end (), random);
        const auto cut = static_cast<std::ptrdiff_t> (random () % values.size ());
        ExactSum first = sumOf ({values.begin (), values.begin () + cut});
        first.add (sumOf ({values.begin () + cut, values.end ()}));
        CHECK (first == all);
    }
    CHECK (ExactSum::ofDigits (all.digits ()) == all);
    ExactSum rest = all;
    for (const double value : values)
        rest.add (value, -1);
    rest.carry ();
    CHECK (rest == ExactSum ());
}
