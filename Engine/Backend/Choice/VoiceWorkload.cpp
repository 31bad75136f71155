#include "Engine/Backend/Choice/VoiceWorkload.h"

#include "Engine/Dsp/Voice/CopyWander.h"
#include "Engine/Dsp/Voice/PartialGain.h"
#include "Engine/Dsp/Voice/StartPhase.h"

#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
constexpr double kRateHz = 48000, kLowestHz = 20, kHighestHz = 40, kHighestRatio = 499;
constexpr double kVibrato = 0.003;

PartialTable tableOf (const VoiceWorkload& workload, std::uint32_t seed)
{
    PartialTable table;
    const double numSines = static_cast<double> (workload.numSinusoids ()) / workload.numCopies;
    const auto amplitude = static_cast<float> (1 / std::sqrt (0.5 * numSines));
    for (int i = 0; i < workload.numPartials; ++i)
    {
        Partial partial;
        partial.ratio = toCoefficient (1 + (kHighestRatio - 1) * i / workload.numPartials);
        partial.amplitude = amplitude;
        table.partials.push_back (partial);
    }
    table.numCopies = workload.numCopies;
    table.copyGain = static_cast<float> (1 / std::sqrt (workload.numCopies));
    for (int copy = 0; copy < workload.numCopies && workload.numCopies > 1; ++copy)
        table.copyPositions[static_cast<std::size_t> (copy)] =
            (2 << kCopyBits) * copy / (workload.numCopies - 1) - (1 << kCopyBits);
    table.copyPlaces = table.copyPositions;
    table.phaseAmount = 1;
    table.seed = seed;
    return table;
}

/** A ramp between control points that returns every other segment. */
Ramp swing (int segment, float low, float high)
{
    return segment % 2 == 0 ? Ramp {low, high} : Ramp {high, low};
}

void goOn (TurnRamp& ramp, std::int64_t low, std::int64_t high, int segment)
{
    if (segment > 0)
        ramp.turns =
            turnsAfter (ramp.turns, ramp.startRate, ramp.endRate, kControlSamples, kControlSamples);
    ramp.startRate = segment % 2 == 0 ? low : high;
    ramp.endRate = segment % 2 == 0 ? high : low;
}

OscillatorSegment firstOscillator (const VoiceWorkload& workload, int index)
{
    OscillatorSegment oscillator;
    oscillator.isOn = index < workload.numOscillators;
    oscillator.spread = {1, 1};
    oscillator.centre = {1, 1};
    return oscillator;
}

/** voice: its index. state: of the previous segment, if any */
VoiceSegment nextSegment (const VoiceWorkload& workload, int voice, int segment, VoiceSegment state)
{
    const double share = (voice + 0.5) / workload.numVoices;
    const double cycles = kLowestHz * std::pow (kHighestHz / kLowestHz, share) / kRateHz;
    const double moved =
        workload.motion == WorkloadMotion::bends ? cycles * (1 + kVibrato) : cycles;
    state.segment = segment;
    state.noteSeed = hashOf (1, static_cast<std::uint32_t> (voice));
    if (workload.motion == WorkloadMotion::gains)
    {
        state.filter.type = FilterType::low;
        state.filter.cutoff = swing (segment, 0.05f, 0.06f);
    }
    state.filter.resonance = {1, 1};
    for (OscillatorSegment& oscillator : state.oscillators)
    {
        goOn (oscillator.base, toTurnRate (cycles), toTurnRate (moved), segment);
        goOn (oscillator.detune, toDetuneRate (0.005 * cycles), toDetuneRate (0.005 * moved),
              segment);
        const Ramp level = swing (segment, 0.9f, 1.0f);
        oscillator.level = {level.start, level.end};
    }
    return state;
}

double lineAt (const Ramp& ramp, double share)
{
    return ramp.start + (static_cast<double> (ramp.end) - ramp.start) * share;
}

