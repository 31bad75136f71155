#include "Engine/Backend/Cpu/Voices/VoiceSum.h"

#include "Engine/Dsp/Voice/CopyWander.h"
#include "Engine/Dsp/Voice/FixedPhase.h"
#include "Engine/Dsp/Voice/PartialGain.h"
#include "Engine/Dsp/Voice/StartPhase.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{
/** A copy's fundamental, without its wander. */
TurnRamp copyOf (const OscillatorSegment& oscillator, std::int32_t position)
{
    const TurnRamp &base = oscillator.base, &detune = oscillator.detune;
    return {copyTurns (base.turns, detune.turns, position),
            copyRate (base.startRate, detune.startRate, position),
            copyRate (base.endRate, detune.endRate, position)};
}

Motion motionOf (const TurnRamp& still, const CopyWander& wander = {})
{
    const TurnRamp ramp = wandering (still, wander);
    const std::int64_t change = ramp.endRate - ramp.startRate;
    const auto frequency = [] (std::int64_t rate)
    {
        return static_cast<float> (
            std::ldexp (static_cast<double> (rate), -(kTurnBits + kCoefficientBits)));
    };
    Motion motion;
    motion.turns =
        turnsAfter (ramp.turns, ramp.startRate, ramp.endRate, kControlSamples / 2, kControlSamples);
    motion.rate = ramp.startRate + ((change * (kControlSamples - 1)) >> 6); // 15.5 / 32 = 31 / 64
    motion.bend = change >> 5;
    motion.startFrequency = frequency (still.startRate);
    motion.endFrequency = frequency (still.endRate);
    return motion;
}

bool isNothing (const TurnRamp& ramp)
{
    return ramp.turns == 0 && ramp.startRate == 0 && ramp.endRate == 0;
}
bool moves (const TurnRamp& ramp)
{
    return ramp.startRate != ramp.endRate;
}
bool moves (const Ramp& ramp)
{
    return ramp.start != ramp.end;
}

/** The fields that all copies share. */
CopyShape shapeOf (const LanePartials& table, const VoiceSegment& voice,
                   const OscillatorSegment& oscillator)
{
    CopyShape shape;
    shape.bandwidth = motionOf (oscillator.bandwidth);
    shape.stretch = motionOf (oscillator.stretch);
    shape.hasBandwidth = ! isNothing (oscillator.bandwidth);
    shape.hasStretch = ! isNothing (oscillator.stretch);
    shape.isBending = moves (oscillator.base) || moves (oscillator.detune) ||
                      moves (oscillator.bandwidth) || moves (oscillator.stretch);
    shape.filter = voice.filter.type;
    shape.slope = voice.filter.slope;
    const bool isFilterMoving = shape.filter != FilterType::off &&
                                (moves (voice.filter.cutoff) || moves (voice.filter.resonance));
    shape.inverseFloor = {inverseFloorOf (oscillator.floor.start, table.floorShare),
                          inverseFloorOf (oscillator.floor.end, table.floorShare)};
    shape.hasRamps = shape.isBending || isFilterMoving || moves (oscillator.tilt) ||
                     moves (oscillator.centre) || moves (oscillator.sides) ||
                     moves (shape.inverseFloor);
    shape.inverseCutoff = {1.0f / voice.filter.cutoff.start, 1.0f / voice.filter.cutoff.end};
    shape.inverseQ = {1.0f / stageQ (voice.filter.slope, voice.filter.resonance.start),
                      1.0f / stageQ (voice.filter.slope, voice.filter.resonance.end)};
    shape.hasStartPhases = table.phaseAmount != 0;
    shape.phaseAmount = table.phaseAmount;
    shape.phaseSeed = startPhaseSeed (voice.noteSeed, table.seed);
    return shape;
}
} // namespace

VoiceSum::VoiceSum ()
    : startLevels_ (kMostPartials + kPartialPadding), endLevels_ (kMostPartials + kPartialPadding)
{
}

