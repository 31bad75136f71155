// Start phases of notes: equal notes struck repeatedly, and the level of their fundamentals.
//   level  power of both channels at the note's frequency, under a Hann window of one second from
//          the key on
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace melstrom::testing
{
namespace
{
constexpr int kRate = 48000;
constexpr double kMostDb = 3;

struct Strikes
{
    int key = 36, count = 12;
    int octaves = 0; ///< of the fundamental above the key
};

double fundamentalDb (const StereoSound& sound, std::size_t first, double hertz)
{
    const double omega = 2 * std::numbers::pi / kRate;
    std::complex<double> left, right;
    for (std::size_t n = 0; n < kRate; ++n)
    {
        const double at = static_cast<double> (n);
        const auto turn = std::polar (0.5 - 0.5 * std::cos (omega * at), omega * hertz * at);
        left += turn * static_cast<double> (sound.left[first + n]);
        right += turn * static_cast<double> (sound.right[first + n]);
    }
    return 10 * std::log10 (std::norm (left) + std::norm (right));
}

std::vector<SynthEvent> eventsOf (const Strikes& strikes)
{
    std::vector<SynthEvent> events;
    for (int i = 0; i < strikes.count; ++i)
    {
        events.push_back (noteOn (2 * kRate * i, strikes.key, 0.8f));
        events.push_back (noteOff (2 * kRate * i + kRate, strikes.key));
    }
    return events;
}

/** Level range from the softest to the loudest note, without effects. */
double rangeDb (Patch patch, const Strikes& strikes,
                std::unique_ptr<VoiceRenderer> renderer = nullptr)
{
    for (const auto key :
         {PatchKey::chorusMix, PatchKey::reverbMix, PatchKey::delayMix, PatchKey::clipOn})
        patch[key] = 0;
    const int length = 2 * kRate * strikes.count;
    const StereoSound sound =
        renderer == nullptr ? play (patch, eventsOf (strikes), length)
                            : playOn (std::move (renderer), patch, eventsOf (strikes), length);
    const double hertz = 440 * std::exp2 ((strikes.key - 69) / 12.0 + strikes.octaves);
    std::vector<double> levels;
    for (int i = 0; i < strikes.count; ++i)
        levels.push_back (fundamentalDb (sound, static_cast<std::size_t> (2 * kRate * i), hertz));
    const auto [low, high] = std::ranges::minmax (levels);
    return high - low;
}

Patch factory (const char* name)
{
    auto patch = findPatch (name);
    REQUIRE (patch);
    return *patch;
}

Patch reeseIn (PhaseMode mode)
{
    Patch patch = factory ("Reese");
    patch[PatchKey::phaseMode] = static_cast<float> (mode);
    patch[PatchKey::osc1Phase] = 1;
    return patch;
}

/** Strikes in the octave of the first oscillator. */
Strikes strikesOf (const Patch& patch, int count = 12)
{
    return {36, count, patch.whole (PatchKey::osc1Octave)};
}
} // namespace

TEST_CASE ("a patch that says nothing begins its notes by chance", "[patch]")
{
    CHECK (Patch ().choice<PhaseMode> (PatchKey::phaseMode) == PhaseMode::random);
}

TEST_CASE ("equal notes of a factory bass are equally loud", "[patches][unison]")
{
    int numBasses = 0;
    for (const Patch& patch : factoryPatches ())
    {
        if (patch.category != "Basses")
            continue;
        INFO (patch.name);
        CHECK (rangeDb (patch, strikesOf (patch)) < kMostDb);
        ++numBasses;
    }
    CHECK (numBasses >= 3);
    for (const char* const name : {"Night Bus", "String Section"})
    {
        INFO (name);
        CHECK (rangeDb (factory (name), strikesOf (factory (name))) < kMostDb);
    }
}

TEST_CASE ("notes that begin by chance are not equally loud", "[patches][unison]")
{
    const Patch reese = reeseIn (PhaseMode::random);
    CHECK (rangeDb (reese, strikesOf (reese)) > 6);
}

TEST_CASE ("CUDA: equal notes of a bass are equally loud in both modes", "[cuda][voices][unison]")
{
    for (const auto mode : {PhaseMode::reset, PhaseMode::spread})
    {
        Patch patch = reeseIn (mode);
        patch[PatchKey::osc1Partials] = 8;
        EmulatedRenderer emulated (kPlayCapacity);
        CHECK (rangeDb (patch, strikesOf (patch, 3), std::move (emulated.renderer)) < kMostDb);
    }
}

} // namespace melstrom::testing
