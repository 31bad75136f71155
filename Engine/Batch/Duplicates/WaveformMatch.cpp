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

void transform (std::span<const float> samples, std::vector<float>& padded,
                std::vector<std::complex<float>>& spectrum)
{
    std::ranges::fill (std::ranges::copy (samples, padded.begin ()).out, padded.end (), 0.0f);
    RealFourier (static_cast<int> (padded.size ())).forward (padded.data (), spectrum.data ());
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

WaveformMatch WaveformMatcher::match (std::span<const float> first, std::span<const float> second)
{
    const std::size_t length = std::bit_ceil (first.size () + second.size ());
    padded_.resize (length);
    firstSpectrum_.resize (length / 2 + 1);
    secondSpectrum_.resize (length / 2 + 1);
    transform (first, padded_, firstSpectrum_);
    transform (second, padded_, secondSpectrum_);
    crossSpectrum_.assign (kFiner * length / 2 + 1, {});
    const auto binOf = [&] (double hz)
    { return static_cast<std::size_t> (hz * static_cast<double> (length) / kFingerprintRateHz); };
    double firstEnergy = 0, secondEnergy = 0;
    for (std::size_t bin = binOf (kLowestHz) + 1; bin <= binOf (kHighestHz); ++bin)
    {
        const auto one = firstSpectrum_[bin], two = secondSpectrum_[bin];
        crossSpectrum_[bin] = {one.real () * two.real () + one.imag () * two.imag (),
                               one.real () * two.imag () - one.imag () * two.real ()};
        firstEnergy += static_cast<double> (std::norm (one));
        secondEnergy += static_cast<double> (std::norm (two));
    }
    if (! (firstEnergy > 0 && secondEnergy > 0))
        return {};
    products_.resize (kFiner * length);
    RealFourier (static_cast<int> (products_.size ()))
        .inverse (crossSpectrum_.data (), products_.data ());
    const auto [value, place] = highestTop (products_);
    const double lag = place / kFiner, period = static_cast<double> (length);
    return {std::min (1.0, value / (2 * std::sqrt (firstEnergy * secondEnergy))),
            // a circle: places from 1 - first.size () to second.size () - 1
            lag > static_cast<double> (second.size ()) ? lag - period : lag};
}

} // namespace melstrom
