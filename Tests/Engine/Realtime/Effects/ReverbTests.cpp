#include "Engine/Realtime/Effects/Reverb.h"

#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

namespace melstrom::testing
{
namespace
{

StereoSound impulseResponse (double rateHz, const ReverbSettings& settings, double seconds)
{
    Reverb reverb;
    reverb.prepare (rateHz);
    StereoSound impulse (static_cast<int> (seconds * rateHz));
    impulse.left[0] = impulse.right[0] = 1;
    return processed (reverb, impulse, std::vector {settings});
}

/** Applies a band-pass of peak 1 twice. Source: Bristow-Johnson, Audio EQ Cookbook. */
std::vector<double> band (const std::vector<float>& in, double hz, double rateHz, double q = 1)
{
    const double w = 2 * std::numbers::pi * hz / rateHz, alpha = std::sin (w) / (2 * q);
    const double a0 = 1 + alpha, b0 = alpha / a0, a1 = -2 * std::cos (w) / a0,
                 a2 = (1 - alpha) / a0;
    std::vector<double> out (in.begin (), in.end ());
    for (int pass = 0; pass < 2; ++pass)
    {
        double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        for (double& sample : out)
        {
            const double y = b0 * (sample - x2) - a1 * y1 - a2 * y2;
            x2 = std::exchange (x1, sample);
            y2 = std::exchange (y1, y);
            sample = y;
        }
    }
    return out;
}

/** Seconds for 60 dB, from the line through the decay between -5 and -35 dB. Source: Schroeder
   1965, "New method of measuring reverberation time"; ISO 3382-1 (T30). */
double decaySeconds (const std::vector<double>& response, double rateHz)
{
    std::vector<double> energy (response.size ());
    double sum = 0;
    for (std::size_t n = response.size (); n-- > 0;)
        energy[n] = sum += response[n] * response[n];
    double count = 0, t = 0, d = 0, tt = 0, td = 0;
    for (std::size_t n = 0; n < energy.size (); ++n)
    {
        const double decibels = 10 * std::log10 (energy[n] / sum);
        if (decibels > -5 || decibels < -35)
            continue;
        const double seconds = static_cast<double> (n) / rateHz;
        count += 1;
        t += seconds;
        d += decibels;
        tt += seconds * seconds;
        td += seconds * decibels;
    }
    return -60 / ((count * td - t * d) / (count * tt - t * t));
}

double power (const std::vector<float>& samples, std::size_t first = 0)
{
    double sum = 0;
    for (std::size_t n = first; n < samples.size (); ++n)
        sum += static_cast<double> (samples[n]) * static_cast<double> (samples[n]);
    return sum / static_cast<double> (samples.size () - first);
}

} // namespace

TEST_CASE ("a reverb dies away by 60 dB in its time", "[reverb]")
{
    for (const double rateHz : {44100.0, 96000.0})
        for (const double seconds : {0.4, 1.0, 3.0, 8.0})
            for (const double damping : {0.0, 0.5, 0.8})
            {
                const auto response = impulseResponse (
                    rateHz, {.mix = 1, .timeSeconds = seconds, .damping = damping}, 1.2 * seconds);
                for (const auto* side : {&response.left, &response.right})
                {
                    INFO (rateHz << " Hz, " << seconds << " s, damping " << damping);
                    CHECK (decaySeconds (band (*side, 700, rateHz), rateHz) ==
                           Approx (seconds).epsilon (0.1));
                }
            }
}

TEST_CASE ("damping shortens a reverb's time at 8 kHz to 1 - 0.85 of itself", "[reverb]")
{
    for (const double damping : {0.0, 0.3, 0.6, 1.0})
    {
        const auto response =
            impulseResponse (48000, {.mix = 1, .timeSeconds = 4, .damping = damping}, 5);
        INFO ("damping " << damping);
        // A narrow band: the decay time falls steeply with frequency there, and the slowest part of
        // the band dominates the end.
        CHECK (decaySeconds (band (response.left, 8000, 48000, 12), 48000) ==
               Approx (4 * (1 - 0.85 * damping)).epsilon (0.15));
    }
}

TEST_CASE ("a reverb of mix 0 passes every sample bit by bit", "[reverb]")
{
    Reverb reverb;
    reverb.prepare (48000);
    auto dry = whiteNoise (20000, 1);
    dry.left[5] = -0.0f;
    dry.left[6] = 1e-42f;
    CHECK (sameBits (processed (reverb, dry, std::vector {ReverbSettings {.mix = 0}}), dry));
    reverb.setSettings ({.mix = 0.5});
    auto heard = dry;
    processPart (reverb, heard, 0, heard.size (), 512);
    const auto again = processed (reverb, dry, std::vector {ReverbSettings {.mix = 0}});
    CHECK (again.left[100] != dry.left[100]);
    const auto end = static_cast<std::ptrdiff_t> (24 * kEaseSeconds * 48000);
    CHECK (std::equal (again.left.begin () + end, again.left.end (), dry.left.begin () + end));
}

TEST_CASE ("a reverb does not depend on how its calls are cut", "[reverb]")
{
    const std::vector<ReverbSettings> settings {
        {.mix = 0.5, .timeSeconds = 1},
        {.mix = 0, .timeSeconds = 0.1},
        {.mix = 0, .timeSeconds = 0.1},
        {.mix = 1, .timeSeconds = 9, .predelaySeconds = 0.2},
        {.mix = 0.2, .damping = 1, .predelaySeconds = 0}};
    const auto dry = whiteNoise (60001, 2);
    const auto of = [&] (int blockSamples)
    {
        Reverb reverb;
        reverb.prepare (44100);
        return processed (reverb, dry, settings, blockSamples);
    };
    const auto whole = of (1 << 20);
    for (const int blockSamples : {1, 7, 64, 4096, 0})
    {
        INFO ("blocks of " << blockSamples);
        CHECK (sameBits (of (blockSamples), whole));
    }
}

TEST_CASE ("a reverb's first echo comes 2.3 ms after predelay, and its sides differ", "[reverb]")
{
    for (const double predelay : {0.0, 0.05, 0.2})
    {
        const auto response =
            impulseResponse (48000, {.mix = 1, .timeSeconds = 2, .predelaySeconds = predelay}, 2);
        const auto first =
            static_cast<std::size_t> (std::find_if (response.left.begin (), response.left.end (),
                                                    [] (float x) { return x != 0; }) -
                                      response.left.begin ());
        CHECK (first == static_cast<std::size_t> (std::lround (predelay * 48000)) + 110);
        // Seven of the eight echoes come before the tail.
        const auto begin = response.left.begin () + static_cast<std::ptrdiff_t> (first);
        CHECK (std::count_if (begin, begin + 1350, [] (float x) { return x != 0; }) == 7);
        double product = 0;
        for (std::size_t n = 0; n < response.left.size (); ++n)
            product +=
                static_cast<double> (response.left[n]) * static_cast<double> (response.right[n]);
        product /= static_cast<double> (response.left.size ());
        CHECK (std::abs (product) <
               0.1 * std::sqrt (power (response.left) * power (response.right)));
    }
}

TEST_CASE ("a reverb's lines are different primes at every rate", "[reverb]")
{
    for (const double rateHz : {8000.0, 22050.0, 44100.0, 48000.0, 96000.0, 192000.0})
    {
        const auto lengths = reverbLineSamples (rateHz);
        CHECK (std::set (lengths.begin (), lengths.end ()).size () == 16);
        for (const int length : lengths)
        {
            CHECK (length >= static_cast<int> (0.031 * rateHz));
            CHECK (length < 0.084 * rateHz + 40);
            for (int divisor = 2; divisor < length; ++divisor)
                REQUIRE (length % divisor != 0);
        }
    }
}

TEST_CASE ("a minute of full-scale noise stays as loud as it is, and then becomes silence",
           "[reverb]")
{
    constexpr int kRateHz = 48000;
    for (const double seconds : {0.5, 30.0})
    {
        INFO (seconds << " s");
        Reverb reverb;
        reverb.prepare (kRateHz);
        reverb.setSettings ({.mix = 1, .timeSeconds = seconds, .damping = 0});
        StereoSound sound (1);
        for (int second = 0; second < 60; ++second)
        {
            sound = whiteNoise (kRateHz, static_cast<std::uint32_t> (second));
            processPart (reverb, sound, 0, sound.size (), 4096);
        }
        // Uniform noise has a power of 1/3. The tolerance is 2 dB, because a tail is noise, too. At
        // 30 s the modulated lines lose additional high frequencies at each pass.
        CHECK (10 * std::log10 (3 * power (sound.left)) ==
               Approx (seconds > 10 ? -1 : 0).margin (2));
        reverb.setSettings ({.mix = 1, .timeSeconds = 0.5, .damping = 0.5});
        for (int second = 0; second < 8; ++second)
        {
            sound = StereoSound (kRateHz);
            processPart (reverb, sound, 0, sound.size (), 4096);
            for (const float sample : sound.left)
                REQUIRE (std::fpclassify (sample) != FP_SUBNORMAL);
        }
        CHECK (power (sound.left) == 0);
        CHECK (power (sound.right) == 0);
    }
}

TEST_CASE ("a reverb's settings move without a click", "[reverb]")
{
    Reverb reverb;
    reverb.prepare (48000);
    StereoSound tone (96000);
    for (std::size_t n = 0; n < tone.left.size (); ++n)
        tone.left[n] = tone.right[n] =
            static_cast<float> (0.5 * std::sin (0.02 * static_cast<double> (n)));
    const auto sound = processed (
        reverb, tone,
        std::vector<ReverbSettings> {{.mix = 0.3, .timeSeconds = 2, .predelaySeconds = 0},
                                     {.mix = 1, .timeSeconds = 0.2, .predelaySeconds = 0.1},
                                     {.mix = 0.5, .timeSeconds = 20, .predelaySeconds = 0.01},
                                     {.mix = 0, .timeSeconds = 20, .predelaySeconds = 0.01}});
    float loudest = 0;
    for (const float sample : sound.left)
        loudest = std::max (loudest, std::abs (sample));
    // Bound: a tone of 0.02 radians a sample of that loudness, and gains that move over their whole
    // range through three low-passes: in one sample at most 2 exp (-2) of a time constant's share.
    // The first half second contains the onsets of the tone's echoes.
    for (std::size_t n = 24000; n < sound.left.size (); ++n)
        REQUIRE (std::abs (sound.left[n] - sound.left[n - 1]) <
                 loudest * (2 * 0.02f + 3 * 0.271f / (static_cast<float> (kEaseSeconds) * 48000)));
}

} // namespace melstrom::testing
