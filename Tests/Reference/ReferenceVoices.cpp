#include "Tests/Reference/ReferenceVoices.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom::testing
{
namespace
{
constexpr int kSamples = 32;

/** Uniform quadratic B-spline of three weights. Source: de Boor, A Practical Guide to Splines,
    1978. */
double splineOf (double before, double start, double end, int sample)
{
    const double x = static_cast<double> (sample) / kSamples;
    return before * (1 - x) * (1 - x) / 2 + start * (0.5 + x - x * x) + end * x * x / 2;
}

/** turns + start n + (end - start) n^2 / 64, rounded down: in whole numbers, modulo 2^64. */
std::uint64_t turnsAt (const TurnRamp& ramp, int sample)
{
    const std::int64_t bend = (ramp.endRate - ramp.startRate) * sample * sample;
    const std::int64_t down = bend >= 0 ? bend / 64 : -((-bend + 63) / 64);
    return ramp.turns + static_cast<std::uint64_t> (ramp.startRate * sample + down);
}

std::uint64_t productOf (std::int64_t coefficient, std::uint64_t turns)
{
    return static_cast<std::uint64_t> (coefficient) * turns;
}

/** Wellons's lowbias32. */
std::uint32_t mixed (std::uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

/** Gain for the power of a tilt (an exponent). Exact at quarters of a decibel per octave; linear in
    decibels between them. */
double tiltGainOf (const PartialTable& table, double tilt, double sampleRateHz)
{
    if (tilt == 0)
        return 1;
    const double quarters = std::clamp (4 * 20 * std::log10 (2.0) * tilt, -96.0, 96.0);
    const double below = std::floor (quarters), share = quarters - below;
    const auto octaves = [&] (double at)
    { return referenceTiltOctaves (table, std::min (at, 96.0) / 4, sampleRateHz); };
    return std::exp2 ((1 - share) * octaves (below) + share * octaves (below + 1));
}

/** One partial: its oscillator, copy and index. */
struct Place
{
    const PartialTable& table;
    const OscillatorSegment& oscillator;
    const VoiceSegment& voice;
    std::size_t copy, index;
    double startTilt, endTilt; ///< gains
    bool leavesOut;            ///< leaves out partials below the floor

    const Partial& partial () const { return table.partials[index]; }
    std::int64_t position () const { return table.copyPositions[copy]; }
};

/** a_j of copies that wander: -7/16 .. 7/16 of a cycle, in 2^-15 cycles; 0 for j = 0. */
double wanderKnot (const Place& at, std::uint64_t j)
{
    j %= std::uint64_t {1} << 27;
    const auto index = static_cast<std::uint32_t> (at.copy * (std::size_t {1} << 27) + j);
    const std::uint32_t word = mixed (index + mixed ((at.table.seed ^ 0x57414e44u) + 0x9e3779b9u));
    return j == 0 ? 0 : std::floor ((word / 65536) * 28673.0 / 65536) - 14336;
}

/** Corner i, in 2^-15 cycles. Corners are 1/32 of a cycle of the detune's integral apart. */
double wanderCorner (const Place& at, std::uint64_t i)
{
    const double from = wanderKnot (at, i / 64), to = wanderKnot (at, i / 64 + 1);
    const double x = static_cast<double> (i % 64) / 64;
    return from + std::floor ((to - from) * x * x * (3 - 2 * x)); // exact until floor
}

/** Position of the copy in 2^-46 cycles: linear between corners. */
std::int64_t wanderAt (const Place& at, std::uint64_t detuneTurns)
{
    const std::uint64_t i = detuneTurns >> 31;
    const double from = wanderCorner (at, i), to = wanderCorner (at, i + 1);
    const auto share = static_cast<double> (detuneTurns % (std::uint64_t {1} << 31)) * 0x1p-31;
    return static_cast<std::int64_t> ((from + (to - from) * share) * 0x1p31); // exact: 46 bits
}

/** Linear over a segment. */
struct Wander
{
    std::int64_t turns, rate;
};

/** A single copy does not wander. */
Wander wanderOf (const Place& at)
{
    if (at.table.numCopies < 2)
        return {0, 0};
    const std::int64_t from = wanderAt (at, turnsAt (at.oscillator.detune, 0));
    const std::int64_t to = wanderAt (at, turnsAt (at.oscillator.detune, kSamples));
    return {from,
            static_cast<std::int64_t> (std::floor (static_cast<double> (to - from) / kSamples))};
}

double phaseCycles (const Place& at, const Wander& wander, int sample)
{
    const std::uint32_t seed = at.voice.noteSeed ^ at.table.seed;
    const auto index = static_cast<std::uint32_t> (at.copy * 65536 + at.index);
    const std::uint64_t hash = mixed (index + mixed (seed + 0x9e3779b9u));
    const auto amount =
        static_cast<std::uint64_t> (static_cast<double> (at.table.phaseAmount) * 4294967296.0);
    const Partial& partial = at.partial ();
    const std::uint64_t fundamental =
        turnsAt (at.oscillator.base, sample) +
        productOf (at.position (), turnsAt (at.oscillator.detune, sample)) +
        static_cast<std::uint64_t> (wander.turns + wander.rate * sample);
    const std::uint64_t phase =
        hash * amount + (std::uint64_t {at.table.copyPhases[at.copy]} << 32) +
        productOf (partial.ratio, fundamental) +
        productOf (partial.bandwidth, turnsAt (at.oscillator.bandwidth, sample)) +
        productOf (partial.stretch, turnsAt (at.oscillator.stretch, sample));
    return static_cast<double> (phase >> 11) * 0x1p-53;
}

/** Cycles per sample at a control point, not wrapped. */
double frequencyAt (const Place& at, std::int64_t TurnRamp::*point)
{
    const Partial& partial = at.partial ();
    const OscillatorSegment& o = at.oscillator;
    const double fundamental = static_cast<double> (o.base.*point) * 0x1p-46 +
                               static_cast<double> (at.position ()) * 0x1p-10 *
                                   static_cast<double> (o.detune.*point) * 0x1p-36;
    return (partial.ratio * fundamental +
            partial.bandwidth * (static_cast<double> (o.bandwidth.*point) * 0x1p-46) +
            partial.stretch * (static_cast<double> (o.stretch.*point) * 0x1p-46)) *
           0x1p-18;
}

double filterOf (FilterType type, FilterSlope slope, double x, double q)
{
    const double stageQ = slope == FilterSlope::db24 ? std::sqrt (q / std::numbers::sqrt2) : q;
    const double square = x * x, loss = x / stageQ;
    const double denominator = std::max ((1 - square) * (1 - square) + loss * loss, 1e-12);
    double numerator = 1;
    switch (type)
    {
        case FilterType::off: return 1;
        case FilterType::low: break;
        case FilterType::band: numerator = loss; break;
        case FilterType::high: numerator = square; break;
        case FilterType::notch: numerator = std::abs (1 - square); break;
    }
    const double gain = numerator / std::sqrt (denominator);
    return slope == FilterSlope::db24 ? gain * gain : gain;
}

/** Gain of a partial: 0 up to its floor, 1 from twice the floor on. The floor of the sum is at
    least -100 dB; the floor of each of N partials is 1/sqrt N of it. */
double floorGain (const Place& at, double gain, double sumFloor)
{
    const auto count = static_cast<double> (at.table.partials.size ()) * at.table.numCopies;
    const double floor = std::max (sumFloor, 1e-5) / std::sqrt (count);
    return std::clamp (std::abs (gain) / floor - 1, 0.0, 1.0);
}

double gainAt (const Place& at, std::int64_t TurnRamp::*rate, float Ramp::*point,
               double Place::*tiltGain)
{
    const Partial& partial = at.partial ();
    const double frequency = std::abs (frequencyAt (at, rate));
    const double fade = std::clamp ((0.49 - frequency) / (0.49 - 0.45), 0.0, 1.0);
    const double share =
        partial.bandwidth == 0 ? at.oscillator.centre.*point : at.oscillator.sides.*point;
    const double tilt =
        at.*tiltGain * std::pow (partial.ratio * 0x1p-18, at.oscillator.tilt.*point);
    const GainShape& filter = at.voice.filter;
    const double gain = partial.amplitude / std::sqrt (at.table.numCopies) * share * tilt * fade *
                        filterOf (filter.type, filter.slope, frequency / (filter.cutoff.*point),
                                  filter.resonance.*point);
    return at.leavesOut ? gain * floorGain (at, gain, at.oscillator.floor.*point) : gain;
}

/** Gain of one side at a control point. sign: -1 left, 1 right. */
double panAt (const Place& at, float Spline::*point, double sign)
{
    const double place = at.oscillator.pan.*point +
                         at.oscillator.spread.*point * at.table.copyPlaces[at.copy] * 0x1p-10;
    return std::sqrt (1 + sign * std::clamp (place, -1.0, 1.0));
}

void addPartial (const Place& at, ReferenceSound& sound)
{
    const double start = gainAt (at, &TurnRamp::startRate, &Ramp::start, &Place::startTilt);
    const double end = gainAt (at, &TurnRamp::endRate, &Ramp::end, &Place::endTilt);
    if (start == 0 && end == 0)
        return;
    const auto panOf = [&] (int sample, double sign)
    {
        return splineOf (panAt (at, &Spline::before, sign), panAt (at, &Spline::start, sign),
                         panAt (at, &Spline::end, sign), sample);
    };
    const Spline& level = at.oscillator.level;
    const Wander wander = wanderOf (at);
    for (int n = at.voice.firstSample; n < kSamples; ++n)
    {
        const double share = static_cast<double> (n) / kSamples;
        const double sample = (start + (end - start) * share) *
                              splineOf (level.before, level.start, level.end, n) *
                              std::sin (2 * std::numbers::pi * phaseCycles (at, wander, n));
        const auto to = static_cast<std::size_t> (at.voice.segment * kSamples + n);
        sound.left[to] += sample * panOf (n, -1);
        sound.right[to] += sample * panOf (n, 1);
    }
}

void addOscillator (const PartialTable& table, const VoiceSegment& voice,
                    const OscillatorSegment& oscillator, const ReferenceOptions& options,
                    ReferenceSound& sound)
{
    const double start = tiltGainOf (table, oscillator.tilt.start, options.sampleRateHz);
    const double end = tiltGainOf (table, oscillator.tilt.end, options.sampleRateHz);
    for (std::size_t copy = 0; copy < static_cast<std::size_t> (table.numCopies); ++copy)
        for (std::size_t index = 0; index < table.partials.size (); ++index)
            addPartial ({table, oscillator, voice, copy, index, start, end, options.leavesOut},
                        sound);
}
} // namespace

double referenceTiltOctaves (const PartialTable& table, double dbPerOctave, double sampleRateHz)
{
    double plain = 0, tilted = 0;
    for (const Partial& partial : table.partials)
    {
        const double ratio = partial.ratio * 0x1p-18;
        const double hertz = ratio * 440 * std::exp2 ((48 - 69) / 12.0);
        const double fade = std::clamp ((0.49 - hertz / sampleRateHz) / (0.49 - 0.45), 0.0, 1.0);
        const double power = std::pow (partial.amplitude * fade, 2);
        plain += power;
        tilted += power * std::pow (10, dbPerOctave * std::log2 (ratio) / 10);
    }
    return plain > 0 && tilted > 0 ? std::log2 (plain / tilted) / 2 : 0;
}

ReferenceSound referenceVoices (const std::array<PartialTable, kNumOscillators>& tables,
                                std::span<const VoiceSegment> voices, int numSegments,
                                const ReferenceOptions& options)
{
    ReferenceSound sound;
    sound.left.resize (static_cast<std::size_t> (numSegments) * kSamples);
    sound.right.resize (sound.left.size ());
    for (const VoiceSegment& voice : voices)
        for (std::size_t i = 0; i < tables.size (); ++i)
            if (voice.oscillators[i].isOn)
                addOscillator (tables[i], voice, voice.oscillators[i], options, sound);
    return sound;
}

} // namespace melstrom::testing
