#include "Engine/Batch/Duplicates/ShortShape.h"

#include "Engine/Batch/Duplicates/RealFourier.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

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
constexpr double kLeastBandShare = 0.1, kLeastSoundingSamples = 8;

std::uint8_t byteOf (double value)
{
    return static_cast<std::uint8_t> (std::lround (std::clamp (value, 0.0, 255.0)));
}

double energyOf (const ShortSound& sound)
{
    double energy = 0;
    for (const double sample : sound.samples)
        energy += sample * sample;
    return energy;
}

/** The squares of the bins. By Parseval all bins, of both signs, have kLength times the energy. */
std::array<double, ShortShape::kNumBands> bandEnergies (const ShortSound& sound)
{
    std::vector<float> samples (kLength);
    std::ranges::copy (sound.samples, samples.begin ());
    std::vector<std::complex<float>> spectrum (kLength / 2 + 1);
    RealFourier (static_cast<int> (kLength)).forward (samples.data (), spectrum.data ());
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

constexpr std::array<double, 3> kShares {0.1, 0.5, 0.9};

/** The samples at which a sound has had kShares of its energy. */
std::array<double, kShares.size ()> placesOf (const ShortSound& sound, double total)
{
    std::array<double, kShares.size ()> places {};
    std::size_t next = 0;
    double sum = 0;
    for (std::size_t i = 0; i < sound.samples.size (); ++i)
        for (sum += static_cast<double> (sound.samples[i]) * sound.samples[i];
             next < kShares.size () && sum >= kShares[next] * total; ++next)
            places[next] = static_cast<double> (i);
    return places;
}

std::uint8_t timeOf (double samples)
{
    return byteOf (kStepsAnOctave * std::log2 (1 + samples / kTimeUnitSamples));
}
} // namespace

std::optional<ShortShape> shapeOf (const ShortSound& sound)
{
    if (sound.samples.empty ())
        return std::nullopt;
    const double total = energyOf (sound);
    const auto places = placesOf (sound, total);
    const auto energies = bandEnergies (sound);
    const double inBands = std::accumulate (energies.begin (), energies.end (), 0.0),
                 largest = *std::ranges::max_element (energies);
    if (places.back () - places.front () < kLeastSoundingSamples || ! (largest > 0) ||
        2 * inBands < kLeastBandShare * total * kLength)
        return std::nullopt;
    ShortShape shape;
    for (std::size_t band = 0; band < energies.size (); ++band)
        shape.levels[band] = byteOf (
            kStepsADb * (10 * std::log10 (energies[band] / largest + kFloorRatio) - kLowestDb));
    shape.times = {timeOf (places[1] - places[0]), timeOf (places[2] - places[1])};
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
