#include "Tests/Support/Audio/ThirdOctaves.h"

#include "Tests/Support/Catch.h"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <memory>
#include <numbers>
#include <type_traits>

namespace melstrom::testing
{

namespace
{
constexpr double kRateHz = 48000;
constexpr std::size_t kFadeSamples = 12000;

struct FreePlan
{
    void operator() (fftwf_plan plan) const noexcept { fftwf_destroy_plan (plan); }
};

/** Fades the last quarter of a second out by a cosine. */
void fadeOut (std::vector<float>& side)
{
    const auto first = side.size () - kFadeSamples;
    for (std::size_t n = 0; n < kFadeSamples; ++n)
    {
        const double x = (static_cast<double> (n) + 0.5) / kFadeSamples;
        side[first + n] *= static_cast<float> (0.5 + 0.5 * std::cos (std::numbers::pi * x));
    }
}

/** Adds 2 |X|^2 / N^2 of each bin to its band. The sum of all bins is the mean power of the
    channel. */
void addSide (ThirdOctaves& bands, std::vector<float> side)
{
    const auto length = static_cast<int> (side.size ());
    std::vector<std::complex<float>> bins (side.size () / 2 + 1);
    const std::unique_ptr<std::remove_pointer_t<fftwf_plan>, FreePlan> plan (fftwf_plan_dft_r2c_1d (
        length, side.data (), reinterpret_cast<fftwf_complex*> (bins.data ()), FFTW_ESTIMATE));
    REQUIRE (plan != nullptr);
    fadeOut (side);
    fftwf_execute (plan.get ());
    for (std::size_t k = 1; k < bins.size (); ++k)
    {
        const double hertz = static_cast<double> (k) * kRateHz / length;
        const long band = std::lround (10 * std::log10 (hertz / 1000)) + 16;
        if (band >= 0 && band < kNumThirdOctaves)
            bands[static_cast<std::size_t> (band)] +=
                2 * std::norm (std::complex<double> (bins[k])) / length / length;
    }
}

double levelDb (double power)
{
    return 10 * std::log10 (std::max (power, 1e-30));
}
} // namespace

double thirdOctaveHz (int band)
{
    return 1000 * std::pow (10.0, (band - 16) / 10.0);
}

ThirdOctaves thirdOctavesOf (const StereoSound& sound)
{
    ThirdOctaves bands {};
    addSide (bands, sound.left);
    addSide (bands, sound.right);
    return bands;
}

double centroidHz (const ThirdOctaves& bands)
{
    double sum = 0, moment = 0;
    for (int band = 0; band < kNumThirdOctaves; ++band)
    {
        const double amplitude = std::sqrt (bands[static_cast<std::size_t> (band)]);
        sum += amplitude;
        moment += amplitude * thirdOctaveHz (band);
    }
    return sum > 0 ? moment / sum : 0;
}

double spectralDistanceDb (const ThirdOctaves& a, double aLufs, const ThirdOctaves& b, double bLufs)
{
    double squares = 0;
    int numFilled = 0;
    for (std::size_t band = 0; band < a.size (); ++band)
    {
        const double aDb = std::max (levelDb (a[band]) - aLufs, -kUnfilledDb);
        const double bDb = std::max (levelDb (b[band]) - bLufs, -kUnfilledDb);
        if (aDb == -kUnfilledDb && bDb == -kUnfilledDb)
            continue;
        squares += (aDb - bDb) * (aDb - bDb);
        ++numFilled;
    }
    return numFilled > 0 ? std::sqrt (squares / numFilled) : 0;
}

} // namespace melstrom::testing