/** Sum of one copy's partials at a sample of a segment. */
double copyAt (const PartialTable& table, const VoiceSegment& voice,
               const OscillatorSegment& oscillator, std::size_t copy, int sample)
{
    const std::int32_t position = table.copyPositions[copy];
    const auto turns = [sample] (const TurnRamp& ramp)
    { return turnsAfter (ramp.turns, ramp.startRate, ramp.endRate, sample, kControlSamples); };
    const CopyWander wander = table.numCopies > 1 ? wanderOf (oscillator.detune, table.seed,
                                                              static_cast<std::uint32_t> (copy))
                                                  : CopyWander {};
    const std::uint64_t fundamental =
        copyTurns (turns (oscillator.base), turns (oscillator.detune), position) + wander.turns +
        static_cast<std::uint64_t> (wander.rate * sample);
    const auto frequency = [&] (const Partial& partial, std::int64_t TurnRamp::*rate)
    {
        return std::ldexp (partial.ratio *
                               static_cast<double> (copyRate (oscillator.base.*rate,
                                                              oscillator.detune.*rate, position)),
                           -kCoefficientBits - kTurnBits);
    };
    const float share = floorShare (static_cast<int> (table.partials.size ()), table.numCopies);
    double sum = 0;
    for (std::size_t i = 0; i < table.partials.size (); ++i)
    {
        const Partial& partial = table.partials[i];
        const auto gain = [&] (std::int64_t TurnRamp::*rate, float Ramp::*point)
        {
            const auto f = static_cast<float> (frequency (partial, rate));
            const float all =
                partial.amplitude * table.copyGain * nyquistFade (f) *
                filterGain (voice.filter.type, voice.filter.slope, f / (voice.filter.cutoff.*point),
                            voice.filter.resonance.*point);
            return aboveFloor (all, inverseFloorOf (oscillator.floor.*point, share));
        };
        const Ramp gains {gain (&TurnRamp::startRate, &Ramp::start),
                          gain (&TurnRamp::endRate, &Ramp::end)};
        const std::uint64_t phase = startPhase (startPhaseSeed (voice.noteSeed, table.seed),
                                                startPhaseIndex (static_cast<std::uint32_t> (copy),
                                                                 static_cast<std::uint32_t> (i)),
                                                toPhaseAmount (table.phaseAmount)) +
                                    phaseOf (partial.ratio, fundamental);
        sum +=
            lineAt (gains, sample / 32.0) *
            std::sin (2 * std::numbers::pi * std::ldexp (static_cast<double> (phase >> 11), -53));
    }
    return sum;
}
} // namespace

std::array<PartialTable, kNumOscillators> tablesOf (const VoiceWorkload& workload)
{
    return {tableOf (workload, 1), tableOf (workload, 2)};
}

std::vector<VoiceSegment> segmentsOf (const VoiceWorkload& workload, int numSegments)
{
    const auto numVoices = static_cast<std::size_t> (workload.numVoices);
    std::vector<VoiceSegment> segments;
    segments.reserve (numVoices * static_cast<std::size_t> (numSegments));
    VoiceSegment first;
    for (std::size_t i = 0; i < first.oscillators.size (); ++i)
        first.oscillators[i] = firstOscillator (workload, static_cast<int> (i));
    for (int segment = 0; segment < numSegments; ++segment)
        for (int voice = 0; voice < workload.numVoices; ++voice)
            segments.push_back (
                nextSegment (workload, voice, segment,
                             segment == 0 ? first : segments[segments.size () - numVoices]));
    return segments;
}

double sampleOf (const std::array<PartialTable, kNumOscillators>& tables,
                 const std::vector<VoiceSegment>& segments, int sample)
{
    double sum = 0;
    const int at = sample % kControlSamples;
    for (const VoiceSegment& voice : segments)
        for (std::size_t i = 0; i < tables.size (); ++i)
            for (int copy = 0; copy < tables[i].numCopies; ++copy)
            {
                const OscillatorSegment& oscillator = voice.oscillators[i];
                if (voice.segment != sample / kControlSamples || ! oscillator.isOn)
                    continue;
                const auto index = static_cast<std::size_t> (copy);
                const double place = std::ldexp (tables[i].copyPlaces[index], -kCopyBits);
                const Spline& level = oscillator.level; // here a straight line
                const Ramp line {0.5f * (level.before + level.start),
                                 0.5f * (level.start + level.end)};
                sum += lineAt (line, at / 32.0) * std::sqrt (1 - place) *
                       copyAt (tables[i], voice, oscillator, index, at);
            }
    return sum;
}

} // namespace melstrom
