#include "Engine/Realtime/Effects/Equalizer.h"

#include "Tests/Support/Audio/SoundLines.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <complex>

namespace melstrom::testing
{
namespace
{

using Complex = std::complex<double>;

/** The cookbook's analogue prototypes, through the bilinear transform that keeps w0: s is j tan (w
    / 2) / tan (w0 / 2). S = 1 is a Q of 1 / sqrt 2. */
enum class Shape
{
    low,
    peak,
    high
};
double wantedDb (Shape shape, const EqualizerBand& band, double hz, double rateHz)
{
    const double a = std::pow (10.0, band.gainDb / 40);
    const double pi = std::numbers::pi;
    const Complex s (0, std::tan (pi * hz / rateHz) / std::tan (pi * band.frequencyHz / rateHz));
    const double q = shape == Shape::peak ? band.q : 1 / std::sqrt (2.0);
    const double edge = std::sqrt (a) / q;
    Complex gain;
    if (shape == Shape::peak)
        gain = (s * s + s * (a / q) + 1.0) / (s * s + s / (a * q) + 1.0);
    else if (shape == Shape::low)
        gain = a * (s * s + edge * s + a) / (a * s * s + edge * s + 1.0);
    else
        gain = a * (a * s * s + edge * s + 1.0) / (s * s + edge * s + a);
    return 20 * std::log10 (std::abs (gain));
}

double measuredDb (const std::vector<float>& response, double hz, double rateHz)
{
    Complex sum = 0;
    for (std::size_t n = 0; n < response.size (); ++n)
        sum += static_cast<double> (response[n]) *
               std::polar (1.0, -kTau * hz / rateHz * static_cast<double> (n));
    return 20 * std::log10 (std::abs (sum));
}

constexpr double kHz[] {25, 60, 120, 250, 600, 1000, 2200, 5000, 9000, 17000};

} // namespace

TEST_CASE ("the EQ has the cookbook's magnitude at ten frequencies", "[eq]")
{
    const std::vector<EqualizerSettings> all {
        {.low = {.gainDb = 9, .frequencyHz = 150, .q = 1}},
        {.low = {.gainDb = -18, .frequencyHz = 2000, .q = 1}},
        {.mid = {.gainDb = 18, .frequencyHz = 1000, .q = 10}},
        {.mid = {.gainDb = -7, .frequencyHz = 16000, .q = 0.2}},
        {.high = {.gainDb = 12, .frequencyHz = 1000, .q = 1}},
        {.high = {.gainDb = -3, .frequencyHz = 16000, .q = 1}},
        {.low = {.gainDb = 3, .frequencyHz = 80, .q = 1},
         .mid = {.gainDb = -6, .frequencyHz = 700, .q = 1.5},
         .high = {.gainDb = 5, .frequencyHz = 7000, .q = 1}}};
    for (const double rateHz : {44100.0, 96000.0})
        for (const auto& settings : all)
        {
            Equalizer equalizer;
            equalizer.prepare (rateHz);
            StereoSound impulse (static_cast<int> (rateHz));
            impulse.left[0] = impulse.right[0] = 1;
            const auto response = processed (equalizer, impulse, std::vector {settings});
            for (const double hz : kHz)
            {
                INFO (rateHz << " Hz, " << hz << " Hz, gains " << settings.low.gainDb << ' '
                             << settings.mid.gainDb << ' ' << settings.high.gainDb);
                const double wanted = wantedDb (Shape::low, settings.low, hz, rateHz) +
                                      wantedDb (Shape::peak, settings.mid, hz, rateHz) +
                                      wantedDb (Shape::high, settings.high, hz, rateHz);
                CHECK (measuredDb (response.left, hz, rateHz) == Approx (wanted).margin (0.001));
                CHECK (measuredDb (response.right, hz, rateHz) == Approx (wanted).margin (0.001));
            }
        }
}

TEST_CASE ("an EQ without gains passes every sample bit by bit, also after gains", "[eq]")
{
    auto dry = whiteNoise (96000, 3);
    dry.left[0] = dry.left[95000] = -0.0f;
    dry.left[1] = dry.left[95001] = 1e-42f;
    Equalizer equalizer;
    equalizer.prepare (48000);
    CHECK (sameBits (processed (equalizer, dry, std::vector {EqualizerSettings {}}), dry));
    const EqualizerSettings loud {.low = {.gainDb = 12, .frequencyHz = 120, .q = 1},
                                  .mid = {.gainDb = -12, .frequencyHz = 500, .q = 3},
                                  .high = {.gainDb = 6, .frequencyHz = 3000, .q = 1}};
    const auto sound = processed (equalizer, dry, std::vector<EqualizerSettings> {loud, {}});
    CHECK (sound.left[40000] != dry.left[40000]);
    CHECK (sameBits ({sound.left.end () - 2000, sound.left.end ()},
                     {dry.left.end () - 2000, dry.left.end ()}));
}

TEST_CASE ("the EQ's knobs move without a click and however calls are cut", "[eq]")
{
    StereoSound tone (48000);
    for (std::size_t n = 0; n < tone.left.size (); ++n)
        tone.left[n] = tone.right[n] =
            static_cast<float> (0.1 * std::sin (kTau * 220 / 48000 * static_cast<double> (n)));
    const std::vector<EqualizerSettings> settings {
        {},
        {.low = {.gainDb = 18, .frequencyHz = 400, .q = 1}},
        {.mid = {.gainDb = 12, .frequencyHz = 250, .q = 2}},
        {.mid = {.gainDb = 12, .frequencyHz = 2000, .q = 0.5},
         .high = {.gainDb = -18, .frequencyHz = 1000, .q = 1}}};
    const auto of = [&] (int blockSamples)
    {
        Equalizer equalizer;
        equalizer.prepare (48000);
        return processed (equalizer, tone, settings, blockSamples);
    };
    const auto whole = of (1 << 20);
    for (const int blockSamples : {1, 7, 64, 0})
        CHECK (sameBits (of (blockSamples), whole));
    const auto above = highPassed (whole.left, 4000, 48000);
    double loudest = 0;
    for (std::size_t n = 4800; n < above.size (); ++n)
        loudest = std::max (loudest, std::abs (above[n]));
    INFO (20 * std::log10 (loudest) << " dBFS");
    CHECK (20 * std::log10 (loudest) < -75);
    for (const float sample : whole.left)
        REQUIRE (std::abs (sample) < 1);
}

TEST_CASE ("what an EQ says of its tail is no shorter than its impulse response", "[eq]")
{
    constexpr double kDecibels = 96, kRateHz = 48000;
    struct Case
    {
        EqualizerSettings settings;
        /** least length of the response, so that the test measures a difference */
        double leastSeconds;
    };
    const std::vector<Case> cases {
        {{.mid = {.gainDb = -18, .frequencyHz = 100, .q = 0.2}}, 0.08}, // two real poles
        // Two real poles, nearly equal.
        {{.mid = {.gainDb = -18, .frequencyHz = 100, .q = 1.4}}, 0.01},
        {{.mid = {.gainDb = 18, .frequencyHz = 100, .q = 10}}, 0.3},
        {{.low = {.gainDb = 18, .frequencyHz = 60, .q = 1}}, 0.01},
        {{.high = {.gainDb = -18, .frequencyHz = 1000, .q = 1}}, 0.001}};
    for (const auto& [settings, leastSeconds] : cases)
    {
        INFO (settings.mid.gainDb << " dB, Q " << settings.mid.q);
        Equalizer equalizer;
        equalizer.prepare (kRateHz);
        StereoSound impulse (2 * static_cast<int> (kRateHz));
        impulse.left[0] = 1;
        const auto response = processed (equalizer, impulse, std::vector {settings}).left;
        std::size_t last = 0;
        for (std::size_t n = 0; n < response.size (); ++n)
            if (std::abs (response[n]) > std::pow (10.0f, -static_cast<float> (kDecibels) / 20))
                last = n;
        const double seconds = static_cast<double> (last) / kRateHz;
        CHECK (seconds >= leastSeconds);
        CHECK (seconds <= equalizerTailSeconds (settings, kDecibels));
    }
}

} // namespace melstrom::testing
