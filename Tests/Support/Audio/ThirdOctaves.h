// Energy of a sound by third octaves.
#pragma once

#include "Tests/Support/Audio/StereoSound.h"

#include <array>

namespace melstrom::testing
{

/** 25 Hz to 16 kHz. */
inline constexpr int kNumThirdOctaves = 29;

/** Mean power of both channels together within each band. A full-scale sine on both channels has
    power 1. */
using ThirdOctaves = std::array<double, kNumThirdOctaves>;

/** Exact middle of a band, 1000 Hz x 10^(n / 10), n from -16. Source: IEC 61260-1, base ten. */
double thirdOctaveHz (int band);

/** The power between the edges of each band, middle x 10^(+-1 / 20). Computed by one Fourier
    transform of the whole sound, whose last quarter of a second fades out. The edges are sharp; IEC
    61260-1 allows sharp edges for each class.
    sound   at 48 kHz, half a second at least */
ThirdOctaves thirdOctavesOf (const StereoSound& sound);

/** Mean frequency of the bands, weighted with their amplitudes (square roots of their powers). 0
    for silence. Weights of power would keep it at the fundamental of most sounds, however bright
    they are. */
double centroidHz (const ThirdOctaves& bands);

/** Root mean square of the level differences of two sounds, each level relative to its sound's
    loudness.
    a, b           of sounds of the same length
    aLufs, bLufs   loudness of the whole sounds
    floor          a level more than kUnfilledDb below the loudness counts as kUnfilledDb below it.
                   A band below that floor in both sounds does not count at all: silence in both
                   sounds does not make them more similar */
double spectralDistanceDb (const ThirdOctaves& a, double aLufs, const ThirdOctaves& b,
                           double bLufs);
inline constexpr double kUnfilledDb = 60;

} // namespace melstrom::testing
