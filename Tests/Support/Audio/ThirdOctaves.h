// Where the energy of a sound lies: third octaves.
#pragma once

#include "Tests/Support/Audio/StereoSound.h"

#include <array>

namespace melstrom::testing
{

/** 25 Hz to 16 kHz. */
inline constexpr int kNumThirdOctaves = 29;

/** Mean power of both sides together within each band: 1 for a sine at full scale on both. */
using ThirdOctaves = std::array<double, kNumThirdOctaves>;

/** Exact middle of a band, 1000 Hz x 10^(n / 10), n from -16. Source: IEC 61260-1, base ten. */
double thirdOctaveHz (int band);

/** The power between the edges of each band, middle x 10^(+-1 / 20), of one Fourier transform of the whole sound, whose last
    quarter of a second fades out. The edges are sharp; IEC 61260-1 allows that of each class.
    sound   at 48 kHz, half a second at least */
ThirdOctaves thirdOctavesOf (const StereoSound& sound);

/** Mean frequency of the bands, weighted with their amplitudes, the roots of their powers. 0 for silence. Weighted with powers
    it would stay at the fundamental of most sounds, however bright they are. */
double centroidHz (const ThirdOctaves& bands);

/** Root mean square of the differences of two sounds' levels, each less its loudness.
    a, b           of sounds of the same length; aLufs, bLufs: loudness of all of that length
    what counts    a level more than kUnfilledDb below the loudness counts as that. A band where this holds of both sounds
                   does not count at all, so that silence that two sounds share makes them no more alike */
double spectralDistanceDb (const ThirdOctaves& a, double aLufs, const ThirdOctaves& b,
                           double bLufs);
inline constexpr double kUnfilledDb = 60;

} // namespace melstrom::testing
