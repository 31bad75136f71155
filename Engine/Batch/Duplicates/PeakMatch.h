// Compares the peaks of two sounds at the best offset in time.
#pragma once

#include "Engine/Batch/Duplicates/SpectralPeaks.h"

#include <span>

namespace melstrom
{

struct PeakMatch
{
    int numMatched = 0; ///< peaks of the first with a peak of the second near their place
    double similarity =
        0; ///< of the overlap: 0.8 x the larger share of matched peaks + 0.2 x the other
    double overlapRatio = 0; ///< share of the peaks of both that lie in the overlap
    int offsetFrames = 0;    ///< frame of the second - frame of the first
};

/** The offset is the one at which most peaks of equal frequency meet: the top of a histogram. Then
    each peak counts as matched that has a peak of the other sound within 16 ms and a bin.
    Of a sound with many peaks an even sample is compared.
    first, second  in the order of time      thread  any
    source  the histogram of offsets: Wang 2003 */
PeakMatch matchPeaks (std::span<const SpectralPeak> first, std::span<const SpectralPeak> second);

/** True if the similarity is far above that of chance: the fewer peaks match, the higher it has to
    be. The sounds must overlap by half at least. */
bool isNearDuplicate (const PeakMatch& match) noexcept;

} // namespace melstrom
