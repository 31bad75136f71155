// What all notes of an oscillator have in common: its partials at pitch 1.
#pragma once

#include "Engine/Dsp/Voice/UnisonCopies.h"
#include "Engine/Spec/Patch/Patch.h"

#include <array>
#include <cstdint>
#include <vector>

namespace melstrom
{

inline constexpr int kMaxDensity = 16; ///< partials that a harmonic is spread into

/** One partial of one unison copy. Plain data: GPUs read it as it is. */
struct alignas (16) Partial
{
    std::int32_t ratio = 0; ///< h: frequency over the fundamental's, 2^-18 steps; > 0
    /** b: how far the bandwidth moves it, h^scale z with z of a Gaussian; 0 for the centre of a
        cluster, which is what has no bandwidth */
    std::int32_t bandwidth = 0;
    std::int32_t stretch = 0; ///< s: h log2 h
    float amplitude = 0;      ///< of its harmonic times its share in the cluster; sign and all
};

/** Partials in the order of their ratio, the same ones for each copy. Made when a patch changes,
    off the audio thread; readers share it. */
struct PartialTable
{
    std::vector<Partial> partials;
    int numCopies = 1;
    std::array<std::int32_t, kMaxCopies> copyPositions {}; ///< see unisonPositions
    std::array<std::int32_t, kMaxCopies> copyPlaces {};    ///< see unisonPlaces
    /** Added to the start phases of all partials of a copy, in 2^-32 turns. */
    std::array<std::uint32_t, kMaxCopies> copyPhases {};
    float copyGain = 1; ///< of each: 1 / sqrt (numCopies)
    /** of a harmonic's amplitude, that the centre of its cluster has: 1 / sqrt (density) */
    float centreShare = 1;
    /** 0 .. 1: share of a turn over which start phases are spread by chance: see StartPhase.h */
    float phaseAmount = 0;
    std::uint32_t seed = 0; ///< differs between oscillators
};

/** Harmonics whose amplitude is 0 are left out. A cluster is a centre and density - 1 sides of the
    same amplitude, with bandwidth coefficients at irregular quantiles of a Gaussian of deviation 1;
    the sum of their squares is the harmonic's amplitude squared. A coefficient is cut to +-8191.
    Source of the clusters: Nasca 2011, PADsynth algorithm. oscillator: 0 or 1. Thread: not audio. */
PartialTable makePartialTable (const Patch& patch, int oscillator);

/** Sinusoids of one note: of all copies of the oscillators that are on. Makes the tables. Thread: any but audio. */
std::int64_t sinusoidsOfNote (const Patch& patch);

/** Ratios rise; amplitudes with their signs, of sines that start together. Ratios of bells and
    organs are not whole. */
struct HarmonicSpectrum
{
    std::vector<double> ratios, amplitudes;
};
/** The shapes, to harmonic numPartials. Fourier series are those of waves of peak 1:
    sine 1; triangle 8/pi^2 (-1)^((h-1)/2) / h^2, h odd; saw 2/pi (-1)^(h+1) / h;
    square 4/pi / h, h odd; pulse 4/pi sin (pi h w) / h, the magnitudes of a wave that is high for a
    share w of the cycle. `drawn` is the drawing. The others have the power of a sine of amplitude 1
    (sum of squares 1): see HarmonicSpectrum.cpp.
    numPartials: 1 .. kMaxPartials (bell: of its 12 partials); pulseWidth: 0 .. 1. Zeros stay. */
HarmonicSpectrum harmonicSpectrum (SpectrumShape shape, int numPartials, double pulseWidth,
                                   const std::vector<float>& drawing);

} // namespace melstrom
