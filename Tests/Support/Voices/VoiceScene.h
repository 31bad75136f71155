// A patch, a tuning and controllers with one note: the start of many tests of voices.
#pragma once

#include "Engine/Realtime/Control/ControlPoint.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Patch/PatchParameters.h"

namespace melstrom::testing
{

/** A sine at full level: no envelope, no velocity, 0 dB. Cannot be copied: the context points into
    it. */
struct VoiceScene
{
    VoiceScene ()
    {
        patch[PatchKey::volume] = 0;
        patch[PatchKey::velocitySensitivity] = 0;
        for (const PatchKey key : {PatchKey::ampAttack, PatchKey::ampDecay, PatchKey::ampRelease})
            patch[key] = 0;
        patch[PatchKey::ampSustain] = 1;
        context.patch = &patch;
        context.tuning = &tuning;
        context.channels = &channels;
        voice.state = VoiceState::held;
        voice.key = 69;
        voice.velocity = 1;
        voice.glideSample = -1'000'000; // long ago
        voice.sequence = 1;
    }
    VoiceScene (const VoiceScene&) = delete;
    VoiceScene& operator= (const VoiceScene&) = delete;

    /** Sends an event to channel 0. controller: its number, if kind is `controller` */
    void send (SynthEventKind kind, float value, int controller = 0)
    {
        channels.apply ({0, kind, 0, static_cast<std::uint8_t> (controller), value});
    }
    /** Sets one row of the modulation matrix. row: from 0 */
    void route (int row, ModulationSource source, PatchKey target, float depth)
    {
        const auto targets = modulationTargets ();
        for (std::size_t i = 0; i < targets.size (); ++i)
            if (targets[i] == target)
                patch[matrixKey (row, PatchKey::matrixTarget)] = static_cast<float> (i + 1);
        patch[matrixKey (row, PatchKey::matrixSource)] = static_cast<float> (source);
        patch[matrixKey (row, PatchKey::matrixDepth)] = depth;
    }
    VoiceControl at (std::int64_t sample)
    {
        context.sample = sample;
        return controlAt (context, voice);
    }
    OscillatorControl oscillatorAt (std::int64_t sample) { return at (sample).oscillators[0]; }

    Patch patch;
    Tuning tuning;
    ChannelStates channels;
    ControlContext context;
    Voice voice;
};

} // namespace melstrom::testing
