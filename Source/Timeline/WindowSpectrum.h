// Average and peak spectrum of a stretch of time.
#pragma once

#include "Source/Timeline/LayerRows.h"

#include <optional>
#include <span>
#include <vector>

namespace melstrom
{

/** Cost is bounded, however long the stretch is: one maximum over all rows, and at most kMostRows
    rows at even distances for the average. Rows at a fixed grid, so that the average of a moving
    window is steady. Thread: message. */
class WindowSpectrum
{
public:
    static constexpr std::int64_t kMostRows = 200;

    /** keepsPeaks: a peak never falls until forgetPeaks. */
    void compute (const RowStore& rows, IndexRange range, bool keepsPeaks);
    void forgetPeaks () { peaks_.clear (); }
    void clear ();

    /** (bands) in dB; empty: no row is known. The average is of power. Where single rows are not
        kept, the maximum of the step counts. */
    std::span<const float> average () const noexcept { return average_; }
    std::span<const float> peaks () const noexcept { return peaks_; }

private:
    /** One row as powers, or the maximum of its step. */
    struct RowPowers
    {
        std::optional<std::int64_t> row; ///< empty: none
        std::vector<float> powers;
    };
    /** Whose powers are kept. */
    struct Source
    {
        const RowStore* rows = nullptr;
        std::uint64_t revision = 0;
        std::int64_t step = 0;
        std::size_t numBands = 0;
        bool operator== (const Source&) const = default;
    };

    void computeAverage (const RowStore& rows, IndexRange range);
    const RowPowers* powersAt (const RowStore& rows, IndexRange step, bool isWhole);

    std::vector<float> average_, peaks_, levels_;
    std::vector<double> sums_;
    Source source_;
    std::vector<RowPowers> kept_; ///< a window that follows has most of its rows from before
};

} // namespace melstrom
