#include "Engine/Batch/Duplicates/ShortShape.h"

#include "Engine/Batch/Duplicates/RealFourier.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace melstrom
{

namespace
{
constexpr std::size_t kLength = 16'384;
static_assert (kLength >= kMostShortSamples);
constexpr double kLowestHz = 40, kHighestHz = 3'600;
constexpr double kFloorRatio = 0.03, kLowestDb = -15.3, kStepsADb = 16;
constexpr double kTimeUnitSamples = 16, kStepsAnOctave = 16;
constexpr int kTimesWeight = 16;

std::uint8_t byteOf (double value)
{
    return static_cast<std::uint8_t> (std::lround (std::clamp (value, 0.0, 255.0)));
}

std::array<double, ShortShape::kNumBands> bandEnergies (const ShortSound& sound)
{
    std::vector<float> samples (kLength);
    std::ranges::copy (sound.samples, samples.begin ());
    std::vector<std::complex<float>> spectrum (kLength / 2 + 1);
    RealFourier (kLength).forward (samples.data (), spectrum.data ());
    const auto firstBinOf = [] (std::size_t band)
    {
        const double hz = kLowestHz * std::pow (kHighestHz / kLowestHz,
                                                static_cast<double> (band) / ShortShape::kNumBands);
        return static_cast<std::size_t> (std::ceil (hz * kLength / kFingerprintRateHz));
    };
    std::array<double, ShortShape::kNumBands> energies {};
    for (std::size_t band = 0; band < energies.size (); ++band)
        for (std::size_t bin = firstBinOf (band), end = firstBinOf (band + 1); bin < end; ++bin)
            energies[band] += static_cast<double> (std::norm (spectrum[bin]));
    return energies;
}

std::array<std::uint8_t, 2> timesOf (const ShortSound& sound)
{
    double total = 0, sum = 0;
    for (const double sample : sound.samples)
        total += sample * sample;
    constexpr std::array<double, 3> kShares {0.1, 0.5, 0.9};
    std::array<double, 3> places {};
    std::size_t next = 0;
    for (std::size_t i = 0; i < sound.samples.size (); ++i)
        for (sum += static_cast<double> (sound.samples[i]) * sound.samples[i];
             next < kShares.size () && sum >= kShares[next] * total; ++next)
            places[next] = static_cast<double> (i);
    const auto stepsOf = [] (double samples)
    { return byteOf (kStepsAnOctave * std::log2 (1 + samples / kTimeUnitSamples)); };
    return {stepsOf (places[1] - places[0]), stepsOf (places[2] - places[1])};
}
} // namespace

std::optional<ShortShape> shapeOf (const ShortSound& sound)
{
    if (sound.samples.empty ())
        return std::nullopt;
    const auto energies = bandEnergies (sound);
    const double largest = *std::ranges::max_element (energies);
    if (! (largest > 0))
        return std::nullopt;
    ShortShape shape;
    for (std::size_t band = 0; band < energies.size (); ++band)
        shape.levels[band] = byteOf (
            kStepsADb * (10 * std::log10 (energies[band] / largest + kFloorRatio) - kLowestDb));
    shape.times = timesOf (sound);
    return shape;
}

int distanceOf (const ShortShape& first, const ShortShape& second) noexcept
{
    int distance = 0;
    for (std::size_t i = 0; i < first.times.size (); ++i)
        distance += kTimesWeight * std::abs (first.times[i] - second.times[i]);
    for (std::size_t band = 0; band < ShortShape::kNumBands; ++band)
        distance += std::abs (first.levels[band] - second.levels[band]);
    return distance;
}

} // namespace melstrom
