#include "Engine/Spec/Mel/MelSpec.h"

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{
using Fault = std::optional<SpecFault>;

Fault fieldFault (const MelSpec& spec)
{
    for (const auto& row : specKeys ())
        if (! row.isValid (spec))
            return specFault (spec, row.key, "must be " + row.allowed);
    return {};
}

std::string valueOf (const MelSpec& spec, std::string_view key)
{
    return std::string (key) + " = " + findSpecKey (key)->write (spec);
}

Fault loadingFault (const MelSpec& spec)
{
    if (spec.loader == Loader::plain)
        return {};
    if (spec.loader != Loader::clapS16 && spec.resampler != ResamplerKind::ffmpeg)
        return specFault (spec, "loader", "needs resampler = \"ffmpeg\"");
    if (spec.channels != ChannelMode::mean)
        return specFault (spec, "loader",
                          "makes one channel; without channels = \"mean\" take loader = \"plain\"");
    return {};
}

Fault segmentFault (const MelSpec& spec)
{
    if (spec.layout != Layout::segments)
        return {};
    constexpr auto kNeeded = "must be at least 1 with layout = \"segments\"";
    if (spec.longWindowSamples < 1)
        return specFault (spec, "long_window_samples", kNeeded);
    if (spec.longHopSamples < 1)
        return specFault (spec, "long_hop_samples", kNeeded);
    if (spec.shortWindowSamples < 1)
        return specFault (spec, "short_window_samples", kNeeded);
    if (spec.shortHopSamples < 1)
        return specFault (spec, "short_hop_samples", kNeeded);
    if (spec.shortWindowSamples > spec.longWindowSamples)
        return specFault (spec, "short_window_samples",
                          "must not be longer than " + valueOf (spec, "long_window_samples"));
    return {};
}

/** Checks lengths in samples only. geometryAt checks lengths in milliseconds, at a rate. */
Fault framingFault (const MelSpec& spec)
{
    constexpr auto kSamples = Length::Unit::samples;
    if (spec.fftSamples && spec.window.unit == kSamples && spec.window.value > *spec.fftSamples)
        return specFault (spec, "window_samples",
                          "must not be longer than " + valueOf (spec, "fft_samples") +
                              "; raise fft_samples, or set it to \"window\" or \"power-of-two\"");
    if (spec.framing == Framing::kaldiEdges && spec.padding != Padding::symmetric)
        return specFault (spec, "framing", "needs padding = \"symmetric\"");
    if (spec.framing == Framing::kaldiEdges && spec.windowPlacement != WindowPlacement::left)
        return specFault (spec, "framing", "needs window_placement = \"left\"");
    if (spec.framing == Framing::kaldiEdges && spec.fillLastFrame)
        return specFault (spec, "fill_last_frame",
                          "cannot be combined with framing = \"kaldi-edges\", which counts hops");
    if (spec.framing == Framing::hifigan && spec.fftSamples && spec.hop.unit == kSamples &&
        spec.hop.value > *spec.fftSamples)
        return specFault (spec, "hop_samples",
                          "must not be longer than " + valueOf (spec, "fft_samples") +
                              " with framing = \"hifigan\"");
    return {};
}

Fault bandFault (const MelSpec& spec)
{
    if (spec.highestHz && spec.lowestHz >= *spec.highestHz)
        return specFault (spec, "lowest_hz", "must be below " + valueOf (spec, "highest_hz"));
    if (spec.useEnergy && (spec.needsSignalMaximum () || spec.pcen))
        return specFault (spec, "use_energy",
                          "cannot be combined with top_db, reference = \"max\", normalisation = "
                          "\"whisper\" or pcen; set it to false");
    return {};
}

/** True if the normalisation stands between the logarithm and the coefficients. */
bool normalisesSignals (const MelSpec& spec)
{
    return spec.normalisation != Normalisation::none &&
           spec.normalisation != Normalisation::dataset;
}

Fault pcenFault (const MelSpec& spec)
{
    if (! spec.pcen)
        return {};
    constexpr auto kPlain = "pcen replaces the logarithm and excludes this key: ";
    if (spec.log != LogKind::none)
        return specFault (spec, "log", std::string (kPlain) + "set log = \"none\"");
    if (normalisesSignals (spec))
        return specFault (spec, "normalisation",
                          std::string (kPlain) + "set normalisation = \"none\" or \"dataset\"");
    if (spec.numCoefficients)
        return specFault (spec, "coefficients",
                          std::string (kPlain) + "set coefficients = \"none\"");
    if (spec.deltaOrder != 0)
        return specFault (spec, "delta_order", std::string (kPlain) + "set delta_order = 0");
    return {};
}

Fault featureFault (const MelSpec& spec)
{
    if (spec.log != LogKind::decibel && spec.topDb)
        return specFault (spec, "top_db", "needs log = \"decibel\"; set it to \"none\"");
    if (spec.log != LogKind::decibel && spec.referenceIsMaximum)
        return specFault (spec, "reference", "needs log = \"decibel\"; set it to 1");
    if (spec.normalisation == Normalisation::whisper && spec.log != LogKind::log10)
        return specFault (spec, "normalisation", "needs log = \"log10\"");
    if (spec.numCoefficients && *spec.numCoefficients > spec.numBands)
        return specFault (spec, "coefficients", "must not be more than " + valueOf (spec, "bands"));
    if (spec.numCoefficients && spec.dct == DctKind::htk && spec.useEnergy)
        return specFault (spec, "dct",
                          "cannot be combined with use_energy, which replaces the first "
                          "coefficient; set one of them to its default");
    if (spec.numCoefficients && normalisesSignals (spec))
        return specFault (spec, "normalisation",
                          "must be \"none\" or \"dataset\" with " + valueOf (spec, "coefficients"));
    return {};
}

Fault stackFault (const MelSpec& spec)
{
    if (! spec.stacksFrames ())
        return {};
    const auto* const key = spec.stack != 1 ? "stack" : "stack_hop";
    if (spec.layout == Layout::segments)
        return specFault (spec, key, "needs layout = \"frames\"");
    if (spec.stackEdge == StackEdge::repeat && spec.needsSignalStatistics ())
        return specFault (spec, "stack_edge",
                          "cannot be combined with top_db, reference = \"max\", normalisation = "
                          "\"whisper\" or \"per-feature\", or pcen; set it to \"cut\" or "
                          "\"zero\"");
    return {};
}
} // namespace

