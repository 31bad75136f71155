#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Dsp/Resample/BesselI0.h"
#include "Engine/Dsp/Resample/PolyphaseFilter.h"
#include "Engine/Dsp/Resample/PolyphaseKernel.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
using enum ResamplerKind;

std::unique_ptr<AudioReader> readerOf (const Resampling& resampling, int fromHz, int toHz,
                                       std::int64_t numSamples, Loader loader = Loader::plain)
{
    auto opened = openBytes (wav ({.numChannels = 2, .rateHz = static_cast<std::uint32_t> (fromHz)},
                                  testSampleBytes (2 * numSamples)));
    REQUIRE (opened.ok ());
    auto reader = resampled (*std::move (opened), {toHz, resampling, loader});
    INFO ((reader ? std::string {} : reader.error ().message));
    REQUIRE (reader.ok ());
    return *std::move (reader);
}

/** Compares reads of random lengths with one whole read. */
template <typename Value>
void checkCuts (AudioReader& reader, std::mt19937& random)
{
    const auto whole = readAll<Value> (reader);
    const auto count = reader.info ().numSamples, width = std::int64_t {reader.info ().numChannels};
    REQUIRE (static_cast<std::int64_t> (whole.size ()) == count * width);
    for (const int longest : {1, 700, 20'000})
    {
        std::vector<Value> pieces (whole.size ());
        for (std::int64_t first = 0; first < count;)
        {
            const auto size = std::min<std::int64_t> (
                std::uniform_int_distribution<std::int64_t> (1, longest) (random), count - first);
            REQUIRE (reader.read (pieces.data () + width * first, first, size).ok ());
            first += size;
        }
        CHECK (pieces == whole);
    }
}
} // namespace

TEST_CASE ("the windowed sincs have the same bits however the reads are cut", "[resampler]")
{
    constexpr unsigned seed = 20261124;
    INFO ("seed " << seed);
    std::mt19937 random (seed);
    for (const auto kind : {soxrHq, sincHann, kaiserBest, ffmpeg, kaldi})
        for (const auto& [fromHz, toHz, numSamples] :
             {std::tuple {44100, 16000, 30'011}, std::tuple {16000, 44100, 9'000},
              std::tuple {48000, 8000, 700}, std::tuple {96000, 96, 200'000},
              std::tuple {1001, 16000, 33}, std::tuple {48000, 47999, 9'001}})
        {
            INFO (static_cast<int> (kind) << ": " << fromHz << " to " << toHz);
            const auto reader = readerOf ({kind}, fromHz, toHz, numSamples);
            checkCuts<float> (*reader, random);
        }
    const auto reader = readerOf ({ffmpeg}, 44100, 16000, 20'001, Loader::ffmpegS16);
    checkCuts<std::int16_t> (*reader, random);
}

TEST_CASE ("a windowed sinc keeps a constant, except for its tool's ripple", "[resampler]")
{
    for (const auto kind : {sincHann, kaiserBest, ffmpeg, kaldi})
        for (const auto& [fromHz, toHz] : {std::pair {44100, 16000}, std::pair {16000, 48000},
                                           std::pair {44101, 16000}, std::pair {7, 3}})
        {
            INFO (static_cast<int> (kind) << ": " << fromHz << " to " << toHz);
            const auto filter = PolyphaseFilter::make ({kind}, fromHz, toHz);
            REQUIRE (filter.ok ());
            double worst = 0;
            for (int phase = 0; phase < filter->shape ().numPhases; ++phase)
            {
                double sum = 0;
                for (int tap = 0; tap < filter->rowTaps (); ++tap)
                    sum += static_cast<double> (
                        filter->taps ()[std::ptrdiff_t {phase} * filter->rowTaps () + tap]);
                worst = std::max (worst, std::abs (sum - 1));
            }
            CHECK (worst < 0.01);
        }
}

TEST_CASE ("the count of samples follows each tool's rule", "[resampler]")
{
    CHECK (resampledCount ({sincHann}, 1501, 44100, 16000) == 545);
    CHECK (resampledCount ({kaldi}, 1501, 44100, 16000) == 545);
    CHECK (resampledCount ({kaiserBest}, 1501, 44100, 16000) == 544);
    CHECK (resampledCount ({ffmpeg}, 5001, 44100, 16000) == 1815); // printed by ffmpeg 5.1.9
    CHECK (resampledCount ({ffmpeg}, 12345, 48000, 16000) == 4115);
    CHECK (resampledCount ({ffmpeg}, 61, 44100, 16000) == 0);
    for (const auto kind : {soxrVhq, soxrHq, sincHann, kaiserBest, ffmpeg, kaldi})
    {
        CHECK (resampledCount ({kind}, 0, 44100, 16000) == 0);
        CHECK (resampledCount ({kind}, 77, 16000, 16000) == 77);
    }
}

TEST_CASE ("filters that would not fit in memory are refused", "[resampler]")
{
    const auto refused = checkResampling ({sincHann, 1024, 0.99}, 768000, 47999);
    REQUIRE_FALSE (refused.ok ());
    CHECK (refused.error ().code == ErrorCode::badRate);
    CHECK (refused.error ().message.find ("soxr-vhq") != std::string::npos);
    CHECK (checkResampling ({soxrVhq}, 768000, 47999).ok ());
    CHECK_FALSE (checkResampling ({kaldi}, 0, 16000).ok ());
}

TEST_CASE ("whole numbers wrap, round and clip as swresample's do", "[resampler]")
{
    const PolyphaseRun run {2, 0, 1, 1, 16};
    std::int16_t taps[16] {16384, 16384}, made[2] {};
    const std::int16_t samples[17] {3, 4, -32768};
    runPolyphase (run, taps, samples, made, 1);
    CHECK (made[0] == 4); // 3.5 rounds up
    CHECK (made[1] == -16382);
    taps[0] = taps[1] = 32767;
    const std::int16_t loud[17] {32767, 32767, -32768};
    runPolyphase ({1, 0, 1, 1, 16}, taps, loud, made, 1);
    CHECK (made[0] == 32767);
}

TEST_CASE ("the Bessel function is the library's", "[resampler]")
{
    for (double x = 0; x <= 20; x += 0.37)
        CHECK (std::abs (besselI0 (x) / std::cyl_bessel_i (0.0, x) - 1) < 1e-14);
}

TEST_CASE ("ffmpeg mixes at most eight channels", "[resampler]")
{
    auto opened = openBytes (wav ({.numChannels = 9, .rateHz = 16000}, testSampleBytes (9 * 100)));
    REQUIRE (opened.ok ());
    const auto reader = resampled (*std::move (opened), {16000, {ffmpeg}, Loader::ffmpegS16});
    REQUIRE_FALSE (reader.ok ());
    CHECK (reader.error ().code == ErrorCode::tooManyChannels);
}

TEST_CASE ("a long sine stays in place and in level", "[resampler]")
{
    constexpr double kFrequencyHz = 100;
    constexpr int kFromHz = 44100, kToHz = 16000, kEdge = 400;
    const auto sineAt = [] (double seconds)
    { return 0.5 * std::sin (2 * std::numbers::pi * kFrequencyHz * seconds); };
    std::string data;
    for (int i = 0; i < 150'001; ++i)
        data += littleEndian (
            std::bit_cast<std::uint32_t> (static_cast<float> (sineAt (i / double {kFromHz}))), 4);
    for (const auto kind : {kaiserBest, ffmpeg, kaldi, sincHann})
    {
        auto opened = openBytes (wav ({.formatTag = 3, .rateHz = kFromHz, .bits = 32}, data));
        REQUIRE (opened.ok ());
        const auto reader = resampled (*std::move (opened), {kToHz, {kind}, Loader::plain});
        REQUIRE (reader.ok ());
        const auto made = readAll<float> (**reader);
        double worst = 0; // a shift by one sample of the source makes 0.007
        for (std::size_t i = kEdge; i + kEdge < made.size (); ++i)
            worst = std::max (worst, std::abs (static_cast<double> (made[i]) -
                                               sineAt (static_cast<double> (i) / kToHz)));
        INFO (static_cast<int> (kind));
        CHECK (worst < 1e-3);
    }
}

TEST_CASE ("samples behind the last one that is read are not needed", "[resampler]")
{
    std::string data;
    for (int i = 0; i < 88'200; ++i)
        data += littleEndian (std::bit_cast<std::uint32_t> (
                                  i == 25'000 ? std::numeric_limits<float>::quiet_NaN () : 0.25f),
                              4);
    for (const auto kind : {kaiserBest, ffmpeg, kaldi, sincHann})
    {
        auto opened = openBytes (wav ({.formatTag = 3, .rateHz = 44100, .bits = 32}, data));
        REQUIRE (opened.ok ());
        const auto reader = resampled (*std::move (opened), {16000, {kind}, Loader::plain});
        REQUIRE (reader.ok ());
        std::vector<float> clip (4800); // of 13,230 samples of the source
        INFO (static_cast<int> (kind));
        CHECK ((*reader)->read (clip.data (), 0, 4800).ok ());
    }
}
