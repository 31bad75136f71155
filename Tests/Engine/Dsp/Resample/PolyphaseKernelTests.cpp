// The kernels of the windowed sincs against sums in float64 and in whole numbers.
#include "Engine/Dsp/Resample/PolyphaseFilter.h"
#include "Engine/Dsp/Resample/PolyphaseKernel.h"
#include "Engine/Dsp/Resample/PolyphasePeriods.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace melstrom;

namespace
{
using enum ResamplerKind;

std::vector<float> noise (std::int64_t count, std::mt19937& random)
{
    std::uniform_real_distribution<float> uniform (-1, 1);
    std::vector<float> samples (static_cast<std::size_t> (count));
    for (float& sample : samples)
        sample = uniform (random);
    return samples;
}

/** The sum of output k. `samples`: of the first tap of output 0. */
double exactSum (const PolyphaseFilter& filter, const std::vector<float>& samples, std::int64_t k)
{
    const auto& shape = filter.shape ();
    const float* const row = filter.taps () + k % shape.numPhases * filter.rowTaps ();
    const auto first = shape.firstSampleOf (k) - shape.firstTap;
    double sum = 0;
    for (int tap = 0; tap < shape.numTaps; ++tap)
        sum += static_cast<double> (row[tap]) *
               static_cast<double> (samples[static_cast<std::size_t> (first + tap)]);
    return sum;
}
} // namespace

TEST_CASE ("periods of a long filter are the sums of its rows", "[resampler]")
{
    constexpr unsigned seed = 20261128;
    INFO ("seed " << seed);
    std::mt19937 random (seed);
    for (const auto& [kind, fromHz, toHz] :
         {std::tuple {kaiserBest, 44100, 16000}, std::tuple {kaiserBest, 48000, 16000},
          std::tuple {kaiserBest, 16000, 44100}, std::tuple {kaiserBest, 7, 5},
          std::tuple {ffmpeg, 44100, 16000}, std::tuple {ffmpeg, 48000, 16000},
          std::tuple {kaldi, 96000, 8000}})
    {
        INFO (static_cast<int> (kind) << ": " << fromHz << " to " << toHz);
        const auto filter = PolyphaseFilter::make ({kind}, fromHz, toHz);
        REQUIRE (filter.ok ());
        auto periods = PolyphasePeriods::of (*filter);
        REQUIRE (periods.has_value ());
        REQUIRE (periods->outputs () % filter->shape ().numPhases == 0);
        constexpr std::int64_t most = 65; // more than two rounds of every set of instructions
        const auto samples = noise ((most - 1) * periods->samples () + periods->reach (), random);
        const auto outputs = std::int64_t {periods->outputs ()};
        std::vector<float> whole (static_cast<std::size_t> (most * outputs));
        periods->run (samples.data (), most, whole.data ());
        double largest = 0;
        for (std::int64_t k = 0; k < most * outputs; ++k)
            largest = std::max (
                largest, std::abs (static_cast<double> (whole[static_cast<std::size_t> (k)]) -
                                   exactSum (*filter, samples, k)));
        CHECK (largest < 1e-6);
        for (const std::int64_t some : {1, 2, 3, 5, 8, 31, 33})
        {
            constexpr float canary = 77;
            std::vector<float> made (static_cast<std::size_t> (some * outputs) + 4, canary);
            periods->run (samples.data (), some, made.data ());
            CHECK (std::equal (made.begin (), made.end () - 4, whole.begin ()));
            CHECK (std::all_of (made.end () - 4, made.end (),
                                [] (float value) { return value == canary; }));
        }
    }
}

TEST_CASE ("short filters and long periods are not taken by periods", "[resampler]")
{
    for (const auto& [kind, fromHz, toHz] :
         {std::tuple {sincHann, 44100, 16000}, std::tuple {kaiserBest, 48000, 47999},
          std::tuple {kaiserBest, 96000, 96}})
    {
        const auto filter = PolyphaseFilter::make ({kind}, fromHz, toHz);
        REQUIRE (filter.ok ());
        CHECK_FALSE (PolyphasePeriods::of (*filter).has_value ());
    }
}

TEST_CASE ("sums of 16-bit samples are exact modulo 2^32", "[resampler]")
{
    constexpr unsigned seed = 20261129;
    INFO ("seed " << seed);
    std::mt19937 random (seed);
    for (const bool isLoud : {false, true})
        for (const int rowTaps : {16, 32, 48, 112})
        {
            // loud: the extremes alone, whose pairs of products pass 2^31
            const auto value = [&] (int least, int most)
            {
                if (isLoud)
                    return static_cast<std::int16_t> (random () % 4 == 0 ? 32767 : -32768);
                return static_cast<std::int16_t> (
                    std::uniform_int_distribution (least, most) (random));
            };
            const PolyphaseRun run {301, 1, 3, 7, rowTaps};
            std::vector<std::int16_t> taps (static_cast<std::size_t> (3 * rowTaps));
            std::vector<std::int16_t> samples (
                static_cast<std::size_t> (301 * 7 / 3 + 2 + rowTaps));
            std::ranges::generate (taps, [&] { return value (-2000, 2000); });
            std::ranges::generate (samples, [&] { return value (-32768, 32767); });
            std::vector<std::int16_t> made (2 * 301), expected (2 * 301);
            runPolyphase (run, taps.data (), samples.data (), made.data (), 2);
            PolyphasePlace place (run);
            for (std::size_t k = 0; k < 301; ++k, place.next ())
            {
                std::uint32_t sum = 1 << 14;
                for (int i = 0; i < rowTaps; ++i)
                    sum += static_cast<std::uint32_t> (
                        int {taps[static_cast<std::size_t> (place.row * rowTaps + i)]} *
                        int {samples[static_cast<std::size_t> (place.sample + i)]});
                expected[2 * k] = static_cast<std::int16_t> (
                    std::clamp (static_cast<std::int32_t> (sum) >> 15, -32768, 32767));
            }
            INFO (rowTaps << (isLoud ? " loud" : ""));
            CHECK (made == expected);
        }
}
