#include "Engine/Report/Origin/ShapeDistance.h"

#include "Engine/Report/Origin/LineSums.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kRangeOfEnergies = 1e-10f;      ///< lowest energy that is compared, of the largest
constexpr float kLeastHalfEnergy = 6.1035e-05f; ///< smallest normal float16
constexpr int kFewestEqual = 3;                 ///< equal least values that show a floor
constexpr double kFewestCells = 4;

/** 1 - r^2 of one feature's correlation; -1: a constant feature says nothing. */
double distanceOf (const LineSums& sums)
{
    const double sx = sums.varianceX (), sy = sums.varianceY (), sxy = sums.covariance ();
    const double tiny = 1e-12 * (sums.xx + sums.yy) + 1e-30;
    if (sy <= tiny)
        return -1;
    if (sx <= tiny || sxy <= 0)
        return 1;
    return std::clamp (1 - sxy / sx * (sxy / sy), 0.0, 1.0);
}
} // namespace

ObservedShape::ObservedShape (const FeatureMatrix& observed, ArrayKind kind, int bytesPerValue)
    : kind_ (kind), numRows_ (observed.numRows ()), numFeatures_ (observed.numFeatures),
      values_ (observed.values), weights_ (observed.values.size (), 1.0f)
{
    if (kind == ArrayKind::energies)
    {
        const float largest = *std::ranges::max_element (values_);
        float least = std::max (kRangeOfEnergies * largest, 1e-37f);
        if (bytesPerValue == 2)
            least = std::max (least, kLeastHalfEnergy);
        for (std::size_t i = 0; i < values_.size (); ++i)
        {
            weights_[i] = values_[i] > least ? 1.0f : 0.0f;
            values_[i] = std::log (std::max (values_[i], least));
        }
    }
    else
        leaveOutFloors (observed);
}

void ObservedShape::leaveOutFloors (const FeatureMatrix& observed)
{
    for (int feature = 0; feature < numFeatures_; ++feature)
    {
        float least = observed.row (0)[feature];
        for (std::int64_t row = 1; row < numRows_; ++row)
            least = std::min (least, observed.row (row)[feature]);
        std::int64_t numLeast = 0;
        for (std::int64_t row = 0; row < numRows_; ++row)
            numLeast += observed.row (row)[feature] == least ? 1 : 0;
        if (numLeast < kFewestEqual)
            continue;
        for (std::int64_t row = 0; row < numRows_; ++row)
            if (observed.row (row)[feature] == least)
                weights_[static_cast<std::size_t> (row * numFeatures_ + feature)] = 0;
    }
}

double ObservedShape::distanceTo (const Computed& computed, int firstColumn, int numColumns) const
{
    std::vector<LineSums> sums (static_cast<std::size_t> (numColumns));
    for (std::int64_t row = 0; row < std::min (numRows_, computed.numRows); ++row)
    {
        const float* const x = computed.values + row * computed.stride;
        const std::int64_t at = row * numFeatures_ + firstColumn;
        for (int i = 0; i < numColumns; ++i)
        {
            const auto place = static_cast<std::size_t> (at + i);
            sums[static_cast<std::size_t> (i)].add (weights_[place], x[i], values_[place]);
        }
    }
    double total = 0;
    int count = 0;
    for (const LineSums& sum : sums)
        if (const double distance = sum.n < kFewestCells ? -1 : distanceOf (sum); distance >= 0)
        {
            total += distance;
            ++count;
        }
    return count == 0 ? 1 : total / count;
}

} // namespace melstrom
