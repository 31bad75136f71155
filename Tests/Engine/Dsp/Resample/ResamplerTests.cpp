#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Dsp/Resample/Resampler.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

std::unique_ptr<AudioReader> resampledBytes (const std::string& bytes, int rateHz)
{
    auto opened = openBytes (bytes);
    REQUIRE (opened.ok ());
    auto reader = resampled (*std::move (opened), {rateHz});
    REQUIRE (reader.ok ());
    return *std::move (reader);
}

double sineAt (double seconds, double frequencyHz)
{
    return 0.5 * std::sin (2 * std::numbers::pi * frequencyHz * seconds);
}

/** Two channels: 440 and 1000 Hz. */
std::string sines (int rateHz, int numSamples)
{
    std::string data;
    for (int i = 0; i < numSamples; ++i)
        for (const double frequencyHz : {440.0, 1000.0})
        {
            const auto value =
                static_cast<float> (sineAt (static_cast<double> (i) / rateHz, frequencyHz));
            data += littleEndian (std::bit_cast<std::uint32_t> (value), 4);
        }
    return wav ({.formatTag = 3,
                 .numChannels = 2,
                 .rateHz = static_cast<std::uint32_t> (rateHz),
                 .bits = 32},
                data);
}

} // namespace

TEST_CASE ("a resampled file has the samples in, times the ratio, rounded up", "[resampler]")
{
    CHECK (resampledCount (0, 16000, 48000) == 0);
    CHECK (resampledCount (1, 48000, 16000) == 1);
    CHECK (resampledCount (3, 48000, 16000) == 1);
    CHECK (resampledCount (4, 48000, 16000) == 2);
    CHECK (resampledCount (44'100, 44100, 48000) == 48'000);
    CHECK (resampledCount (44'101, 44100, 48000) == 48'002);
    CHECK (resampledCount (1'000'000'000'000'000, 44100, 48000) == 1'088'435'374'149'660);
}

TEST_CASE ("a sine is the same sine at the other rate, in place and in level", "[resampler]")
{
    for (const auto& [fromHz, toHz] :
         {std::pair {44100, 16000}, std::pair {16000, 48000}, std::pair {44100, 48000},
          std::pair {8000, 44100}, std::pair {22050, 22050}})
    {
        INFO (fromHz << " to " << toHz);
        const auto reader = resampledBytes (sines (fromHz, fromHz), toHz);
        CHECK (reader->info ().rateHz == toHz);
        CHECK (reader->info ().numSamples == toHz);
        CHECK (reader->info ().format == SampleFormat::float32);
        const auto samples = readAll<float> (*reader);
        double largest = 0;
        for (int i = toHz / 10; i < toHz * 9 / 10; ++i)
            for (const int channel : {0, 1})
            {
                const double expected =
                    sineAt (static_cast<double> (i) / toHz, channel == 0 ? 440 : 1000);
                const auto got =
                    static_cast<double> (samples[static_cast<std::size_t> (2 * i + channel)]);
                largest = std::max (largest, std::abs (got - expected));
            }
        CHECK (largest < 2e-6);
    }
}

TEST_CASE ("what is resampled does not depend on how the reads are cut", "[resampler]")
{
    constexpr unsigned seed = 20240611;
    INFO ("seed " << seed);
    std::mt19937 random (seed);
    for (const auto& [fromHz, toHz, numSamples] :
         {std::tuple {44100, 16000, 30'011}, std::tuple {16000, 44100, 9'000},
          std::tuple {48000, 47999, 20'000}, std::tuple {48000, 8000, 1},
          std::tuple {8000, 768000, 17}})
    {
        const auto reader = resampledBytes (sines (fromHz, numSamples), toHz);
        const auto whole = readAll<float> (*reader);
        const auto count = resampledCount (numSamples, fromHz, toHz);
        REQUIRE (static_cast<std::int64_t> (whole.size ()) == 2 * count);
        for (int attempt = 0; attempt < 3; ++attempt)
        {
            std::vector<float> pieces (whole.size ());
            for (std::int64_t first = 0; first < count;)
            {
                const auto size = std::min<std::int64_t> (
                    std::uniform_int_distribution<std::int64_t> (1, 3'000) (random), count - first);
                REQUIRE (reader->read (pieces.data () + 2 * first, first, size).ok ());
                first += size;
            }
            CHECK (pieces == whole);
        }
    }
}

TEST_CASE ("a resampler reads in order, or anew from 0", "[resampler]")
{
    const auto reader = resampledBytes (sines (16000, 16'000), 48000);
    std::vector<float> samples (2 * 100);
    CHECK_FALSE (reader->info ().randomAccess);
    CHECK (reader->read (samples.data (), 0, 100).ok ());
    const auto done = reader->read (samples.data (), 200, 100);
    REQUIRE_FALSE (done.ok ());
    CHECK (done.error ().code == ErrorCode::internalFault);
    CHECK (reader->read (samples.data (), 0, 100).ok ());
    CHECK (reader->read (samples.data (), 100, 100).ok ());
}

TEST_CASE ("a resampler has the same bits however its samples are cut", "[resampler]")
{
    constexpr unsigned seed = 20250711;
    INFO ("seed " << seed);
    constexpr std::int64_t numSamples = 60'000;
    std::mt19937 random (seed);
    std::uniform_real_distribution<float> uniform (-1, 1);
    std::vector<float> sound (2 * numSamples);
    for (float& sample : sound)
        sample = uniform (random);
    for (const auto& [fromHz, toHz] :
         {std::pair {48000, 16000}, std::pair {44100, 16000}, std::pair {48000, 22050},
          std::pair {44100, 22050}, std::pair {48000, 4096}, std::pair {8000, 16000},
          std::pair {44101, 16000}, std::pair {96000, 22050}, std::pair {48000, 47999}})
    {
        INFO (fromHz << " to " << toHz);
        auto resampler = std::move (*Resampler::make (fromHz, toHz, 2));
        // In pieces of at most `longest`, with room for `room` samples at a time.
        const auto through = [&] (std::int64_t longest, std::int64_t room)
        {
            std::vector<float> made, some (static_cast<std::size_t> (2 * room));
            double mostLate = 0;
            REQUIRE (resampler.restart ().ok ());
            for (std::int64_t done = 0; done < numSamples;)
            {
                const auto end = std::min (
                    numSamples,
                    done + std::uniform_int_distribution<std::int64_t> (1, longest) (random));
                for (bool goesOn = true; goesOn;)
                {
                    const auto moved = resampler.process (sound.data () + 2 * done, end - done,
                                                          some.data (), room);
                    REQUIRE (moved.ok ());
                    done += moved->used;
                    made.insert (made.end (), some.begin (), some.begin () + 2 * moved->made);
                    goesOn = moved->used > 0 || moved->made > 0;
                }
                REQUIRE (done == end);
                mostLate = std::max (mostLate, static_cast<double> (done) / fromHz -
                                                   static_cast<double> (made.size () / 2) / toHz);
            }
            CHECK (mostLate * std::min (fromHz, toHz) < 1000);
            return made;
        };
        const auto whole = through (numSamples, numSamples);
        REQUIRE (whole.size () > 0);
        CHECK (through (64, 4096) == whole);
        CHECK (through (3'000, 100) == whole);
        CHECK (through (4'096, 1) == whole);
        // The same samples from a file.
        auto opened = openBytes (wav ({.formatTag = 3,
                                       .numChannels = 2,
                                       .rateHz = static_cast<std::uint32_t> (fromHz),
                                       .bits = 32},
                                      std::string (reinterpret_cast<const char*> (sound.data ()),
                                                   sound.size () * sizeof (float))));
        REQUIRE (opened.ok ());
        auto reader = resampled (*std::move (opened), {toHz});
        REQUIRE (reader.ok ());
        const auto ofFile = readAll<float> (**reader);
        CHECK (std::equal (whole.begin (), whole.end (), ofFile.begin ()));
    }
}

TEST_CASE ("a fault of the source is a fault of the resampler", "[resampler]")
{
    auto bytes = sines (16000, 16'000);
    const auto place = bytes.size () - 8 * 100;
    bytes.replace (place, 4, littleEndian (0x7FC00000, 4));
    const auto reader = resampledBytes (bytes, 8000);
    std::vector<float> samples (2 * 8'000);
    const auto done = reader->read (samples.data (), 0, 8'000);
    REQUIRE_FALSE (done.ok ());
    CHECK (done.error ().code == ErrorCode::nonFinite);
}

TEST_CASE ("impossible rates are refused", "[resampler]")
{
    for (const int rateHz : {0, -1, 768'001})
    {
        auto opened = openBytes (sines (16000, 10));
        REQUIRE (opened.ok ());
        const auto reader = resampled (*std::move (opened), {rateHz});
        REQUIRE_FALSE (reader.ok ());
        CHECK (reader.error ().code == ErrorCode::badRate);
    }
}

TEST_CASE ("stored samples become float32 with full scale 1", "[resampler]")
{
    float values[3] {};
    const std::int16_t narrow[] {-32768, 1, 32767};
    toFloat32 (narrow, SampleFormat::int16, values, 3);
    CHECK (values[0] == -1);
    CHECK (values[1] == 0x1p-15f);
    CHECK (values[2] == 1 - 0x1p-15f);

    const auto packed =
        littleEndian (0x800000, 3) + littleEndian (1, 3) + littleEndian (0x7FFFFF, 3);
    toFloat32 (packed.data (), SampleFormat::int24, values, 3);
    CHECK (values[0] == -1);
    CHECK (values[1] == 0x1p-23f);
    CHECK (values[2] == 1 - 0x1p-23f);

    const std::int32_t wide[] {std::numeric_limits<std::int32_t>::min (), 256, 1 << 30};
    toFloat32 (wide, SampleFormat::int32, values, 3);
    CHECK (values[0] == -1);
    CHECK (values[1] == 0x1p-23f);
    CHECK (values[2] == 0.5f);
}
