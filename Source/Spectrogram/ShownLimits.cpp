#include "Source/Spectrogram/TapTrace.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Live/Tap/MelStream.h"

#include <cmath>

namespace melstrom
{

namespace
{
std::string millionsText (std::int64_t count)
{
    return fixedText (static_cast<double> (count) * 1e-6, 0) + " million";
}
} // namespace

Result<void> checkShown (const MelSpec& spec, double rateHz)
{
    MELSTROM_TRY_VALUE (
        const auto geometry,
        geometryAt (MelStream::streamable (spec, true),
                    spec.rateHz.value_or (static_cast<int> (std::lround (rateHz)))));
    const double rowsPerSecond = double (geometry.rateHz) / geometry.hopSamples;
    const auto numLevels = static_cast<std::int64_t> (
        std::ceil (TapTrace::kLongestSeconds * rowsPerSecond) * geometry.numBands);
    if (numLevels > kMostShownLevels)
        return Error {ErrorCode::badSpec,
                      "a hop of " + countText (geometry.hopSamples, "sample") + " with " +
                          countText (geometry.numBands, "band") + " makes " +
                          millionsText (numLevels) +
                          " levels a minute, but a spectrogram keeps at most " +
                          millionsText (kMostShownLevels) + "; choose a longer hop or fewer bands",
                      {}};
    const auto numWeights = std::int64_t {geometry.numBands} * geometry.numBins;
    if (numWeights > kMostShownWeights)
        return Error {
            ErrorCode::badSpec,
            countText (geometry.numBands, "band") + " of a transform of " +
                countText (geometry.fftSamples, "sample") + " would have " +
                millionsText (numWeights) + " weights, but a spectrogram allows at most " +
                millionsText (kMostShownWeights) + "; choose a shorter window or fewer bands",
            {}};
    return {};
}

} // namespace melstrom
