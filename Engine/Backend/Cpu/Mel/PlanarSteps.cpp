#include "Engine/Backend/Cpu/Mel/PlanarSteps.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
int firstBand (const CpuMelTables& tables) noexcept
{
    return tables.geometry.spec.useEnergy ? 1 : 0;
}

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
            state = decay * state + (1.0f - decay) * planes.row (index)[t];
        block.smootherEnd[static_cast<std::size_t> (index)] = state;
    }
}

/** out = bias^p expm1 (p log1p (S exp (-g (ln eps + log1p (M/eps)))/bias)), in place. Source:
    librosa.pcen. */
void applyPcen (const CpuMelTables& tables, const Planes& planes,
                const SignalStatistics& statistics) noexcept
{
    const Pcen& pcen = *tables.geometry.spec.pcen;
    const auto decay = static_cast<float> (smootherDecay (tables.geometry));
    const double logEpsilon = std::log (pcen.epsilon);
    const double scale = std::pow (pcen.bias, pcen.power);
    forEachBlock (
        planes,
        [&] (const BlockRange& range)
        {
            for (int band = 0; band < tables.geometry.numBands; ++band)
            {
                float* const row = planes.row (firstBand (tables) + band);
                float state =
                    statistics.smootherStart[range.index][static_cast<std::size_t> (band)];
                for (int t = range.first; t < range.end; ++t)
                {
                    state = decay * state + (1.0f - decay) * row[t];
                    const double smooth =
                        std::exp (-pcen.gain * (logEpsilon + std::log1p (state / pcen.epsilon)));
                    row[t] = static_cast<float> (
                        scale * std::expm1 (pcen.power * std::log1p (row[t] * smooth / pcen.bias)));
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
    constexpr double kEpsilon = 1e-5; // NeMo's CONSTANT
    for (int band = 0; band < tables.geometry.numBands; ++band)
    {
        const double mean = statistics.mean[static_cast<std::size_t> (band)];
        const double divisor = statistics.deviation[static_cast<std::size_t> (band)] + kEpsilon;
        const int index = firstBand (tables) + band;
        forRows (planes, index, index + 1,
                 [mean, divisor] (float x) { return static_cast<float> ((x - mean) / divisor); });
    }
}

/** One order of torchaudio's compute_deltas: sum n x[t + n]/(2 sum n^2), edges repeated. */
void deltaRow (const float* from, float* to, int numFrames, int reach) noexcept
{
    float norm = 0;
    for (int n = 1; n <= reach; ++n)
        norm += 2.0f * static_cast<float> (n * n);
    for (int t = 0; t < numFrames; ++t)
    {
        float sum = 0;
        for (int n = 1; n <= reach; ++n)
            sum += static_cast<float> (n) *
                   (from[std::min (t + n, numFrames - 1)] - from[std::max (t - n, 0)]);
        to[t] = sum / norm;
    }
}
} // namespace

void gatherStatistics (const CpuMelTables& tables, const Planes& planes,
                       SignalStatistics& statistics)
{
    const MelSpec& spec = tables.geometry.spec;
    const Planes bands {planes.row (firstBand (tables)), planes.stride, planes.numFrames,
                        planes.firstFrame};
    forEachBlock (planes,
                  [&] (const BlockRange& range)
                  {
                      SignalStatistics::Block& block = statistics.blocks[range.index];
                      block.numFrames = range.end - range.first;
                      if (spec.needsSignalMaximum ())
                          for (int band = 0; band < tables.geometry.numBands; ++band)
                          {
                              const float* const row = bands.row (band);
                              block.maximum =
                                  std::max (block.maximum,
                                            *std::max_element (row + range.first, row + range.end));
                          }
                      if (spec.normalisation == Normalisation::perFeature)
                          gatherMoments (bands, range, tables.geometry.numBands, block);
                      if (spec.pcen)
                          gatherSmoother (bands, range, tables.geometry.numBands,
                                          static_cast<float> (smootherDecay (tables.geometry)),
                                          block);
                  });
}

void finishBands (const CpuMelTables& tables, const Planes& planes,
                  const SignalStatistics* statistics) noexcept
{
    const MelSpec& spec = tables.geometry.spec;
    const int first = firstBand (tables);
    if (spec.pcen)
        applyPcen (tables, planes, *statistics);
    if (spec.log == LogKind::decibel && (spec.topDb || spec.referenceIsMaximum))
    {
        const float reference = spec.referenceIsMaximum ? statistics->maximum : 0.0f;
        const float floor = spec.topDb
                                ? statistics->maximum - reference - static_cast<float> (*spec.topDb)
                                : -std::numeric_limits<float>::max ();
        forRows (planes, first, tables.numPlanes,
                 [=] (float x) { return std::max (x - reference, floor); });
    }
    switch (spec.normalisation)
    {
        case Normalisation::none: break;
        case Normalisation::whisper:
        {
            const float floor = statistics->maximum - 8.0f;
            forRows (planes, first, tables.numPlanes,
                     [floor] (float x) { return (std::max (x, floor) + 4.0f) * 0.25f; });
            break;
        }
        case Normalisation::perFeature: normaliseFeatures (tables, planes, *statistics); break;
        case Normalisation::affine:
        {
            const auto mean = static_cast<float> (spec.affineMean),
                       divisor = static_cast<float> (spec.affineDivisor);
            forRows (planes, first, tables.numPlanes,
                     [=] (float x) { return (x - mean) / divisor; });
            break;
        }
    }
}

void transformToCepstra (const CpuMelTables& tables, const Planes& from, float* to) noexcept
{
    const MelGeometry& geometry = tables.geometry;
    const auto numFrames = static_cast<std::size_t> (from.numFrames);
    for (int k = 0; k < *geometry.spec.numCoefficients; ++k)
    {
        float* const out = to + from.stride * static_cast<std::size_t> (k);
        if (k == 0 && geometry.spec.useEnergy)
        {
            std::copy_n (from.row (0), numFrames, out);
            continue;
        }
        std::fill_n (out, numFrames, 0.0f);
        for (int band = 0; band < geometry.numBands; ++band)
        {
            const float weight =
                tables.dct[static_cast<std::size_t> (k * geometry.numBands + band)];
            const float* const in = from.row (firstBand (tables) + band);
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
