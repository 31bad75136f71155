#include "Engine/Dsp/Resample/Resampling.h"

#include "Engine/Dsp/Resample/PolyphaseFilter.h"
#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Spec/Mel/SpecKeyKinds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostTaps = std::int64_t {1} << 24;

/** Outputs whose taps lie before `samplesAvailable`. */
std::int64_t reachedCount (const PolyphaseShape& shape, std::int64_t samplesAvailable) noexcept
{
    const auto positions = samplesAvailable - shape.numTaps - shape.firstTap + 1;
    return positions > 0 ? resampledCount (positions, shape.inputStep, shape.numPhases) : 0;
}
} // namespace

Resampling resamplingOf (const MelSpec& spec) noexcept
{
    return {spec.resampler, spec.resamplerWidth, spec.resamplerRolloff};
}

bool isPolyphase (ResamplerKind kind) noexcept
{
    return kind != ResamplerKind::soxrVhq && kind != ResamplerKind::soxrHq;
}

std::int64_t resampledCount (const Resampling& resampling, std::int64_t samples, int fromHz,
                             int toHz) noexcept
{
    if (fromHz == toHz || samples <= 0)
        return samples;
    const auto rest = samples % fromHz * toHz;
    switch (resampling.kind)
    {
        case ResamplerKind::kaiserBest: return samples / fromHz * toHz + rest / fromHz;
        case ResamplerKind::ffmpeg:
        {
            const PolyphaseShape shape (resampling, fromHz, toHz);
            const auto available = samples + shape.mirroredAtEnd (samples);
            // invert_initial_buffer waits for one sample more than the filter has taps
            return available > shape.numTaps ? reachedCount (shape, available) : 0;
        }
        case ResamplerKind::soxrVhq:
        case ResamplerKind::soxrHq:
        case ResamplerKind::sincHann:
        case ResamplerKind::kaldi: break;
    }
    return resampledCount (samples, fromHz, toHz);
}

Result<void> checkResampling (const Resampling& resampling, int fromHz, int toHz)
{
    const auto rates = "from " + std::to_string (fromHz) + " to " + std::to_string (toHz) + " Hz";
    if (! kRateHz.holds (fromHz) || ! kRateHz.holds (toHz))
        return Error {ErrorCode::badRate,
                      "cannot resample " + rates + "; " + std::to_string (kRateHz.least) + " to " +
                          std::to_string (kRateHz.most) + " Hz are allowed",
                      {}};
    if (! isPolyphase (resampling.kind) || fromHz == toHz)
        return {};
    const PolyphaseShape shape (resampling, fromHz, toHz);
    if (std::int64_t {shape.numTaps} * shape.numPhases <= kMostTaps)
        return {};
    return Error {ErrorCode::badRate,
                  "cannot resample " + rates + " with this resampler: its filters have " +
                      std::to_string (shape.numPhases) + " phases of " +
                      std::to_string (shape.numTaps) +
                      " taps; set resampler to \"soxr-vhq\", or convert the file",
                  {}};
}

PolyphaseShape::PolyphaseShape (const Resampling& resampling, int fromHz, int toHz) noexcept
{
    const int common = std::gcd (fromHz, toHz);
    numPhases = toHz / common;
    inputStep = fromHz / common;
    switch (resampling.kind)
    {
        case ResamplerKind::kaiserBest:
        {
            const int wing = KaiserBestRows::wingTaps (*this);
            numTaps = 2 * wing;
            firstTap = 1 - wing;
            break;
        }
        case ResamplerKind::ffmpeg:
            numTaps = SwresampleRows::tapsOf (*this);
            firstTap = -((numTaps - 1) / 2);
            mirrorsEdges = true;
            break;
        default:
        {
            const bool isSincHann = resampling.kind == ResamplerKind::sincHann;
            const double zeros = isSincHann ? resampling.widthZeros : 6,
                         rolloff = isSincHann ? resampling.rolloffRatio : 0.99;
            const int wing = static_cast<int> (std::min (
                1e8, std::ceil (zeros * inputStep / (rolloff * std::min (inputStep, numPhases)))));
            numTaps = 2 * wing + 2;
            firstTap = -wing;
        }
    }
}

std::int64_t PolyphaseShape::firstSampleOf (std::int64_t output) const noexcept
{
    // avoids output * inputStep, which could overflow
    return output / numPhases * inputStep + output % numPhases * inputStep / numPhases + firstTap;
}

std::int64_t PolyphaseShape::mirroredAtEnd (std::int64_t numSamples) const noexcept
{
    if (! mirrorsEdges)
        return 0;
    // what the resampler still holds when the input ends; a signal that is not longer than the
    // filter waits as a whole
    const auto held = numSamples <= numTaps
                          ? numSamples
                          : numSamples - firstSampleOf (reachedCount (*this, numSamples));
    return (std::min<std::int64_t> (held, numTaps) + 1) / 2;
}

} // namespace melstrom
