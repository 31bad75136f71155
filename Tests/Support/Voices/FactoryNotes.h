// Notes of a factory patch for measurements, at 48 kHz.
#pragma once

#include "Engine/Spec/Patch/Patch.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Audio/ThirdOctaves.h"

#include <functional>

namespace melstrom::testing
{

inline constexpr int kFactoryRate = 48000;

/** The velocity of a key, and the controller values from before the key press on. */
struct Hand
{
    int velocity = 100; ///< 1 .. 127
    float wheel = 0, pressure = 0;
    float timbre = 0.5f; ///< controller 74
};

/** C3 (key 48) held for all but the last quarter. seconds: of the whole sound. */
StereoSound heldC3 (const Patch& patch, double seconds, const Hand& hand = {});

/** Keys 36, 48, 55, 60, 64 and 72 at velocity 100, held for three of four seconds. */
StereoSound heldSix (const Patch& patch);

double peakDbOf (const StereoSound& sound);

/** Measurements of a held C3. */
struct HeldSound
{
    double levelLufs = 0; ///< highest momentary loudness
    double centroidHz = 0;
};
HeldSound heardOf (const StereoSound& sound);

/** Power of the difference of two sounds of equal length, in dB relative to the second sound. */
double differencePowerDb (const StereoSound& a, const StereoSound& b);

/** Swing of the fundamental's pitch: the median distance from its mean in cents, over the middle
    half. No other partial may be near the fundamental. fundamentalHz: the frequency without the
    swing */
double pitchSwingCents (const StereoSound& sound, double fundamentalHz);

/** The pitch of oscillator 1 at C3. */
double fundamentalOfC3 (const Patch& patch);

/** Whether tests of factory patches print their measurements: the environment variable
    MELSTROM_SHOW_FACTORY. */
bool showsFactory ();

/** Calls `test` for each factory patch. Under a sanitizer only for one in `kSanitizedStep`, and
    prints this. */
void forFactoryPatches (const std::function<void (const Patch&)>& test);
inline constexpr int kSanitizedStep = 8;

} // namespace melstrom::testing
