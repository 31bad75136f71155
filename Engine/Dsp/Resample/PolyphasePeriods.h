// The sums of products of a long filter whose phases come again soon, by many periods at a time.
#pragma once

#include "Engine/Dsp/Resample/PolyphaseFilter.h"

#include <optional>

namespace melstrom
{

/** The taps of kPhases consecutive outputs under the samples that they share:
    taps [kPhases x sample + output], 0 where a sample is not under the output's filter. */
struct PeriodTile
{
    int firstSample = 0; ///< counted from that of the period
    int numSamples = 0;
    std::size_t firstTap = 0;
};

/** Outputs k, k + period, k + 2 x period ... have the same taps and stand in the lanes of a vector,
    and four outputs share each load of samples: the sums need neither unaligned loads nor a sum over
    lanes. A sum runs over its taps in order, in runs of kRunTaps, whatever the number of lanes. */
class PolyphasePeriods
{
public:
    static constexpr int kPhases = 4, kMostLanes = 32, kRunTaps = 16;

    /** Empty for short filters, where the transposition of the samples costs more than it saves, and
        for periods that would take too much memory. Thread: any. */
    static std::optional<PolyphasePeriods> of (const PolyphaseFilter& filter);

    int outputs () const noexcept { return outputs_; } ///< of a period; the first one has phase 0
    int samples () const noexcept { return samples_; } ///< from one period to the next
    int reach () const noexcept { return reach_; }     ///< samples that a period reads

    /** to [p x outputs + k]: output k of period p < numPeriods. from: that of the first tap of the
        first output; readable for `reach` samples of all periods, and finite. Highway, the best
        instruction set of the machine. Thread: one at a time. */
    void run (const float* from, std::int64_t numPeriods, float* to) noexcept;

    /** What the kernel reads. */
    struct Plan
    {
        const PeriodTile* tiles;
        const float* taps;
        float* transposed; ///< (reach, lanes)
        int numTiles, outputs, samples, reach;
    };

private:
    int outputs_ = 0, samples_ = 0, reach_ = 0;
    std::vector<PeriodTile> tiles_; ///< of one period
    std::vector<float> taps_, transposed_;
};

} // namespace melstrom
