#include "Source/Timeline/WindowSpectrum.h"

#include "Engine/Dsp/Mel/BandLevels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{
constexpr double kOctavesPerDb = 0.33219280948873626; // of power: log2 (10) / 10
} // namespace

void WindowSpectrum::clear ()
{
    average_.clear ();
    peaks_.clear ();
    source_ = {}; // another store may have the same address
}

void WindowSpectrum::compute (const RowStore& rows, IndexRange range, bool keepsPeaks)
{
    range = common (range, {rows.firstRow (), rows.endRow ()});
    const auto numBands = static_cast<std::size_t> (rows.geometry ().numBands);
    levels_.resize (numBands);
    average_.clear ();
    if (! keepsPeaks || peaks_.size () != numBands)
        peaks_.clear ();
    if (loudest (rows, range, levels_) == RowPresence::missing)
        return;
    peaks_.resize (numBands, BandLevels::kSilenceDb);
    std::ranges::transform (levels_, peaks_, peaks_.begin (),
                            [] (float one, float other) { return std::max (one, other); });
    computeAverage (rows, range);
}

/** isWhole: the step does not end early, so that its powers may be kept. null: no row is known. */
const WindowSpectrum::RowPowers* WindowSpectrum::powersAt (const RowStore& rows, IndexRange step,
                                                           bool isWhole)
{
    const auto number = static_cast<std::size_t> (step.first / source_.step);
    auto& kept = kept_[number % kept_.size ()];
    if (kept.row == step.first)
        return &kept;
    const bool hasRow =
        loudest (rows, {step.first, step.first + 1}, levels_) != RowPresence::missing;
    if (! hasRow && loudest (rows, step, levels_) == RowPresence::missing)
        return nullptr;
    kept.row = hasRow || isWhole ? std::optional (step.first) : std::nullopt;
    kept.powers.resize (levels_.size ());
    std::ranges::transform (
        levels_, kept.powers.begin (),
        [] (float level)
        { return static_cast<float> (std::exp2 (static_cast<double> (level) * kOctavesPerDb)); });
    return &kept;
}

void WindowSpectrum::computeAverage (const RowStore& rows, IndexRange range)
{
    // a power of two, so that positions stay while the range grows
    std::int64_t step = 1;
    while ((range.end - range.first) / step > kMostRows)
        step *= 2;
    const Source source {&rows, rows.revision (), step, levels_.size ()};
    if (std::exchange (source_, source) != source)
        kept_.assign (static_cast<std::size_t> (kMostRows) + 1, {});
    sums_.assign (levels_.size (), 0);
    int numRows = 0;
    for (auto row = (range.first + step - 1) / step * step; row < range.end; row += step)
    {
        const IndexRange rowsOfStep {row, std::min (row + step, range.end)};
        const auto* const one = powersAt (rows, rowsOfStep, row + step <= range.end);
        if (one == nullptr)
            continue;
        ++numRows;
        for (std::size_t band = 0; band < sums_.size (); ++band)
            sums_[band] += static_cast<double> (one->powers[band]);
    }
    if (numRows == 0)
        return;
    average_.resize (sums_.size ());
    std::ranges::transform (sums_, average_.begin (),
                            [numRows] (double power)
                            {
                                const double mean = power / numRows;
                                return mean > 0
                                           ? std::max (BandLevels::kSilenceDb,
                                                       static_cast<float> (10 * std::log10 (mean)))
                                           : BandLevels::kSilenceDb;
                            });
}

} // namespace melstrom
