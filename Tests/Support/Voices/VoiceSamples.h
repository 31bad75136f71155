// Voices written by hand for tests, and their sound.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"

#include <vector>

namespace melstrom::testing
{

using Tables = std::array<PartialTable, kNumOscillators>;

/** A saw of peak 1 whose harmonics are clusters. Start phases are random with more than one copy or
    partial per harmonic. Does not use makePartialTable. */
PartialTable sawTable (int numPartials, int copies, int density);
/** One partial of amplitude 1 that begins as a sine. */
PartialTable sineTable ();
/** Tables with `table` as the first oscillator's; the second oscillator has no partials. */
Tables tablesOf (PartialTable table);

/** A voice of one oscillator; the ramps are the same in each segment. */
struct VoiceSample
{
    double frequency = 0.01; ///< cycles a sample at the start of the first segment
    double growth = 1;       ///< factor of all rates over a segment
    double detune = 0, bandwidth = 0, stretch = 0; ///< times the frequency
    FilterType filter = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    Ramp cutoff {0.1f, 0.1f}, resonance {0.707f, 0.707f};
    Spline level {1, 1}, pan, spread; ///< lines
    Ramp tilt, centre {1, 1}, sides {1, 1};
    Ramp floor;                    ///< see OscillatorSegment
    std::int64_t firstSegment = 0; ///< number of earlier segments, at the first rates
};
std::vector<VoiceSegment> segmentsOf (const VoiceSample& sample, int numSegments);

/** Voices of both oscillators that start, end, sweep and rest; by segment. */
std::vector<VoiceSegment> chordOf (int numSegments);

struct RenderedSound
{
    std::vector<float> left, right;
};
/** Renders on the CPU, in batches of that many segments. Throws std::runtime_error on an error, and
    on a write outside of the output. */
RenderedSound rendered (const Tables& tables, const std::vector<VoiceSegment>& voices,
                        int numSegments, int segmentsPerBatch, int numThreads);

/** Amplitude of the sinusoid at bin / size cycles per sample, in double. */
double amplitudeOf (const std::vector<float>& samples, int bin);

} // namespace melstrom::testing
