// The four classic patches against the formulae of docs/synth.md, written here a second time.
#include "Engine/Realtime/Effects/Oversampling.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace melstrom::testing
{

namespace
{
constexpr double kTau = 2 * 3.14159265358979323846, kRateHz = 48000;

Patch classic (const char* name)
{
    auto patch = findPatch (name);
    REQUIRE (patch);
    return *patch;
}

struct Times
{
    double attack, decay, sustain, release;
};

/** Attack 1 - exp (-5x), decay s + (1 - s) exp (-3x), while the key is down. */
double envelopeAt (const Times& times, double t)
{
    if (t < times.attack)
        return 1 - std::exp (-5 * t / times.attack);
    return times.sustain + (1 - times.sustain) * std::exp (-3 * (t - times.attack) / times.decay);
}

/** The wave 2 (x - floor (x + 1/2)) from its partials, faded out from 0.45 to 0.49 of the rate. */
double sawAt (double hz, double t)
{
    double sum = 0;
    for (int h = 1; h * hz < 0.49 * kRateHz && h <= 512; ++h)
    {
        const double fade = std::clamp ((0.49 - h * hz / kRateHz) / 0.04, 0.0, 1.0);
        sum += fade * (h % 2 == 1 ? 1 : -1) * std::sin (kTau * h * hz * t) / h;
    }
    return 2 / (kTau / 2) * sum;
}

/** Gain behind the clip. */
double outputGainOf (const Patch& patch)
{
    return std::pow (10.0, static_cast<double> (patch[PatchKey::outputGain]) / 20);
}

/** formula (seconds): the sound before the soft clip. The soft clip has the patch's own drive of
    0.7 or is off; if on, it delays low frequencies by kOversamplingDelaySamples. The output gain
    comes last. attackSeconds: end of the attack. There the formulae of attack and decay have a step
    of 0.7 %, which the synthesizer spreads over the segment of the step. */
template <typename Formula>
double differenceDb (const Patch& patch, int key, int numSamples, double attackSeconds,
                     const Formula& formula)
{
    const bool isClipped = patch.whole (PatchKey::clipOn) != 0;
    CHECK (patch[PatchKey::clipDrive] == 0.7f);
    const double later = isClipped ? kOversamplingDelaySamples : 0;
    const double outputGain = outputGainOf (patch);
    const double stepEnd = attackSeconds * kRateHz + later;
    const auto wantedAt = [&] (double sample)
    {
        const double mix = sample < later ? 0 : formula ((sample - later) / kRateHz);
        return outputGain * (isClipped ? std::tanh (0.7 * mix) : mix);
    };
    const auto sound = play (patch, {noteOn (0, key)}, numSamples, kRateHz);
    std::vector<double> differences;
    for (int n = 0; n < numSamples; n += 3)
        if (n < stepEnd - kControlSamples || n > stepEnd + kControlSamples)
            differences.push_back (sound.left[static_cast<std::size_t> (n)] - wantedAt (n));
    return peakDb (differences);
}
} // namespace

TEST_CASE ("factory patches are sound, named once, and in categories", "[patches]")
{
    std::set<std::string> names;
    for (const auto& patch : factoryPatches ())
    {
        INFO (patch.name);
        CHECK (patch.validate ());
        CHECK (names.insert (patch.name).second);
        CHECK_FALSE (patch.category.empty ());
        CHECK_FALSE (patch.description.empty ());
        CHECK_FALSE (patch.tags.empty ());
    }
    CHECK (names.size () >= 64);
}

TEST_CASE ("factory patches are neither silent nor too loud on a chord", "[patches]")
{
    for (const auto& patch : factoryPatches ())
    {
        INFO (patch.name);
        const auto sound =
            play (patch, {noteOn (0, 48, 0.8f), noteOn (0, 60, 0.8f), noteOn (0, 67, 0.8f)}, 96000);
        float peak = 0;
        for (const float x : sound.left)
            peak = std::max (peak, std::fabs (x));
        CHECK (peak > 0.02f);
        CHECK (peak < 1);
    }
}

TEST_CASE ("Pad is half a sine and half a saw 5 cents up, breathing", "[patches]")
{
    const Times times {2.5, 3.0, 0.75, 3.0};
    const double hz = 440, sawHz = hz * std::exp2 (5.0 / 1200);
    // Before the clip: tanh of a saw's sampled formula has aliases. SoftClipTests tests the clip.
    auto pad = classic ("Pad");
    CHECK (pad[PatchKey::clipOn] == 1);
    pad[PatchKey::clipOn] = 0;
    CHECK (differenceDb (pad, 69, 4 * 48000, times.attack,
                         [&] (double t)
                         {
                             return envelopeAt (times, t) * (1 + 0.2 * std::sin (kTau * 0.5 * t)) *
                                    (0.5 * std::sin (kTau * hz * t) + 0.5 * sawAt (sawHz, t));
                         }) < -70);
}

TEST_CASE ("Lead is a sine under its envelope", "[patches]")
{
    const Times times {0.3, 0.5, 0.8, 0.8};
    CHECK (differenceDb (classic ("Lead"), 57, 2 * 48000, times.attack,
                         [&] (double t)
                         { return envelopeAt (times, t) * std::sin (kTau * 220 * t); }) < -70);
}

TEST_CASE ("Kick falls from 150 to 40 Hz in a tenth of a second, on any key", "[patches]")
{
    const double fall = std::log (40.0 / 150.0) / 0.1;
    const auto formula = [&] (double t)
    {
        const double swept = std::min (t, 0.1);
        const double cycles = 150 * (std::exp (fall * swept) - 1) / fall + 40 * (t - swept);
        return std::exp (-10 * t / 0.15) * std::sin (kTau * cycles);
    };
    CHECK (differenceDb (classic ("Kick"), 36, 12000, 0, formula) < -60);
    CHECK (differenceDb (classic ("Kick"), 60, 12000, 0, formula) < -60);
}

TEST_CASE ("Swell is white noise under a running mean that comes and goes", "[patches]")
{
    auto patch = classic ("Swell");
    patch[PatchKey::clipOn] = 0;
    constexpr int kNotes = 24, kWindow = 2400, kWindows = 100;
    std::vector<double> power (kWindows);
    for (int note = 0; note < kNotes; ++note)
    {
        patch[PatchKey::seed] = static_cast<float> (note);
        const auto sound = play (patch, {noteOn (0, 60)}, kWindow * kWindows, kRateHz);
        for (int n = 0; n < kWindow * kWindows; ++n)
            power[static_cast<std::size_t> (n / kWindow)] +=
                std::pow (sound.left[static_cast<std::size_t> (n)], 2) / (kWindow * kNotes);
    }
    // A mean of n white samples has 1/n of their power; 100 samples at 44.1 kHz.
    const double meanPower = std::pow (outputGainOf (patch), 2) * 44100.0 / (100 * kRateHz);
    for (int window = 10; window < kWindows; ++window)
    {
        INFO ("window " << window);
        const double t = (window + 0.5) * kWindow / kRateHz;
        const double attack = t < 2 ? 1 - std::exp (-3 * t / 2) : 1;
        const double level = attack * (0.5 + 0.5 * std::sin (kTau * 0.2 * t));
        if (level > 0.1)
            CHECK (power[static_cast<std::size_t> (window)] / (level * level * meanPower) ==
                   Approx (1.0).margin (0.25));
    }
}

} // namespace melstrom::testing
