#include "Tests/Support/Voices/FactoryNotes.h"

#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Audio/Loudness.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Sanitizer.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>

namespace melstrom::testing
{

namespace
{
constexpr int kC3 = 48;
constexpr double kC3Hz = 130.8127826502993;

SynthEvent pressureOf (float value)
{
    return {0, SynthEventKind::channelPressure, 0, 0, value};
}
} // namespace

StereoSound heldC3 (const Patch& patch, double seconds, const Hand& hand)
{
    const auto numSamples = static_cast<int> (seconds * kFactoryRate);
    constexpr int kWheel = 1, kTimbre = 74;
    std::vector<SynthEvent> events {controller (0, kWheel, hand.wheel), pressureOf (hand.pressure),
                                    controller (0, kTimbre, hand.timbre)};
    events.push_back (noteOn (0, kC3, static_cast<float> (hand.velocity) / 127.0f));
    events.push_back (noteOff (numSamples * 3 / 4, kC3));
    return play (patch, events, numSamples, kFactoryRate);
}

StereoSound heldSix (const Patch& patch)
{
    std::vector<SynthEvent> events;
    constexpr int kKeys[] {36, 48, 55, 60, 64, 72};
    for (const int key : kKeys)
        events.push_back (noteOn (0, key, 100 / 127.0f));
    for (const int key : kKeys)
        events.push_back (noteOff (3 * kFactoryRate, key));
    return play (patch, events, 4 * kFactoryRate, kFactoryRate);
}

double peakDbOf (const StereoSound& sound)
{
    double peak = 0;
    for (const auto* side : {&sound.left, &sound.right})
        for (const float x : *side)
            peak = std::max (peak, std::abs (static_cast<double> (x)));
    return 20 * std::log10 (peak);
}

HeldSound heardOf (const StereoSound& sound)
{
    return {highestLoudnessOf (sound), centroidHz (thirdOctavesOf (sound))};
}

double pitchSwingCents (const StereoSound& sound, double fundamentalHz)
{
    // Shifts the fundamental to 0 Hz. The mean over four periods is then 0 for all other harmonics.
    const auto window = static_cast<int> (std::lround (4 * kFactoryRate / fundamentalHz));
    std::vector<double> cents;
    std::complex<double> before;
    for (int first = sound.size () / 4; first + window < sound.size () * 3 / 4; first += window / 2)
    {
        std::complex<double> sum;
        for (int n = first; n < first + window; ++n)
            sum += std::polar (1.0, -2 * std::numbers::pi * fundamentalHz * n / kFactoryRate) *
                   static_cast<double> (sound.left[static_cast<std::size_t> (n)] +
                                        sound.right[static_cast<std::size_t> (n)]);
        const double turns = std::arg (sum * std::conj (before)) / (2 * std::numbers::pi);
        if (before != 0.0)
            cents.push_back (1200 *
                             std::log2 (1 + turns * kFactoryRate / (window / 2) / fundamentalHz));
        before = sum;
    }
    REQUIRE (cents.size () > 8);
    double mean = 0;
    for (const double x : cents)
        mean += x / static_cast<double> (cents.size ());
    for (double& x : cents)
        x = std::abs (x - mean);
    std::ranges::nth_element (cents, cents.begin () + static_cast<long> (cents.size () / 2));
    return cents[cents.size () / 2];
}

double differencePowerDb (const StereoSound& a, const StereoSound& b)
{
    double difference = 0, power = 0;
    for (const auto side : {&StereoSound::left, &StereoSound::right})
        for (std::size_t n = 0; n < (b.*side).size (); ++n)
        {
            const auto x = static_cast<double> ((a.*side)[n]),
                       y = static_cast<double> ((b.*side)[n]);
            difference += (x - y) * (x - y);
            power += y * y;
        }
    return 10 * std::log10 (difference / power);
}

double fundamentalOfC3 (const Patch& patch)
{
    const double semitones = 12.0 * patch.whole (PatchKey::osc1Octave) +
                             patch.whole (PatchKey::osc1Semitones) +
                             static_cast<double> (patch[PatchKey::osc1Cents]) / 100;
    return kC3Hz * std::exp2 (semitones / 12);
}

bool showsFactory ()
{
    return std::getenv ("MELSTROM_SHOW_FACTORY") != nullptr;
}

void forFactoryPatches (const std::function<void (const Patch&)>& test)
{
    const auto& patches = factoryPatches ();
    constexpr std::size_t kStep = kIsSanitized ? kSanitizedStep : 1;
    if (kIsSanitized)
        skipPart ("under a sanitizer one factory patch of " + std::to_string (kStep) +
                  " is played");
    for (std::size_t i = 0; i < patches.size (); i += kStep)
    {
        INFO (patches[i].name);
        test (patches[i]);
    }
}

} // namespace melstrom::testing
