#include "Standalone/CommandLine/Machine/BandCheck.h"

#include "Engine/Batch/Run/Extract.h"
#include "Engine/Dsp/Mel/BandDefinition.h"
#include "Source/Picture/Spectrogram.h"
#include "Standalone/CommandLine/Machine/TestSignal.h"

#include <algorithm>
#include <limits>

namespace melstrom
{

namespace
{

std::int64_t enoughSamples (const MelGeometry& geometry)
{
    constexpr std::int64_t hops = 40, odd = 17; // `odd` keeps the last frame off a round position
    constexpr std::int64_t mostSamples = 100'000;
    if (geometry.spec.layout == Layout::frames)
        return (geometry.spec.fillLastFrame ? geometry.spanSamples : 0) + geometry.leastSamples () +
               hops * geometry.hopSamples + odd;
    const std::int64_t longs =
        geometry.spec.longWindowSamples + 2 * std::int64_t {geometry.spec.longHopSamples};
    return geometry.spec.padLastSegment ? std::min (longs, mostSamples) : longs;
}

/** Number of the first segment's frames that begin inside the signal. The frames behind them are
    zeros. */
std::int64_t framesInside (const MelGeometry& geometry, std::int64_t samples)
{
    if (! geometry.spec.padLastSegment)
        return std::numeric_limits<std::int64_t>::max ();
    return samples / geometry.hopSamples;
}

} // namespace

int usualRateHz (const MelSpec& spec) noexcept
{
    constexpr int librosaHz = 22050, speechHz = 16000;
    return spec.rateHz.value_or (spec.bankStyle == BankStyle::librosa ? librosaHz : speechHz);
}

Result<BandCheck> checkBands (Backend& backend, const MelSpec& spec, int rateHz)
{
    const MelSpec bandSpec = bandEnergySpec (spec);
    MELSTROM_TRY_VALUE (auto geometry, geometryAt (bandSpec, rateHz));
    const auto samples = makeTestSignal (rateHz, enoughSamples (geometry));
    MELSTROM_TRY_VALUE (auto extracted, extractSamples (backend, bandSpec, rateHz, samples));
    const auto values = extracted.values ();
    const BandDefinition definition (geometry);
    const auto signal = definition.prepared (samples);
    const bool hasSegments = bandSpec.layout == Layout::segments;
    const std::int64_t framesPerRow = hasSegments ? geometry.framesPerSegment : 1;
    const std::int64_t numFrames = std::min (extracted.file.numRows * framesPerRow,
                                             framesInside (geometry, extracted.file.signalSamples));

    BandCheck check;
    check.rateHz = rateHz;
    for (const std::int64_t index : {std::int64_t {0}, numFrames / 2, numFrames - 1})
    {
        const auto row = index / framesPerRow, frameInRow = index % framesPerRow;
        auto expected =
            definition.bandsOf (definition.unitOf (signal, row), hasSegments ? frameInRow : row);
        // The banks of presets contain the loudest bins, so the largest band measures the frame's
        // level.
        const double peak = *std::ranges::max_element (expected.values);
        expected.scales.assign (expected.values.size (), peak);
        const float* const computed = values.data () + row * geometry.rowElements () + frameInRow;
        check.worstRatio = std::max (check.worstRatio,
                                     BandDefinition::worstRatio (expected, computed, framesPerRow));
        ++check.numFrames;
    }
    return check;
}

} // namespace melstrom
