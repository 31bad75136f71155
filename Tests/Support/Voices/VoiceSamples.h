// Voices written down for tests, and their sound.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"

#include <vector>

namespace melstrom::testing
{

using Tables = std::array<PartialTable, kNumOscillators>;

/** A saw of peak 1 whose harmonics are clusters, start phases by chance where there is more than
    one copy or partial a harmonic. Made here, not by makePartialTable. */
PartialTable sawTable (int numPartials, int copies, int density);
/** One partial of amplitude 1 that begins as a sine. */
PartialTable sineTable ();
/** The first oscillator's; the second has none. */
Tables tablesOf (PartialTable table);

/** A voice of one oscillator; ramps are each segment's. */
struct VoiceSample
{
    double frequency = 0.01; ///< cycles a sample at the start of the first segment
    double growth = 1;       ///< of all rates over a segment
    double detune = 0, bandwidth = 0, stretch = 0; ///< times the frequency
    FilterType filter = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    Ramp cutoff {0.1f, 0.1f}, resonance {0.707f, 0.707f};
    Spline level {1, 1}, pan, spread; ///< lines
    Ramp tilt, centre {1, 1}, sides {1, 1};
    Ramp floor;                    ///< see OscillatorSegment
    std::int64_t firstSegment = 0; ///< segments that have gone before, at the first rates
};
std::vector<VoiceSegment> segmentsOf (const VoiceSample& sample, int numSegments);

/** Voices of both oscillators that come and go, sweep and rest; by segment. */
std::vector<VoiceSegment> chordOf (int numSegments);

struct RenderedSound
{
    std::vector<float> left, right;
};
/** By the CPU renderer, in batches of so many segments. Throws std::runtime_error on an error, and
    when something outside of the output was written. */
RenderedSound rendered (const Tables& tables, const std::vector<VoiceSegment>& voices,
                        int numSegments, int segmentsPerBatch, int numThreads);

/** Of the sinusoid at bin / size cycles a sample, in double. */
double amplitudeOf (const std::vector<float>& samples, int bin);

} // namespace melstrom::testing
