#include "Engine/Realtime/Segments/VoiceWriter.h"

#include <algorithm>

namespace melstrom
{
namespace
{

/** The next control point, predicted from this one. */
ControlContext nextOf (const ControlContext& context) noexcept
{
    ControlContext next = context;
    next.sample += kControlSamples;
    next.songBeats += kControlSamples * context.beatsPerSample;
    return next;
}

/** The value of `turns` at the segment's start that gives 0 at firstSample. */
std::uint64_t turnsBefore (std::int64_t startRate, std::int64_t endRate, int firstSample) noexcept
{
    return 0 - turnsAfter (0, startRate, endRate, firstSample, kControlSamples);
}

/** Returns a segment's integral and advances `turns` to its end. */
TurnRamp moveOn (std::uint64_t& turns, std::int64_t startRate, std::int64_t endRate) noexcept
{
    const TurnRamp ramp {turns, startRate, endRate};
    turns = turnsAfter (turns, startRate, endRate, kControlSamples, kControlSamples);
    return ramp;
}

/** A line through `first` at firstSample and `end` at the segment's end. */
Ramp lineFrom (float first, float end, int firstSample) noexcept
{
    if (firstSample == 0)
        return {first, end};
    const auto before = static_cast<float> (firstSample);
    return {first - (end - first) * before / (kControlSamples - before), end};
}

/** A line with the value `first` at firstSample, which the next segment continues as a spline
    towards `end`. */
Spline splineFrom (float first, float end, int firstSample) noexcept
{
    const float share = static_cast<float> (firstSample) / kControlSamples - 0.5f;
    const float start = (first - share * end) / (1 - share);
    return {2 * start - end, start, end};
}

void writeFilter (GainShape& out, const PatchValues& patch, const VoiceControl& from,
                  const VoiceControl& to) noexcept
{
    out.type = patch.choice<FilterType> (PatchKey::filterType);
    out.slope = patch.choice<FilterSlope> (PatchKey::filterSlope);
    out.cutoff = {from.cutoff, to.cutoff};
    out.resonance = {from.resonance, to.resonance};
}

NoiseShape noiseShapeOf (const GainShape& filter, const VoiceControl& control) noexcept
{
    return {filter.type, filter.slope, control.cutoff, control.resonance, control.noiseColour};
}

void shapeNoise (NoiseSegment& out, const GainShape& filter, const VoiceControl& from,
                 const VoiceControl& to) noexcept
{
    constexpr float kSecondsPerMs = 0.001f;
    out.pan = {from.noisePan, to.noisePan};
    out.width = {from.noiseWidth, to.noiseWidth};
    out.smoothSeconds = {from.noiseSmooth * kSecondsPerMs, to.noiseSmooth * kSecondsPerMs};
    out.grainDepth = {from.noiseGrainDepth, to.noiseGrainDepth};
    out.startShape = noiseShapeOf (filter, from);
    out.endShape = noiseShapeOf (filter, to);
}

/** During its attack a note keeps its initial level for stealing. Else the newest notes of a slow
    pad would be the quietest and would be stolen first. */
bool isRising (const ControlContext& context, const Voice& voice) noexcept
{
    const bool isHeld = voice.state == VoiceState::held || voice.state == VoiceState::sustained;
    const auto samples = static_cast<double> (context.sample + kControlSamples - voice.startSample);
    const EnvelopeRecord& amp = voice.ampEnvelope;
    const double end = amp.seconds >= 0
                           ? amp.began + amp.seconds // moved by the matrix
                           : static_cast<double> ((*context.patch)[PatchKey::ampAttack]);
    return isHeld && amp.stage == EnvelopeStage::attack && samples < end * context.sampleRateHz;
}

/** Whether the next segment's spline starts at silence. */
bool endsInSilence (const OscillatorSegment& oscillator) noexcept
{
    return oscillator.level.start == 0 && oscillator.level.end == 0;
}
} // namespace

/** firstSample: start of a new voice; below 0: the voice continues. */
void VoiceWriter::writeGains (OscillatorSegment& out, FormerGains& former,
                              const OscillatorControl& from, const OscillatorControl& to,
                              int firstSample) noexcept
{
    if (firstSample >= 0)
    {
        out.level = splineFrom (from.level, to.level, firstSample);
        former = {out.level.before, from.pan, from.spread};
    }
    else
        out.level = {former.level, from.level, to.level};
    out.pan = {former.pan, from.pan, to.pan};
    out.spread = {former.spread, from.spread, to.spread};
    out.tilt = {from.tilt, to.tilt};
    out.centre = {from.centre, to.centre};
    out.sides = {from.sides, to.sides};
    out.isOn = ! out.level.isZero ();
    former = {out.level.start, from.pan, from.spread};
}

WrittenVoice VoiceWriter::begin (int place, const ControlContext& context, Voice& voice,
                                 const VoicePage& page) noexcept
{
    Place& at = places_[static_cast<std::size_t> (place)];
    at = {};
    at.control = controlAt (context, voice);
    at.startSample = voice.startSample;
    at.noteSeed = noteSeedOf (*context.patch, voice);
    at.centreShare = context.centreShare;
    at.numJumps = context.numJumps;
    const auto firstSample = static_cast<int> (voice.startSample - context.sample);
    return write (at, context, voice, {firstSample, true}, page);
}

WrittenVoice VoiceWriter::advance (int place, const ControlContext& context, Voice& voice,
                                   const VoicePage& page) noexcept
{
    Place& at = places_[static_cast<std::size_t> (place)];
    followTables (at, context);
    if (at.numJumps != context.numJumps)
        at.jump.add (at.bare.control, bareControlAt (context, voice).control);
    at.numJumps = context.numJumps;
    return write (at, context, voice, {0, false}, page);
}

/** The control at the segment's end; reuses the cached BareControl while it lasts. */
VoiceControl VoiceWriter::controlAfter (Place& place, const ControlContext& next,
                                        const Voice& voice) noexcept
{
    const bool isKnown = next.generation != 0 && next.generation == place.generation;
    if (! isKnown || ! place.bare.lasts)
    {
        place.bare = bareControlAt (next, voice);
        place.generation = next.generation;
    }
    BareControl bare = place.bare;
    if (! place.jump.isOver ())
        place.jump.advance (next, bare.control);
    VoiceControl control = withEnvelope (bare, next, voice);
    // A Spline lags by half a segment, so the envelope is evaluated half a segment ahead.
    ControlContext ahead = next;
    ahead.sample += kControlSamples / 2;
    const float gain = envelopeGain (bare, ahead, voice);
    for (std::size_t i = 0; i < control.oscillators.size (); ++i)
        control.oscillators[i].level = bare.control.oscillators[i].level * gain;
    return control;
}

/** New tables have other clusters: recomputes the centre at the last segment's end. */
void VoiceWriter::followTables (Place& place, const ControlContext& context) noexcept
{
    for (std::size_t i = 0; i < place.centreShare.size (); ++i)
    {
        if (place.centreShare[i] == context.centreShare[i])
            continue;
        place.centreShare[i] = context.centreShare[i];
        OscillatorControl& control = place.control.oscillators[i];
        control.centre = static_cast<float> (clusterCentre (
            static_cast<double> (control.sides), static_cast<double> (place.centreShare[i])));
    }
}

WrittenVoice VoiceWriter::write (Place& place, const ControlContext& context, Voice& voice,
                                 Beginning beginning, const VoicePage& page) noexcept
{
    const int firstSample = beginning.firstSample;
    const bool isFirst = beginning.isFirst;
    const VoiceControl& from = place.control;
    const VoiceControl to = controlAfter (place, nextOf (context), voice);
    const auto ramp = [&] (std::uint64_t& turns, std::int64_t startRate, std::int64_t endRate)
    {
        if (firstSample > 0)
            turns = turnsBefore (startRate, endRate, firstSample);
        return moveOn (turns, startRate, endRate);
    };

    WrittenVoice written;
    VoiceSegment& partials = page.partials;
    partials.firstSample = firstSample;
    partials.noteSeed = place.noteSeed;
    writeFilter (partials.filter, *context.patch, from, to);
    for (std::size_t i = 0; i < partials.oscillators.size (); ++i)
    {
        OscillatorSegment& segment = partials.oscillators[i];
        const OscillatorControl &start = from.oscillators[i], &end = to.oscillators[i];
        OscillatorTurns& turns = place.turns[i];
        segment.base = ramp (turns.base, start.baseRate, end.baseRate);
        segment.detune = ramp (turns.detune, start.detuneRate, end.detuneRate);
        segment.bandwidth = ramp (turns.bandwidth, start.bandwidthRate, end.bandwidthRate);
        segment.stretch = ramp (turns.stretch, start.stretchRate, end.stretchRate);
        writeGains (segment, place.former[i], start, end, isFirst ? firstSample : -1);
        segment.floor = place.floors[i].advance (context.floorExponent, end.level, isFirst);
        written.hasPartials = written.hasPartials || segment.isOn;
    }
    NoiseSegment& noise = page.noise;
    noise.firstSample = firstSample;
    noise.noteSeed = place.noteSeed;
    noise.samplesBefore = context.sample - place.startSample;
    noise.grains = ramp (place.grainTurns, from.grainRate, to.grainRate);
    noise.level = lineFrom (from.noiseLevel, to.noiseLevel, firstSample);
    if (! noise.isSilent ())
        shapeNoise (noise, partials.filter, from, to);
    written.isOver = to.isOver && std::ranges::all_of (partials.oscillators, endsInSilence);
    if (! isRising (context, voice))
        voice.level = to.envelope;
    place.control = to;
    return written;
}

} // namespace melstrom
