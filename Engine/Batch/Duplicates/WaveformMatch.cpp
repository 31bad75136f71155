#include "Engine/Batch/Duplicates/WaveformMatch.h"

#include "Engine/Batch/Duplicates/SpectralPeaks.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr double kLowestHz = 30, kHighestHz = 3'600;
constexpr std::size_t kFiner = 4;
/** Values near the top whose parabola may be higher than that of the top. */
constexpr float kNearTop = 0.9f;

/** Of the sums in single precision. A parabola through three values of a sum of cosines whose
    period is longer than two steps is nowhere higher than the sum of their sizes. */
constexpr double kRounding = 1e-4;

std::size_t binOf (double hz, std::size_t length)
{
    return static_cast<std::size_t> (hz * static_cast<double> (length) / kFingerprintRateHz);
}

/** What the correlation would be if all bins were in phase. */
double correlationInPhase (const SoundSpectrum& first, const SoundSpectrum& second)
{
    double sum = 0;
    for (std::size_t bin = 0; bin < first.bins.size (); ++bin)
        sum += static_cast<double> (
            std::sqrt (std::norm (first.bins[bin]) * std::norm (second.bins[bin])));
    return sum / std::sqrt (first.energy * second.energy);
}

struct Top
{
    double value = 0, place = 0;
};

/** The highest top of a parabola through three values that follow each other, in a circle. */
Top highestTop (std::vector<float>& values)
{
    for (float& value : values)
        value = std::abs (value);
    const float largest = *std::ranges::max_element (values);
    Top best;
    for (std::size_t i = 0; i < values.size (); ++i)
    {
        if (values[i] < kNearTop * largest)
            continue;
        const double before = values[(i + values.size () - 1) % values.size ()],
                     after = values[(i + 1) % values.size ()], here = values[i];
        if (before > here || after > here)
            continue;
        const double curvature = before - 2 * here + after;
        const double shift = curvature < 0 ? (before - after) / (2 * curvature) : 0;
        if (const double value = here - (before - after) * shift / 4; value > best.value)
            best = {value, static_cast<double> (i) + shift};
    }
    return best;
}
} // namespace

std::size_t WaveformMatcher::lengthFor (std::size_t firstSamples,
                                        std::size_t secondSamples) noexcept
{
    const std::size_t least = firstSamples + secondSamples, power = std::bit_ceil (least);
    return least <= power / 4 * 3 ? power / 4 * 3 : power;
}

const RealFourier& WaveformMatcher::fourierOf (std::size_t length)
{
    return fouriers_.try_emplace (length, static_cast<int> (length)).first->second;
}

SoundSpectrum WaveformMatcher::spectrumOf (std::span<const float> sound, std::size_t length)
{
    padded_.resize (length);
    spectrum_.resize (length / 2 + 1);
    std::ranges::fill (std::ranges::copy (sound, padded_.begin ()).out, padded_.end (), 0.0f);
    fourierOf (length).forward (padded_.data (), spectrum_.data ());
    const auto bins = std::span (spectrum_).subspan (
        binOf (kLowestHz, length) + 1, binOf (kHighestHz, length) - binOf (kLowestHz, length));
    SoundSpectrum made {length, sound.size (), {bins.begin (), bins.end ()}};
    for (const auto& bin : made.bins)
        made.energy += static_cast<double> (std::norm (bin));
    return made;
}

WaveformMatch WaveformMatcher::match (std::span<const float> first, std::span<const float> second)
{
    const auto length = lengthFor (first.size (), second.size ());
    return match (spectrumOf (first, length), spectrumOf (second, length));
}

WaveformMatch WaveformMatcher::match (const SoundSpectrum& first, const SoundSpectrum& second,
                                      double least)
{
    if (! (first.energy > 0 && second.energy > 0) ||
        (least > 0 && correlationInPhase (first, second) + kRounding < least))
        return {};
    const auto length = first.length;
    crossSpectrum_.assign (kFiner * length / 2 + 1, {});
    for (std::size_t i = 0; i < first.bins.size (); ++i)
    {
        const auto one = first.bins[i], two = second.bins[i];
        crossSpectrum_[binOf (kLowestHz, length) + 1 + i] = {
            one.real () * two.real () + one.imag () * two.imag (),
            one.real () * two.imag () - one.imag () * two.real ()};
    }
    products_.resize (kFiner * length);
    fourierOf (products_.size ()).inverse (crossSpectrum_.data (), products_.data ());
    const auto [value, place] = highestTop (products_);
    const double lag = place / kFiner, period = static_cast<double> (length);
    return {std::min (1.0, value / (2 * std::sqrt (first.energy * second.energy))),
            // a circle: places from 1 - first.numSamples to second.numSamples - 1
            lag > static_cast<double> (second.numSamples) ? lag - period : lag};
}

} // namespace melstrom
