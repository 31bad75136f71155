#include "Engine/Spec/Mel/MelGeometry.h"

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Mel/SignalClip.h"
#include "Engine/Spec/Mel/SpecKeyKinds.h"

#include <algorithm>
#include <bit>

namespace melstrom
{

namespace
{
constexpr int kMostStackedFeatures = 1 << 16;

Error badSpec (std::string message)
{
    return {ErrorCode::badSpec, std::move (message), {}};
}

std::string at (int rateHz)
{
    return " at " + std::to_string (rateHz) + " Hz";
}

/** "window_ms = 0.01: 0 samples at 16000 Hz" and a complaint. */
Error badLength (const MelSpec& spec, std::string_view name, const Length& length, int samples,
                 int rateHz, const std::string& complaint)
{
    const bool isTime = length.unit == Length::Unit::milliseconds;
    const auto key = std::string (name) + (isTime ? "_ms" : "_samples");
    // digits without groups, as the values of keys beside them
    const std::string unit = samples == 1 ? " sample" : " samples";
    const auto value = std::to_string (samples) + unit + at (rateHz) + "; ";
    return badSpec (specFault (spec, key, value + complaint).message);
}

int transformSamples (const MelSpec& spec, int windowSamples)
{
    if (spec.fftSamples)
        return *spec.fftSamples;
    return spec.fftPowerOfTwo ? static_cast<int> (std::bit_ceil (unsigned (windowSamples)))
                              : windowSamples;
}

Result<void> takeLengths (MelGeometry& g)
{
    const auto& spec = g.spec;
    g.windowSamples = spec.window.samplesAt (g.rateHz);
    g.hopSamples = spec.hop.samplesAt (g.rateHz);
    if (! kTransformSamples.holds (g.windowSamples))
        return badLength (spec, "window", spec.window, g.windowSamples, g.rateHz,
                          "must be " + kTransformSamples.text ());
    if (spec.clipMs && clipSamples (spec, g.rateHz) < 1)
        return badSpec (
            specFault (spec, "clip_ms", "0 samples" + at (g.rateHz) + "; must be 1 at least")
                .message);
    if (! kHopSamples.holds (g.hopSamples))
        return badLength (spec, "hop", spec.hop, g.hopSamples, g.rateHz,
                          "must be " + kHopSamples.text ());

    g.fftSamples = transformSamples (spec, g.windowSamples);
    if (g.windowSamples > g.fftSamples)
        return badLength (spec, "window", spec.window, g.windowSamples, g.rateHz,
                          "must not be longer than fft_samples = " + std::to_string (g.fftSamples) +
                              "; raise fft_samples, or set it to \"power-of-two\"");
    if (spec.framing == Framing::hifigan && g.hopSamples > g.fftSamples)
        return badLength (spec, "hop", spec.hop, g.hopSamples, g.rateHz,
                          "must not be longer than the transform, " +
                              std::to_string (g.fftSamples) + ", with framing = \"hifigan\"");
    return {};
}

Result<void> takeBands (MelGeometry& g)
{
    const auto& spec = g.spec;
    const double nyquistHz = g.rateHz / 2.0;
    // torchaudio's default of the highest frequency is float (rate // 2): 0.5 Hz below Nyquist at
    // an odd rate.
    const bool isWhole =
        spec.bankStyle == BankStyle::torchaudio || spec.bankStyle == BankStyle::speechbrain;
    const double defaultHz = isWhole ? static_cast<double> (g.rateHz / 2) : nyquistHz;
    g.highestHz = spec.highestHz.value_or (defaultHz);
    if (g.highestHz > nyquistHz + 1e-9)
        return badSpec (specFault (spec, "highest_hz",
                                   "must not be above half the rate, which is " +
                                       numberText (nyquistHz) + " Hz" + at (g.rateHz) +
                                       "; lower it, or raise rate_hz")
                            .message);
    if (spec.lowestHz >= g.highestHz)
        return badSpec (specFault (spec, "lowest_hz",
                                   "must be below the highest, which is " +
                                       numberText (g.highestHz) + " Hz" + at (g.rateHz))
                            .message);
    g.numBands = spec.numBands;
    g.numStatic = spec.numCoefficients.value_or (spec.numBands + (spec.useEnergy ? 1 : 0));
    g.frameFeatures = g.numStatic * (1 + spec.deltaOrder);
    g.numFeatures = g.frameFeatures * spec.stack;
    if (spec.stacksFrames () && g.numFeatures > kMostStackedFeatures)
        return badSpec (specFault (spec, "stack",
                                   "gives " + std::to_string (g.numFeatures) +
                                       " features a row; at most " +
                                       std::to_string (kMostStackedFeatures) + " are allowed")
                            .message);
    return {};
}

Result<void> takeSegments (MelGeometry& g)
{
    const auto& spec = g.spec;
    g.shortsPerLong = 1 + (spec.longWindowSamples - spec.shortWindowSamples) / spec.shortHopSamples;
    const auto frames = g.numFrames (spec.shortWindowSamples);
    if (frames >= 1)
    {
        g.framesPerSegment = static_cast<int> (frames);
        return {};
    }
    return badSpec (specFault (spec, "short_window_samples",
                               "gives no frame with a window of " +
                                   std::to_string (g.windowSamples) + " and a transform of " +
                                   std::to_string (g.fftSamples) +
                                   " samples; increase short_window_samples, or shorten window and "
                                   "transform")
                        .message);
}

int paddingSamples (const MelGeometry& g)
{
    switch (g.spec.framing)
    {
        case Framing::valid: return 0;
        case Framing::centred: return g.fftSamples / 2;
        case Framing::kaldiEdges: return g.windowSamples / 2 - g.hopSamples / 2;
        case Framing::hifigan: return (g.fftSamples - g.hopSamples) / 2;
    }
    return 0;
}

/** Samples of the shortest signal with one frame. Each further hop adds one frame. */
std::int64_t firstFrameSamples (const MelGeometry& g) noexcept
{
    switch (g.spec.framing)
    {
        case Framing::valid: return g.spanSamples;
        case Framing::centred:
        case Framing::hifigan: return g.fftSamples - 2 * g.padSamples;
        case Framing::kaldiEdges: return g.hopSamples - g.hopSamples / 2;
    }
    return 0;
}

/** True if padding reflects at the edge sample. The reflection does not repeat: the signal must be
    longer than its padding. */
bool isBoundToReflect (const MelGeometry& g) noexcept
{
    return g.spec.framing != Framing::valid && g.spec.padding == Padding::reflect;
}
} // namespace

Result<MelGeometry> geometryAt (const MelSpec& spec, int rateHz)
{
    MELSTROM_TRY (spec.validate ());
    if (! kRateHz.holds (rateHz))
        return badSpec ("rate_hz = " + std::to_string (rateHz) + ": must be " + kRateHz.text ());
    MelGeometry g;
    g.rateHz = rateHz;
    g.spec = spec;
    MELSTROM_TRY (takeLengths (g));
    MELSTROM_TRY (takeBands (g));
    g.numBins = g.fftSamples / 2 + 1;
    g.spanSamples = spec.windowPlacement == WindowPlacement::left ? g.windowSamples : g.fftSamples;
    g.padSamples = paddingSamples (g);
    if (spec.fillLastFrame)
        g.padReachSamples = g.padSamples;
    if (spec.layout == Layout::segments)
        MELSTROM_TRY (takeSegments (g));
    return g;
}

std::int64_t MelGeometry::numFrames (std::int64_t samples) const noexcept
{
    const auto least = firstFrameSamples (*this);
    if (samples <= 0 || (isBoundToReflect (*this) && samples <= padSamples))
        return 0;
    if (samples < least && ! spec.fillLastFrame)
        return 0;
    const auto behindFirst = std::max<std::int64_t> (samples - least, 0);
    const auto frames = 1 + (behindFirst + (spec.fillLastFrame ? hopSamples - 1 : 0)) / hopSamples;
    return spec.dropLastFrame ? frames - 1 : frames;
}

std::int64_t MelGeometry::frameStart (std::int64_t frame) const noexcept
{
    return frame * hopSamples - padSamples;
}

std::int64_t MelGeometry::numLongs (std::int64_t signalSamples) const noexcept
{
    const std::int64_t window = spec.longWindowSamples, hop = spec.longHopSamples;
    if (spec.layout != Layout::segments || signalSamples <= 0)
        return 0;
    if (signalSamples <= window)
        return spec.padLastSegment || signalSamples == window ? 1 : 0;
    const auto rest = signalSamples - window;
    return 1 + rest / hop + (spec.padLastSegment && rest % hop != 0 ? 1 : 0);
}

std::int64_t MelGeometry::numRows (std::int64_t signalSamples) const noexcept
{
    if (spec.layout == Layout::segments)
        return numLongs (signalSamples) * shortsPerLong;
    const auto frames = numFrames (signalSamples);
    if (spec.stackEdge != StackEdge::cut)
        return (frames + spec.stackHop - 1) / spec.stackHop;
    return frames < spec.stack ? 0 : 1 + (frames - spec.stack) / spec.stackHop;
}

/** Frames before the signal in its first row. */
static std::int64_t framesBefore (const MelSpec& spec) noexcept
{
    return spec.stackEdge == StackEdge::repeat ? (spec.stack - 1) / 2 : 0;
}

std::int64_t MelGeometry::rowStart (std::int64_t row) const noexcept
{
    return frameStart (std::max<std::int64_t> (row * spec.stackHop - framesBefore (spec), 0));
}

MelGeometry::Range MelGeometry::framesOfRows (std::int64_t numSignalFrames, std::int64_t firstRow,
                                              std::int64_t endRow) const noexcept
{
    const std::int64_t hop = spec.stackHop, first = firstRow * hop - framesBefore (spec);
    auto end = (endRow - 1) * hop - framesBefore (spec) + spec.stack;
    if (spec.needsSignalStatistics ())
    {
        end = std::max (end, endRow * hop);
        const std::int64_t rows = spec.stackEdge == StackEdge::cut
                                      ? (numSignalFrames - spec.stack) / hop + 1
                                      : (numSignalFrames + hop - 1) / hop;
        if (endRow >= rows)
            end = numSignalFrames;
    }
    return {std::max<std::int64_t> (first, 0), std::min (end, numSignalFrames)};
}

std::int64_t MelGeometry::segmentStart (std::int64_t segment) const noexcept
{
    return segment / shortsPerLong * spec.longHopSamples +
           segment % shortsPerLong * spec.shortHopSamples;
}

std::int64_t MelGeometry::rowElements () const noexcept
{
    const std::int64_t frames = spec.layout == Layout::segments ? framesPerSegment : 1;
    return frames * numFeatures;
}

std::int64_t MelGeometry::rowBytes () const noexcept
{
    return rowElements () * (spec.storedType == StoredType::float16 ? 2 : 4);
}

std::int64_t MelGeometry::leastSamples () const noexcept
{
    if (spec.layout == Layout::segments)
        return spec.padLastSegment ? 1 : spec.longWindowSamples;
    const std::int64_t reflected = isBoundToReflect (*this) ? padSamples + 1 : 1;
    const std::int64_t more =
        (spec.dropLastFrame ? 1 : 0) + (spec.stackEdge == StackEdge::cut ? spec.stack - 1 : 0);
    auto framed = firstFrameSamples (*this) + more * hopSamples;
    if (spec.fillLastFrame) // one sample behind the frame before
        framed = more > 0 ? framed - hopSamples + 1 : 1;
    return std::max (framed, reflected);
}

} // namespace melstrom
