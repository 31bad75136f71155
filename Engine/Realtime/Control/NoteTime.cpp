#include "Engine/Realtime/Control/NoteTime.h"

#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
/** Sample of the release; kNever: not released. */
std::int64_t releaseOf (const Voice& voice) noexcept
{
    if (voice.restartSample < kNever)
        return voice.formerReleaseSample;
    const bool isOver = voice.state == VoiceState::released || voice.state == VoiceState::fading;
    return isOver ? voice.releaseSample : kNever;
}
} // namespace

NoteTime noteTimeAt (const ControlContext& context, const Voice& voice) noexcept
{
    const auto secondsFrom = [&] (std::int64_t begin, std::int64_t end)
    { return std::max (0.0, static_cast<double> (end - begin) / context.sampleRateHz); };
    NoteTime time {secondsFrom (voice.startSample, context.sample), {}, 1};
    if (const auto sample = releaseOf (voice); sample < kNever)
        if (const auto release = controlPointFrom (sample); release <= context.sample)
            time.releasedAfter = secondsFrom (voice.startSample, release);
    if (voice.state == VoiceState::fading)
        time.fade =
            std::max (0.0, 1 - secondsFrom (controlPointFrom (voice.fadeSample), context.sample) /
                                   kStealFadeSeconds);
    return time;
}

namespace
{
float movedValue (const PatchValues& patch, PatchKey key, float move) noexcept
{
    if (move == 0)
        return patch[key];
    const PatchParameter& parameter = parameterOf (key);
    return valueAt (parameter, positionOf (parameter, patch[key]) + move);
}

/** Patch key of a stage's time. The pitch envelope has one time. */
PatchKey timeKeyOf (VoiceEnvelope envelope, EnvelopeStage stage) noexcept
{
    if (envelope == VoiceEnvelope::pitch)
        return PatchKey::pitchTime;
    const PatchKey first =
        envelope == VoiceEnvelope::amp ? PatchKey::ampAttack : PatchKey::modAttack;
    const auto of = [first] (PatchKey key)
    { return keyAfter (first, static_cast<int> (key) - static_cast<int> (PatchKey::ampAttack)); };
    switch (stage)
    {
        case EnvelopeStage::attack: return of (PatchKey::ampAttack);
        case EnvelopeStage::hold: return of (PatchKey::ampHold);
        case EnvelopeStage::decay: return of (PatchKey::ampDecay);
        case EnvelopeStage::release: return of (PatchKey::ampRelease);
    }
    return first;
}

template <typename AnyVoice>
auto& recordOf (AnyVoice& voice, VoiceEnvelope envelope) noexcept
{
    return envelope == VoiceEnvelope::amp   ? voice.ampEnvelope
           : envelope == VoiceEnvelope::mod ? voice.modEnvelope
                                            : voice.pitchEnvelope;
}

float wantedMove (const Voice& voice, PatchKey key) noexcept
{
    return voice.timeMoves.wanted[static_cast<std::size_t> (timeTargetOf (key).value_or (0))];
}

/** Time of a stage: for the record's present stage the time at its start, for later stages the
    present value. */
double stageSeconds (VoiceEnvelope envelope, const PatchValues& patch, const Voice& voice,
                     EnvelopeStage stage) noexcept
{
    const PatchKey key = timeKeyOf (envelope, stage);
    const EnvelopeRecord& record = recordOf (voice, envelope);
    const bool hasBegun = record.seconds >= 0 && record.stage == stage;
    const float move = hasBegun ? voice.timeMoves.stages[static_cast<std::size_t> (envelope)]
                                : wantedMove (voice, key);
    return static_cast<double> (movedValue (patch, key, move));
}

EnvelopeShape shapeOf (VoiceEnvelope envelope, const PatchValues& patch,
                       const Voice& voice) noexcept
{
    EnvelopeShape shape;
    if (envelope == VoiceEnvelope::pitch) // a decay to 0
    {
        shape.decaySeconds = stageSeconds (envelope, patch, voice, EnvelopeStage::decay);
        shape.sustain = 0;
        shape.curve = patch.choice<EnvelopeCurve> (PatchKey::pitchCurve);
        return shape;
    }
    const int distance = envelope == VoiceEnvelope::amp ? 0 : kEnvelopeKeys;
    const PatchKey sustain = keyAfter (PatchKey::ampSustain, distance);
    shape.attackSeconds = stageSeconds (envelope, patch, voice, EnvelopeStage::attack);
    shape.holdSeconds = stageSeconds (envelope, patch, voice, EnvelopeStage::hold);
    shape.decaySeconds = stageSeconds (envelope, patch, voice, EnvelopeStage::decay);
    shape.releaseSeconds = stageSeconds (envelope, patch, voice, EnvelopeStage::release);
    shape.sustain = static_cast<double> (movedValue (patch, sustain, wantedMove (voice, sustain)));
    shape.curve = patch.choice<EnvelopeCurve> (keyAfter (PatchKey::ampCurve, distance));
    shape.pedal = static_cast<double> (voice.pedal);
    return shape;
}

void advanceEnvelope (VoiceEnvelope envelope, const PatchValues& patch, Voice& voice,
                      const NoteTime& time) noexcept
{
    EnvelopeRecord& record = recordOf (voice, envelope);
    const bool isPitch = envelope == VoiceEnvelope::pitch;
    const bool hadBegun = record.seconds >= 0;
    const EnvelopeStage former = record.stage;
    record = advanced (record, shapeOf (envelope, patch, voice), time.seconds,
                       isPitch ? std::nullopt : time.releasedAfter);
    if (! hadBegun || record.stage != former)
        voice.timeMoves.stages[static_cast<std::size_t> (envelope)] =
            wantedMove (voice, timeKeyOf (envelope, record.stage));
}

void advanceLfo (int lfo, const PatchValues& patch, Voice& voice, const NoteTime& time) noexcept
{
    const auto at = static_cast<std::size_t> (lfo);
    LfoRecord& record = voice.lfos[at];
    float& move = voice.timeMoves.cycles[at];
    const float wanted = wantedMove (voice, lfoKey (lfo, PatchKey::lfo1Rate));
    if (record.rateHz <= 0)
        move = wanted;
    const std::int64_t former = record.cycle;
    record = advanced (record, lfoRateHz (patch, lfo, move), time.seconds);
    if (record.cycle == former || move == wanted)
        return;
    move = wanted;
    record = advanced (record, lfoRateHz (patch, lfo, move), time.seconds);
}

void followTimeMoves (Voice& voice, const ControlContext& context) noexcept
{
    voice.timeMoves.wanted = {};
    if (context.constants == nullptr || ! context.constants->movesTimes)
        return;
    ModulationSources sources = playedSources (context, voice, context.constants->used);
    // Stage times depend on the note's own velocity and key, even while both still glide from a
    // former note.
    sources[ModulationSource::velocity] = static_cast<double> (voice.velocity);
    sources[ModulationSource::key] = keyStrength (voice.key);
    voice.timeMoves.wanted = timeMovesOf (*context.patch, sources);
}

/** context: at the restart. */
void restart (VoiceEnvelope envelope, Voice& voice, const ControlContext& context) noexcept
{
    const NoteTime time = noteTimeAt (context, voice);
    EnvelopeRecord& record = recordOf (voice, envelope);
    const double level = envelopeOf (envelope, *context.patch, voice, time).level;
    record = {}; // all stages take their present times
    const EnvelopeShape shape = shapeOf (envelope, *context.patch, voice);
    record = restartedAt (level, shape, time.seconds);
    if (envelope == VoiceEnvelope::pitch) // sweeps from its start, like for any note
        record.restarted = -1;
    voice.timeMoves.stages[static_cast<std::size_t> (envelope)] =
        wantedMove (voice, timeKeyOf (envelope, EnvelopeStage::attack));
}

constexpr VoiceEnvelope kEnvelopes[] = {VoiceEnvelope::amp, VoiceEnvelope::mod,
                                        VoiceEnvelope::pitch};
} // namespace

