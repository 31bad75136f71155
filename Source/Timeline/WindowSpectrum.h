// Average and peak spectrum of a stretch of time.
#pragma once

#include "Source/Timeline/LayerRows.h"

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
    static constexpr int kMostRows = 200;

    /** keepsPeaks: a peak never falls until forgetPeaks. */
    void compute (const RowStore& rows, IndexRange range, bool keepsPeaks);
    void forgetPeaks () { peaks_.clear (); }
    void clear ();

    /** (bands) in dB; empty: no row is known. The average is of power. Where single rows are not
        kept, the maximum of the step counts. */
    std::span<const float> average () const noexcept { return average_; }
    std::span<const float> peaks () const noexcept { return peaks_; }

private:
    void computeAverage (const RowStore& rows, IndexRange range);

    std::vector<float> average_, peaks_, levels_;
    std::vector<double> powers_;
};

} // namespace melstrom