void VoiceSum::add (std::span<const LanePartials, kNumOscillators> tables,
                    const VoiceSegment& voice, float* left, float* right) noexcept
{
    float voiceLeft[kControlSamples] = {}, voiceRight[kControlSamples] = {};
    for (std::size_t i = 0; i < tables.size (); ++i)
    {
        const OscillatorSegment& oscillator = voice.oscillators[i];
        if (oscillator.isOn && ! oscillator.level.isZero () && tables[i].size () > 0)
            addOscillator (tables[i], voice, oscillator, voiceLeft, voiceRight);
    }
    for (int n = 0; n < kControlSamples; ++n)
    {
        left[n] += voiceLeft[n];
        right[n] += voiceRight[n];
    }
}

void VoiceSum::fillAllLevels (const LanePartials& table, const OscillatorSegment& oscillator,
                              CopyShape& shape) noexcept
{
    const PartialArrays& partials = table.arrays ();
    shape.startLevels = shape.endLevels = startLevels_.data ();
    shape.tilt = oscillator.tilt;
    const auto fill = [&] (float Ramp::*point, float* levels)
    {
        const float tilt = oscillator.tilt.*point;
        const float gain = table.copyGain * tiltGain (table.tilts.data (), tilt);
        const float centre = oscillator.centre.*point, sides = oscillator.sides.*point;
        shape.mostLevel.*point = gain * std::max (std::fabs (centre), std::fabs (sides));
        fillLevels (partials, table.size (), gain, tilt, centre, sides, levels);
    };
    fill (&Ramp::start, startLevels_.data ());
    shape.mostLevel.end = shape.mostLevel.start;
    if (! moves (oscillator.tilt) && ! moves (oscillator.centre) && ! moves (oscillator.sides))
        return;
    shape.endLevels = endLevels_.data ();
    fill (&Ramp::end, endLevels_.data ());
}

void VoiceSum::addOscillator (const LanePartials& table, const VoiceSegment& voice,
                              const OscillatorSegment& oscillator, float* left,
                              float* right) noexcept
{
    CopyShape shape = shapeOf (table, voice, oscillator);
    fillAllLevels (table, oscillator, shape);
    // Without spread, all copies share one place and one sum.
    const bool isWide = ! oscillator.spread.isZero ();
    for (int copy = 0; copy < table.numCopies; ++copy)
    {
        const auto at = static_cast<std::size_t> (copy);
        const auto number = static_cast<std::uint32_t> (copy);
        shape.ratio = motionOf (
            copyOf (oscillator, table.copyPositions[at]),
            table.numCopies > 1 ? wanderOf (oscillator.detune, table.seed, number) : CopyWander {});
        shape.firstPhaseIndex = startPhaseIndex (number, 0);
        shape.copyPhase = table.copyPhases[at];
        const std::size_t count = table.numAboveFloor (shape, table.numBelowFade (shape));
        addPartials (table.arrays (), count, shape, sums_);
        if (isWide || copy + 1 == table.numCopies)
            placeSum (oscillator, voice.firstSample,
                      std::ldexp (static_cast<float> (table.copyPlaces[at]), -kCopyBits), left,
                      right);
    }
}

void VoiceSum::placeSum (const OscillatorSegment& oscillator, int firstSample, float place,
                         float* left, float* right) noexcept
{
    float samples[kControlSamples];
    finishSums (sums_, samples);
    const auto& [level, pan, spread] =
        std::tie (oscillator.level, oscillator.pan, oscillator.spread);
    const StereoGain before = panGain (pan.before + spread.before * place);
    const StereoGain start = panGain (pan.start + spread.start * place);
    const StereoGain end = panGain (pan.end + spread.end * place);
    for (int n = std::max (firstSample, 0); n < kControlSamples; ++n)
    {
        const float share = static_cast<float> (n) / kControlSamples;
        const float sample = samples[n] * splineAt (level.before, level.start, level.end, share);
        left[n] += sample * splineAt (before.left, start.left, end.left, share);
        right[n] += sample * splineAt (before.right, start.right, end.right, share);
    }
}

} // namespace melstrom