SpecFault specFault (const MelSpec& spec, std::string_view key, std::string_view complaint)
{
    return {std::string (key), valueOf (spec, key) + ": " + std::string (complaint)};
}

std::optional<SpecFault> firstSpecFault (const MelSpec& spec)
{
    for (const auto check : {fieldFault, loadingFault, segmentFault, framingFault, bandFault,
                             pcenFault, featureFault, stackFault})
        if (auto fault = check (spec))
            return fault;
    return {};
}

int Length::samplesAt (int rateHz) const noexcept
{
    // 1e-6 compensates rounding: 25 ms at 16 kHz are 400 samples, but 25 * 16000 * 0.001 may be
    // below 400.
    const double samples =
        unit == Unit::samples ? value : std::floor (value * rateHz * 0.001 + 1e-6);
    if (! (samples > 0))
        return 0;
    constexpr int kMost = std::numeric_limits<int>::max ();
    return samples >= kMost ? kMost : static_cast<int> (samples);
}

MelSpec MelSpec::unstacked () const
{
    MelSpec frames = *this;
    frames.stack = frames.stackHop = 1;
    frames.stackEdge = StackEdge::cut;
    return frames;
}

Result<void> MelSpec::validate () const
{
    if (auto fault = firstSpecFault (*this))
        return Error {ErrorCode::badSpec, std::move (fault->message), {}};
    return {};
}

} // namespace melstrom
