#include "Engine/Backend/Cpu/Mel/PlanarSteps.h"

#include "Engine/Dsp/Mel/FinishedBand.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
/** Frames of the planes that lie in one block of the statistics grid. */
struct BlockRange
{
    std::size_t index;
    int first, end; ///< within the planes
};

template <typename Function>
void forEachBlock (const Planes& planes, Function f)
{
    for (int first = 0; first < planes.numFrames;)
    {
        const std::int64_t frame = planes.firstFrame + first;
        const int left = kStatisticsFrames - static_cast<int> (frame % kStatisticsFrames);
        const int end = std::min (planes.numFrames, first + left);
        f (BlockRange {static_cast<std::size_t> (frame / kStatisticsFrames), first, end});
        first = end;
    }
}

void gatherMoments (const Planes& planes, const BlockRange& range, int numRows,
                    SignalStatistics::Block& block)
{
    const double count = range.end - range.first;
    block.mean.assign (static_cast<std::size_t> (numRows), 0.0);
    block.sumOfSquares.assign (static_cast<std::size_t> (numRows), 0.0);
    for (int index = 0; index < numRows; ++index)
    {
        const float* const row = planes.row (index);
        double sum = 0, squares = 0;
        for (int t = range.first; t < range.end; ++t)
            sum += row[t];
        const double mean = sum / count;
        for (int t = range.first; t < range.end; ++t)
            squares += (row[t] - mean) * (row[t] - mean);
        block.mean[static_cast<std::size_t> (index)] = mean;
        block.sumOfSquares[static_cast<std::size_t> (index)] = squares;
    }
}

void gatherSmoother (const Planes& planes, const BlockRange& range, int numRows, float decay,
                     SignalStatistics::Block& block)
{
    block.smootherEnd.assign (static_cast<std::size_t> (numRows), 0.0f);
    for (int index = 0; index < numRows; ++index)
    {
        float state = 0;
        for (int t = range.first; t < range.end; ++t)
            state = smoothed (decay, state, planes.row (index)[t]);
        block.smootherEnd[static_cast<std::size_t> (index)] = state;
    }
}

void applyPcen (const CpuMelTables& tables, const Planes& planes,
                const SignalStatistics& statistics) noexcept
{
    forEachBlock (
        planes,
        [&] (const BlockRange& range)
        {
            for (int band = 0; band < tables.numBands; ++band)
            {
                float* const row = planes.row (tables.firstBandPlane + band);
                float state =
                    statistics.smootherStart[range.index][static_cast<std::size_t> (band)];
                for (int t = range.first; t < range.end; ++t)
                {
                    state = smoothed (tables.smootherDecay, state, row[t]);
                    row[t] = pcenOf (tables, row[t], state);
                }
            }
        });
}

template <typename Function>
void forRows (const Planes& planes, int first, int end, Function f) noexcept
{
    for (int index = first; index < end; ++index)
    {
        float* const row = planes.row (index);
        for (int t = 0; t < planes.numFrames; ++t)
            row[t] = f (row[t]);
    }
}

void normaliseFeatures (const CpuMelTables& tables, const Planes& planes,
                        const SignalStatistics& statistics) noexcept
{
    for (int band = 0; band < tables.numBands; ++band)
    {
        const double mean = statistics.mean[static_cast<std::size_t> (band)],
                     deviation = statistics.deviation[static_cast<std::size_t> (band)];
        const int index = tables.firstBandPlane + band;
        forRows (planes, index, index + 1,
                 [mean, deviation] (float x) { return normalisedFeature (x, mean, deviation); });
    }
}

/** One order of torchaudio's compute_deltas: sum n x[t + n]/(2 sum n^2), edges repeated. */
void deltaRow (const float* from, float* to, int numFrames, int reach) noexcept
{
    const float divisor = deltaDivisor (reach);
    for (int t = 0; t < numFrames; ++t)
    {
        float sum = 0;
        for (int n = 1; n <= reach; ++n)
            sum += static_cast<float> (n) *
                   (from[std::min (t + n, numFrames - 1)] - from[std::max (t - n, 0)]);
        to[t] = sum / divisor;
    }
}
} // namespace

void gatherStatistics (const CpuMelTables& tables, const Planes& planes,
                       SignalStatistics& statistics)
{
    const Planes bands {planes.row (tables.firstBandPlane), planes.stride, planes.numFrames,
                        planes.firstFrame};
    forEachBlock (
        planes,
        [&] (const BlockRange& range)
        {
            SignalStatistics::Block& block = statistics.blocks[range.index];
            block.numFrames = range.end - range.first;
            if (tables.needsMaximum)
                for (int band = 0; band < tables.numBands; ++band)
                {
                    const float* const row = bands.row (band);
                    block.maximum = std::max (
                        block.maximum, *std::max_element (row + range.first, row + range.end));
                }
            if (tables.needsMoments)
                gatherMoments (bands, range, tables.numBands, block);
            if (tables.hasPcen)
                gatherSmoother (bands, range, tables.numBands, tables.smootherDecay, block);
        });
}

void finishBands (const CpuMelTables& tables, const Planes& planes,
                  const SignalStatistics* statistics) noexcept
{
    const int first = tables.firstBandPlane, end = tables.numPlanes;
    const float maximum = statistics != nullptr ? statistics->maximum : 0.0f;
    if (tables.hasPcen)
        applyPcen (tables, planes, *statistics);
    if (hasDecibelRange (tables))
        forRows (planes, first, end,
                 [range = decibelRange (tables, maximum)] (float x) { return range.of (x); });
    if (tables.isWhisper)
        forRows (planes, first, end, [maximum] (float x) { return whisperScaled (x, maximum); });
    if (tables.isPerFeature)
        normaliseFeatures (tables, planes, *statistics);
    if (tables.isAffine)
        forRows (planes, first, end,
                 [mean = tables.affineMean, divisor = tables.affineDivisor] (float x)
                 { return affineFeature (x, mean, divisor); });
}

void transformToCepstra (const CpuMelTables& tables, const Planes& from, float* to) noexcept
{
    const MelGeometry& geometry = tables.geometry;
    const auto numFrames = static_cast<std::size_t> (from.numFrames);
    for (int k = 0; k < tables.numCoefficients; ++k)
    {
        float* const out = to + from.stride * static_cast<std::size_t> (k);
        if (k == 0 && tables.useEnergy)
        {
            std::copy_n (from.row (0), numFrames, out);
            continue;
        }
        std::fill_n (out, numFrames, 0.0f);
        for (int band = 0; band < geometry.numBands; ++band)
        {
            const float weight =
                tables.dct[static_cast<std::size_t> (k * geometry.numBands + band)];
            const float* const in = from.row (tables.firstBandPlane + band);
            for (std::size_t t = 0; t < numFrames; ++t)
                out[t] += weight * in[t];
        }
    }
}

void appendDeltas (const MelGeometry& geometry, const Planes& planes) noexcept
{
    const int reach = geometry.spec.deltaWindow / 2;
    for (int index = geometry.numStatic; index < geometry.numFeatures; ++index)
        deltaRow (planes.row (index - geometry.numStatic), planes.row (index), planes.numFrames,
                  reach);
}

} // namespace melstrom