EnvelopeValue envelopeOf (VoiceEnvelope envelope, const PatchValues& patch, const Voice& voice,
                          const NoteTime& time) noexcept
{
    const bool isPitch = envelope == VoiceEnvelope::pitch;
    return envelopeAt (recordOf (voice, envelope), shapeOf (envelope, patch, voice), time.seconds,
                       isPitch ? std::nullopt : time.releasedAfter);
}

double lfoRateHz (const PatchValues& patch, int lfo, float move) noexcept
{
    return static_cast<double> (movedValue (patch, lfoKey (lfo, PatchKey::lfo1Rate), move));
}

void advanceRecords (Voice& voice, const ControlContext& context) noexcept
{
    const NoteTime time = noteTimeAt (context, voice);
    followTimeMoves (voice, context);
    for (const VoiceEnvelope envelope : kEnvelopes)
        advanceEnvelope (envelope, *context.patch, voice, time);
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
        advanceLfo (lfo, *context.patch, voice, time);
}

void restartEnvelopes (Voice& voice, const ControlContext& context) noexcept
{
    advanceRecords (voice, context);
    for (const VoiceEnvelope envelope : kEnvelopes)
        restart (envelope, voice, context);
    voice.restartSample = kNever;
    advanceRecords (voice, context);
}

double longestReleaseSeconds (const PatchValues& patch) noexcept
{
    float move = 0;
    const auto targets = modulationTargets ();
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        const int target = patch.whole (matrixKey (row, PatchKey::matrixTarget));
        if (target > 0 && targets[static_cast<std::size_t> (target - 1)] == PatchKey::ampRelease)
            move += std::fabs (patch[matrixKey (row, PatchKey::matrixDepth)]);
    }
    return secondsOfRelease (patch.choice<EnvelopeCurve> (PatchKey::ampCurve),
                             static_cast<double> (movedValue (patch, PatchKey::ampRelease, move)));
}

void advanceFreeLfos (ControlContext& context) noexcept
{
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
    {
        LfoRecord& record = context.freeLfos[static_cast<std::size_t> (lfo)];
        record = advanced (record, lfoRateHz (*context.patch, lfo), absoluteSeconds (context));
    }
}

} // namespace melstrom
