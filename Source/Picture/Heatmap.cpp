#include "Source/Picture/Heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{

constexpr float kNothing = -std::numeric_limits<float>::infinity ();

/** most[b] = max (most[b], frame[b]); ignores NaN in `frame`. The fixed inner count lets compilers
    vectorise at -O2. */
void accumulateMaximum (float* most, const float* frame, int numBands) noexcept
{
    constexpr int kLanes = 8;
    int band = 0;
    for (; band + kLanes <= numBands; band += kLanes)
        for (int lane = 0; lane < kLanes; ++lane)
            most[band + lane] =
                frame[band + lane] > most[band + lane] ? frame[band + lane] : most[band + lane];
    for (; band < numBands; ++band)
        most[band] = frame[band] > most[band] ? frame[band] : most[band];
}

/** Start of share `index` when `total` is divided into `numShares`. */
std::int64_t shareBegin (std::int64_t index, std::int64_t numShares, std::int64_t total) noexcept
{
    return index * (total / numShares) + index * (total % numShares) / numShares;
}

} // namespace

Heatmap reduceToCells (const float* values, std::int64_t numFrames, int numBands, int maxColumns,
                       int maxRows)
{
    Heatmap heatmap;
    heatmap.numColumns = static_cast<int> (std::min<std::int64_t> (numFrames, maxColumns));
    heatmap.numRows = std::min (numBands, maxRows);
    heatmap.cells.reserve (static_cast<std::size_t> (heatmap.numColumns) *
                           static_cast<std::size_t> (heatmap.numRows));

    std::vector<float> most (static_cast<std::size_t> (numBands));
    for (int column = 0; column < heatmap.numColumns; ++column)
    {
        std::ranges::fill (most, kNothing);
        const std::int64_t end = shareBegin (column + 1, heatmap.numColumns, numFrames);
        for (std::int64_t frame = shareBegin (column, heatmap.numColumns, numFrames); frame < end;
             ++frame)
            accumulateMaximum (most.data (), values + frame * numBands, numBands);

        for (int row = 0; row < heatmap.numRows; ++row)
            heatmap.cells.push_back (*std::max_element (
                most.begin () + shareBegin (row, heatmap.numRows, numBands),
                most.begin () + shareBegin (row + 1, heatmap.numRows, numBands)));
    }
    return heatmap;
}

ValueRange rangeOf (const Heatmap& heatmap)
{
    constexpr std::size_t kPercent = 100;
    std::vector<float> finite;
    finite.reserve (heatmap.cells.size ());
    std::ranges::copy_if (heatmap.cells, std::back_inserter (finite),
                          [] (float value) { return std::isfinite (value); });
    if (finite.empty ())
        return {};

    const auto first = finite.begin () + static_cast<std::ptrdiff_t> (finite.size () / kPercent);
    std::ranges::nth_element (finite, first);
    const double lowest = *first, highest = *std::ranges::max_element (finite);

    constexpr double kSmallestRatio = 1e-5; // about a hundred steps of a float
    const double magnitude = std::max (std::abs (lowest), std::abs (highest));
    if (highest - lowest > kSmallestRatio * magnitude)
        return {lowest, highest};
    const double half = std::max (0.5, kSmallestRatio * magnitude);
    return {lowest - half, lowest + half};
}

} // namespace melstrom
