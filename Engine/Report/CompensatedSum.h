// A sum of many numbers that keeps its precision.
#pragma once

#include <cmath>

namespace melstrom
{

/** The sum of numbers in a fixed order, with the rounding errors of all steps added at the end.
    source  Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen" 1974 */
class CompensatedSum
{
public:
    void add (double value) noexcept
    {
        const double next = sum_ + value;
        lost_ +=
            std::fabs (sum_) >= std::fabs (value) ? (sum_ - next) + value : (value - next) + sum_;
        sum_ = next;
    }
    double value () const noexcept { return sum_ + lost_; }

private:
    double sum_ = 0, lost_ = 0;
};

} // namespace melstrom
