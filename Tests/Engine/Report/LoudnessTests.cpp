// Programme loudness against EBU Tech 3341 and against libebur128.
#include "Engine/Report/Loudness.h"

#include "Tests/Support/Catch.h"

#include <cmath>
#include <ebur128.h>
#include <memory>
#include <numbers>
#include <random>

using namespace melstrom;

namespace
{
constexpr int kRate = 48000;

/** One channel: a sine of 1 kHz with a level in dBFS over a time. */
struct Stretch
{
    double peakDbfs, seconds;
};

std::vector<float> tone (const std::vector<Stretch>& stretches)
{
    std::vector<float> samples;
    for (const auto& stretch : stretches)
    {
        const double amplitude = std::pow (10, stretch.peakDbfs / 20);
        const auto end = samples.size () + static_cast<std::size_t> (stretch.seconds * kRate);
        for (std::size_t i = samples.size (); i < end; ++i)
            samples.push_back (
                static_cast<float> (amplitude * std::sin (2 * std::numbers::pi * 1000 *
                                                          static_cast<double> (i) / kRate)));
    }
    return samples;
}

std::optional<double> loudnessOf (const std::vector<std::vector<float>>& channels, int rateHz,
                                  std::size_t piece)
{
    LoudnessMeter meter (rateHz, static_cast<int> (channels.size ()));
    for (std::size_t first = 0; first < channels[0].size (); first += piece)
        for (std::size_t channel = 0; channel < channels.size (); ++channel)
            meter.add (
                static_cast<int> (channel), channels[channel].data () + first,
                static_cast<std::int64_t> (std::min (piece, channels[channel].size () - first)));
    return meter.finish ();
}

double stereoLoudness (const std::vector<Stretch>& stretches)
{
    const auto samples = tone (stretches);
    return loudnessOf ({samples, samples}, kRate, 8192).value ();
}

double libraryLoudness (const std::vector<std::vector<float>>& channels, int rateHz)
{
    struct Free
    {
        void operator() (ebur128_state* state) const noexcept { ebur128_destroy (&state); }
    };
    const std::unique_ptr<ebur128_state, Free> meter (
        ebur128_init (static_cast<unsigned> (channels.size ()), static_cast<unsigned long> (rateHz),
                      EBUR128_MODE_I));
    REQUIRE (meter != nullptr);
    std::vector<float> frames;
    for (std::size_t i = 0; i < channels[0].size (); ++i)
        for (const auto& channel : channels)
            frames.push_back (channel[i]);
    REQUIRE (ebur128_add_frames_float (meter.get (), frames.data (), channels[0].size ()) ==
             EBUR128_SUCCESS);
    double lufs = 0;
    REQUIRE (ebur128_loudness_global (meter.get (), &lufs) == EBUR128_SUCCESS);
    return lufs;
}

/** Noise whose level moves over 40 dB, so that the gates matter. */
std::vector<float> movingNoise (int rateHz, double seconds, unsigned seed)
{
    std::mt19937 random (seed);
    std::normal_distribution<double> noise;
    std::vector<float> samples;
    for (int i = 0; i < static_cast<int> (seconds * rateHz); ++i)
        samples.push_back (static_cast<float> (0.1 * noise (random) *
                                               std::pow (10, -1 - std::cos (i * 2.0 / rateHz))));
    return samples;
}
} // namespace

TEST_CASE ("the loudness of the signals of EBU Tech 3341 is the published one", "[report]")
{
    constexpr double tolerance = 0.1; // of the document
    CHECK (std::fabs (stereoLoudness ({{-23, 20}}) + 23) < tolerance);
    CHECK (std::fabs (stereoLoudness ({{-33, 20}}) + 33) < tolerance);
    CHECK (std::fabs (stereoLoudness ({{-36, 10}, {-23, 60}, {-36, 10}}) + 23) < tolerance);
    CHECK (std::fabs (stereoLoudness ({{-72, 10}, {-36, 10}, {-23, 60}, {-36, 10}, {-72, 10}}) +
                      23) < tolerance);
    CHECK (std::fabs (stereoLoudness ({{-26, 20}, {-20, 20.1}, {-26, 20}}) + 23) < tolerance);
    const auto side = tone ({{-28, 20}}), centre = tone ({{-24, 20}}), back = tone ({{-30, 20}});
    const auto surround = loudnessOf ({side, side, centre, back, back}, kRate, 4096);
    CHECK (std::fabs (surround.value () + 23) < tolerance);
}

TEST_CASE ("loudness agrees with libebur128 at any rate and number of channels", "[report]")
{
    for (const int rateHz : {8000, 11025, 44100, 48000, 96000})
        for (const std::size_t numChannels : {1, 2, 4, 5, 6})
        {
            CAPTURE (rateHz, numChannels);
            std::vector<std::vector<float>> channels;
            for (unsigned i = 0; i < numChannels; ++i)
                channels.push_back (movingNoise (rateHz, 11.37, i + 1));
            const auto ours = loudnessOf (channels, rateHz, 5000);
            CHECK (std::fabs (ours.value () - libraryLoudness (channels, rateHz)) < 0.001);
        }
}

TEST_CASE ("loudness of short sounds agrees with libebur128", "[report]")
{
    for (const double seconds : {0.4, 0.41, 0.5, 0.79, 0.8, 0.81, 1.0, 1.63, 3.2, 7.99, 8.0, 8.01})
    {
        CAPTURE (seconds);
        const std::vector<std::vector<float>> channels {movingNoise (22050, seconds, 9)};
        const auto ours = loudnessOf (channels, 22050, 5000);
        REQUIRE (ours);
        CHECK (std::fabs (*ours - libraryLoudness (channels, 22050)) < 0.001);
    }
}

TEST_CASE ("the pieces in which a signal comes do not change its loudness", "[report]")
{
    const std::vector<std::vector<float>> channels {movingNoise (16000, 17.3, 5)};
    const auto whole = loudnessOf (channels, 16000, 1 << 30);
    REQUIRE (whole);
    CHECK (loudnessOf (channels, 16000, 1) == whole);
    CHECK (loudnessOf (channels, 16000, 7777) == whole);
}

TEST_CASE ("a signal below 400 ms or below the gate has no loudness", "[report]")
{
    CHECK_FALSE (loudnessOf ({tone ({{-20, 0.39}})}, kRate, 1000));
    CHECK (loudnessOf ({tone ({{-20, 0.41}})}, kRate, 1000));
    CHECK_FALSE (loudnessOf ({tone ({{-75, 2}})}, kRate, 1000));
    CHECK_FALSE (loudnessOf ({std::vector<float> (kRate)}, kRate, 1000));
}
