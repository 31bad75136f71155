#include "Engine/Report/Bandwidth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace melstrom
{

namespace
{
constexpr std::size_t kNumBands = 128, kLowestEdge = kNumBands / 16, kHighestEdge = 118;
constexpr double kPlateauShare = 0.7; ///< where the bands below an edge begin
/** Widths of an edge as shares of its frequency: of sox and soxr, and of swresample. */
constexpr double kTransitionShares[] {0.1, 0.2};
constexpr double kPlateauDb = 25, kLeastFallDb = 20, kMeanFallDb = 30, kRangeDb = 80;
constexpr double kLeastSteepness = 2;
constexpr double kLeastDb = -400;

using Levels = std::array<double, kNumBands>;

/** Levels of the bands in dB. */
Levels levelsOf (std::span<const double> powers)
{
    Levels levels {};
    const std::size_t numBins = powers.size () - 1; // without the bin at half of the rate
    for (std::size_t band = 0; band < kNumBands; ++band)
    {
        const std::size_t first = band * numBins / kNumBands,
                          end = std::max (first + 1, (band + 1) * numBins / kNumBands);
        double sum = 0;
        for (std::size_t bin = std::max<std::size_t> (first, 1); bin < end; ++bin)
            sum += powers[bin];
        const double mean = sum / static_cast<double> (end - first);
        levels[band] = mean > 0 ? std::max (kLeastDb, 10 * std::log10 (mean)) : kLeastDb;
    }
    return levels;
}

double meanOf (const Levels& levels, std::ptrdiff_t first, std::ptrdiff_t end)
{
    return std::accumulate (levels.begin () + first, levels.begin () + end, 0.0) /
           static_cast<double> (std::max<std::ptrdiff_t> (1, end - first));
}

/** The fall in dB behind a band, and the last band that is nearer to the level before it. */
struct Fall
{
    double db = 0; ///< 0: no edge
    std::size_t lastBand = 0;
};

Fall fallBehind (const Levels& levels, std::size_t edge, double transitionShare)
{
    const auto begin = levels.begin ();
    const auto first = static_cast<std::ptrdiff_t> (kPlateauShare * static_cast<double> (edge));
    const auto transition = std::max (
        std::ptrdiff_t {1},
        static_cast<std::ptrdiff_t> (std::ceil (transitionShare * static_cast<double> (edge))));
    const auto above = static_cast<std::ptrdiff_t> (edge) + 1 + transition;
    if (above + 2 > static_cast<std::ptrdiff_t> (kNumBands))
        return {};
    const auto plateauEnd = static_cast<std::ptrdiff_t> (edge) + 1;
    const double mean = meanOf (levels, first, plateauEnd);
    const auto [weakest, strongest] = std::minmax_element (begin + first, begin + plateauEnd);
    const double highestAbove = *std::max_element (begin + above, levels.end ());
    const bool isPlateau = mean - *weakest <= kPlateauDb && *strongest - mean <= kPlateauDb;
    const auto middle = (first + plateauEnd) / 2;
    const double slopeDb = // a band
        (meanOf (levels, first, middle) - meanOf (levels, middle, plateauEnd)) /
        (static_cast<double> (plateauEnd - first) / 2);
    const double goneOnDb = slopeDb * (static_cast<double> (above) - // from the plateau's middle
                                       static_cast<double> (first + plateauEnd - 1) / 2);
    const bool isSteep = mean - highestAbove >= kLeastSteepness * goneOnDb;
    const bool falls =
        *weakest - highestAbove >= kLeastFallDb && mean - highestAbove >= kMeanFallDb;
    if (! isPlateau || ! falls || ! isSteep)
        return {};
    auto last = static_cast<std::size_t> (above);
    while (levels[last] < (mean + highestAbove) / 2)
        --last;
    return {mean - highestAbove, last};
}
} // namespace

std::optional<Bandwidth> bandwidthOf (std::span<const double> powers)
{
    if (powers.size () < kNumBands ||
        std::ranges::all_of (powers, [] (double p) { return p <= 0; }))
        return {};
    const auto levels = levelsOf (powers);
    Fall largest;
    for (std::size_t band = kLowestEdge; band <= kHighestEdge; ++band)
        for (const double share : kTransitionShares)
            if (const auto fall = fallBehind (levels, band, share); fall.db > largest.db)
                largest = fall;
    if (largest.db > 0 && largest.lastBand <= kHighestEdge)
        return Bandwidth {
            static_cast<double> (largest.lastBand + 1) / static_cast<double> (kNumBands), true};
    const double least = *std::ranges::max_element (levels) - kRangeDb;
    std::size_t top = kNumBands;
    while (levels[top - 1] < least)
        --top;
    return Bandwidth {static_cast<double> (top) / static_cast<double> (kNumBands), false};
}

} // namespace melstrom
