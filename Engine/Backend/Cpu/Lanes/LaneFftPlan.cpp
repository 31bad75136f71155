#include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"

namespace melstrom
{

namespace
{
int pointsOf (int numSamples) noexcept
{
    return numSamples % 2 == 0 ? numSamples / 2 : numSamples;
}

bool needsChirp (int numSamples) noexcept
{
    return largestPrimeFactor (pointsOf (numSamples)) > LanePasses::kMostRadix;
}

/** Of real samples only half of the outputs are needed. */
int chirpOutputs (int numSamples) noexcept
{
    return numSamples % 2 == 0 ? numSamples / 2 : numSamples / 2 + 1;
}

int chirpPoints (int numSamples) noexcept
{
    return fastPoints (pointsOf (numSamples) + chirpOutputs (numSamples) - 1);
}

LanePasses passesOf (int numSamples)
{
    if (needsChirp (numSamples))
        return {chirpPoints (numSamples), 1};
    if (numSamples % 2 == 0)
        return {numSamples / 2, 1};
    const int radix = largestPrimeFactor (numSamples);
    return {numSamples / radix, radix / 2 + 1};
}

LaneOddSplit splitOf (int numSamples)
{
    LaneOddSplit split;
    split.radix = largestPrimeFactor (numSamples);
    split.numGroups = numSamples / split.radix;
    split.roots = oddRoots (split.radix);
    for (int p = 0; p < split.numGroups; ++p)
        for (int j = 1; j <= split.radix / 2; ++j)
            appendRoot (split.twiddles, static_cast<double> (j) * p, numSamples);
    return split;
}
} // namespace

bool LaneFftPlan::supports (int numSamples) noexcept
{
    return numSamples <= kMostChirpSamples || ! needsChirp (numSamples);
}

std::size_t LaneFftPlan::bufferRowsOf (int numSamples) noexcept
{
    const auto samples = static_cast<std::size_t> (numSamples);
    if (needsChirp (numSamples))
        return 2 * static_cast<std::size_t> (chirpPoints (numSamples));
    if (numSamples % 2 == 0)
        return samples + 2;
    return samples + samples / static_cast<std::size_t> (largestPrimeFactor (numSamples));
}

LaneFftPlan::LaneFftPlan (int size)
    : numSamples (size), numPoints (pointsOf (size)), bufferRows (bufferRowsOf (size)),
      passes (passesOf (size))
{
    if (isPacked ())
        for (int k = 0; k <= numPoints / 2; ++k)
            appendRoot (unpack, k, numSamples);
    if (needsChirp (size))
        chirp.emplace (numPoints, chirpOutputs (size), passes.numPoints);
    else if (! isPacked ())
        split = splitOf (size);
}

} // namespace melstrom
