// The partials of an oscillator at pitch 1, common to all of its notes.
#pragma once

#include "Engine/Dsp/Voice/UnisonCopies.h"
#include "Engine/Spec/Patch/Patch.h"

#include <array>
#include <cstdint>
#include <vector>

namespace melstrom
{

inline constexpr int kMaxDensity = 16; ///< partials per harmonic

/** One partial of one unison copy. Plain data: GPUs read the same layout. */
struct alignas (16) Partial
{
    std::int32_t ratio = 0; ///< h: frequency over the fundamental's, 2^-18 steps; > 0
    /** b: factor of the bandwidth, h^scale z with z of a Gaussian; 0: the centre of a cluster,
        which has no bandwidth */
    std::int32_t bandwidth = 0;
    std::int32_t stretch = 0; ///< s: h log2 h
    float amplitude = 0;      ///< of its harmonic times its share in the cluster; signed
};

/** Partials in the order of their ratio, the same for each copy. Made off the audio thread when a
    patch changes; readers share the table. */
struct PartialTable
{
    std::vector<Partial> partials;
    int numCopies = 1;
    std::array<std::int32_t, kMaxCopies> copyPositions {}; ///< see unisonPositions
    std::array<std::int32_t, kMaxCopies> copyPlaces {};    ///< see unisonPlaces
    /** Added to the start phases of all partials of a copy, in 2^-32 turns. */
    std::array<std::uint32_t, kMaxCopies> copyPhases {};
    float copyGain = 1; ///< of each copy: 1 / sqrt (numCopies)
    /** amplitude of a cluster's centre over that of its harmonic: 1 / sqrt (density) */
    float centreShare = 1;
    /** 0 .. 1: share of a turn over which start phases are random: see StartPhase.h */
    float phaseAmount = 0;
    std::uint32_t seed = 0; ///< differs between oscillators
};

/** Harmonics with amplitude 0 are left out. A cluster is a centre and density - 1 sides of the same
    amplitude, with bandwidth coefficients at irregular quantiles of a Gaussian of deviation 1. The
    sum of their squared amplitudes is the harmonic's amplitude squared. A coefficient is clamped to
    +-8191.
    Source of the clusters: Nasca 2011, PADsynth algorithm. oscillator: 0 or 1. Thread: not
    audio. */
PartialTable makePartialTable (const Patch& patch, int oscillator);

/** Number of sinusoids of one note: all copies of the oscillators that are on. Makes the tables.
    Thread: any but audio. */
std::int64_t sinusoidsOfNote (const Patch& patch);

/** Ratios are ascending; amplitudes are signed, of sines that start together. Ratios of bells and
    organs are not integers. */
struct HarmonicSpectrum
{
    std::vector<double> ratios, amplitudes;
};
/** Spectrum of a shape, up to harmonic numPartials. Fourier series are those of waves of peak 1:
    sine 1; triangle 8/pi^2 (-1)^((h-1)/2) / h^2, h odd; saw 2/pi (-1)^(h+1) / h;
    square 4/pi / h, h odd; pulse 4/pi sin (pi h w) / h, the magnitudes of a wave that is high for a
    share w of the cycle.
    `drawn` is the drawing. The other shapes have the power of a sine of amplitude 1 (sum of squares
    1): see HarmonicSpectrum.cpp.
    numPartials: 1 .. kMaxPartials (bell: of its 12 partials); pulseWidth: 0 .. 1. Amplitudes of 0
    stay in the list. */
HarmonicSpectrum harmonicSpectrum (SpectrumShape shape, int numPartials, double pulseWidth,
                                   const std::vector<float>& drawing);

} // namespace melstrom
