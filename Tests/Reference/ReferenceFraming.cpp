#include "Tests/Reference/ReferenceFraming.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace melstrom::testing
{

namespace
{

int samplesOf (const Length& length, int rateHz)
{
    if (length.unit == Length::Unit::samples)
        return static_cast<int> (length.value);
    return static_cast<int> (std::floor (length.value * rateHz / 1000.0));
}

int paddingBefore (const MelSpec& spec, const ReferenceSizes& sizes)
{
    if (spec.framing == Framing::centred)
        return sizes.fftSamples / 2;
    if (spec.framing == Framing::hifigan)
        return (sizes.fftSamples - sizes.hopSamples) / 2;
    return 0;
}

/** 1 + floor ((samples - span)/hop); 0 if the span does not fit. */
std::int64_t framesInside (std::int64_t samples, std::int64_t span, std::int64_t hop)
{
    return samples < span ? 0 : 1 + (samples - span) / hop;
}

/** Of samples to which zeros are added until they end with a frame: 1 + ceil ((samples - span)/hop).
    source  facebookresearch/audiocraft 896ec7c47f, audiocraft/modules/conv.py:47-68 */
std::int64_t framesOver (std::int64_t samples, std::int64_t span, std::int64_t hop)
{
    std::int64_t frames = 1;
    while ((frames - 1) * hop + span < samples)
        ++frames;
    return frames;
}

std::int64_t allFrames (const MelSpec& spec, const ReferenceSizes& sizes, std::int64_t samples)
{
    const std::int64_t hop = sizes.hopSamples;
    const auto count = spec.fillLastFrame ? framesOver : framesInside;
    if (samples == 0)
        return 0;
    if (spec.framing == Framing::kaldiEdges)
        return (samples + hop / 2) / hop;
    if (spec.framing == Framing::valid)
    {
        const bool isLeft = spec.windowPlacement == WindowPlacement::left;
        return count (samples, isLeft ? sizes.windowSamples : sizes.fftSamples, hop);
    }
    const std::int64_t padding = paddingBefore (spec, sizes);
    if (spec.padding == Padding::reflect && samples <= padding)
        return 0;
    return count (samples + 2 * padding, sizes.fftSamples, hop);
}

/** First sample under the window. The transform adds zeros around the window. Their position does
    not change the magnitude of the spectrum. */
std::int64_t windowStart (const MelSpec& spec, const ReferenceSizes& sizes, std::int64_t frame)
{
    const std::int64_t hopStart = sizes.hopSamples * frame;
    if (spec.framing == Framing::kaldiEdges)
        return hopStart + sizes.hopSamples / 2 - sizes.windowSamples / 2;
    const bool isCentred = spec.windowPlacement == WindowPlacement::centred;
    const int zerosBefore = isCentred ? (sizes.fftSamples - sizes.windowSamples) / 2 : 0;
    return hopStart - paddingBefore (spec, sizes) + zerosBefore;
}

double sampleAt (const std::vector<double>& unit, std::int64_t index, Padding padding)
{
    const auto length = static_cast<std::int64_t> (unit.size ());
    while (index < 0 || index >= length)
    {
        if (padding == Padding::constant)
            return 0;
        if (padding == Padding::reflect)
            index = index < 0 ? -index : 2 * length - 2 - index;
        else
            index = index < 0 ? -index - 1 : 2 * length - 1 - index;
    }
    return unit[static_cast<std::size_t> (index)];
}

std::int64_t numLongs (const MelSpec& spec, std::int64_t samples)
{
    if (samples == 0)
        return 0;
    if (! spec.padLastSegment)
        return framesInside (samples, spec.longWindowSamples, spec.longHopSamples);
    std::int64_t longs = 1;
    while ((longs - 1) * spec.longHopSamples + spec.longWindowSamples < samples)
        ++longs;
    return longs;
}

} // namespace

ReferenceSizes referenceSizes (const MelSpec& spec, int rateHz)
{
    ReferenceSizes sizes;
    sizes.windowSamples = samplesOf (spec.window, rateHz);
    sizes.hopSamples = samplesOf (spec.hop, rateHz);
    sizes.fftSamples = sizes.windowSamples;
    if (spec.fftPowerOfTwo)
        sizes.fftSamples =
            static_cast<int> (std::bit_ceil (static_cast<unsigned> (sizes.windowSamples)));
    if (spec.fftSamples)
        sizes.fftSamples = *spec.fftSamples;
    return sizes;
}

std::int64_t referenceFrames (const MelSpec& spec, const ReferenceSizes& sizes,
                              std::int64_t samples)
{
    const std::int64_t frames = allFrames (spec, sizes, samples);
    return spec.dropLastFrame ? std::max<std::int64_t> (0, frames - 1) : frames;
}

std::vector<double> referenceFrame (const MelSpec& spec, const ReferenceSizes& sizes,
                                    const std::vector<double>& unit, std::int64_t frame)
{
    const bool hasKaldiEdges = spec.framing == Framing::kaldiEdges;
    const Padding padding = hasKaldiEdges ? Padding::symmetric : spec.padding;
    const std::int64_t start = windowStart (spec, sizes, frame);
    const std::int64_t paddedEnd =
        static_cast<std::int64_t> (unit.size ()) + paddingBefore (spec, sizes);
    std::vector<double> samples;
    for (int i = 0; i < sizes.windowSamples; ++i)
        samples.push_back (
            spec.fillLastFrame && start + i >= paddedEnd ? 0 : sampleAt (unit, start + i, padding));
    return samples;
}

std::vector<std::vector<double>> referenceUnits (const MelSpec& spec,
                                                 const std::vector<double>& signal)
{
    if (spec.layout == Layout::frames)
        return {signal};

    const std::int64_t longs = numLongs (spec, static_cast<std::int64_t> (signal.size ()));
    const std::int64_t shorts =
        framesInside (spec.longWindowSamples, spec.shortWindowSamples, spec.shortHopSamples);
    std::vector<std::vector<double>> units;
    for (std::int64_t l = 0; l < longs; ++l)
        for (std::int64_t s = 0; s < shorts; ++s)
        {
            const std::int64_t start = l * spec.longHopSamples + s * spec.shortHopSamples;
            std::vector<double> unit;
            for (int i = 0; i < spec.shortWindowSamples; ++i)
                unit.push_back (sampleAt (signal, start + i, Padding::constant));
            units.push_back (std::move (unit));
        }
    return units;
}

} // namespace melstrom::testing
