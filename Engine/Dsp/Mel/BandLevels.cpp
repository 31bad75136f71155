#include "Engine/Dsp/Mel/BandLevels.h"

#include "Engine/Dsp/Mel/Window.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{

constexpr int kReachBins = 16;

/** |W (d)|^2 for d = 0 .. kReachBins bins. */
std::vector<double> windowPowers (const MelGeometry& geometry)
{
    const auto window = makeWindow (geometry.spec.windowShape, geometry.windowSamples);
    std::vector<double> powers;
    for (int bin = 0; bin <= kReachBins; ++bin)
    {
        double real = 0, imaginary = 0;
        for (std::size_t n = 0; n < window.size (); ++n)
        {
            const double angle =
                2 * std::numbers::pi * bin * static_cast<double> (n) / geometry.fftSamples;
            real += window[n] * std::cos (angle);
            imaginary += window[n] * std::sin (angle);
        }
        powers.push_back (real * real + imaginary * imaginary);
    }
    return powers;
}

} // namespace

double fullScaleSine (const MelGeometry& geometry, const MelBank& bank)
{
    const MelSpec& spec = geometry.spec;
    const bool isPower = spec.spectrum == Spectrum::power;
    const auto powers = windowPowers (geometry);
    double most = 0;
    for (int band = 0; band < bank.numBands; ++band)
    {
        const float* const weights = bank.weights.data () + std::ptrdiff_t {band} * bank.numBins;
        // the bins between the corners below and above the band's centre
        const int first = bank.firstBin[static_cast<std::size_t> (band)];
        const int end = std::min (bank.numBins, bank.firstBin[static_cast<std::size_t> (band) + 2]);
        for (int bin = first; bin < end; ++bin)
        {
            double sum = 0;
            for (int other = std::max (first, bin - kReachBins);
                 other < std::min (end, bin + kReachBins + 1); ++other)
            {
                const double power = powers[static_cast<std::size_t> (std::abs (other - bin))] / 4;
                sum += double {weights[other]} * (isPower ? power : std::sqrt (power));
            }
            const double angle = 2 * std::numbers::pi * bin / geometry.fftSamples;
            const double gain =
                1 + spec.preemphasis * spec.preemphasis - 2 * spec.preemphasis * std::cos (angle);
            most = std::max (most, sum * (isPower ? gain : std::sqrt (gain)));
        }
    }
    return most * (isPower ? spec.sampleScale * spec.sampleScale : spec.sampleScale);
}

BandLevels::BandLevels (const MelGeometry& geometry, const MelBank& bank)
{
    const MelSpec& spec = geometry.spec;
    const double reference = std::max (spec.logFloor, spec.reference),
                 sine = fullScaleSine (geometry, bank);
    const double decade = spec.spectrum == Spectrum::power ? 10 : 20;
    if (sine > 0)
        offsetDb_ = static_cast<float> (decade * std::log10 (reference / sine));
}

} // namespace melstrom
