// What the matrix does to the times of a voice: to its envelopes' stages and to its LFOs' rates.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** Envelopes of a voice. */
enum class VoiceEnvelope : std::uint8_t
{
    amp,
    mod,
    pitch
};
inline constexpr int kNumVoiceEnvelopes = 3;

/** Times, sustains and rates that the matrix moves: attack, hold, decay, sustain and release of two envelopes, the pitch
    envelope's time, and the rate of each LFO. */
inline constexpr int kNumTimeTargets = 2 * 5 + 1 + kNumLfos;

/** Place of a key among them; empty: it is none. */
constexpr std::optional<int> timeTargetOf (PatchKey key) noexcept
{
    for (int i = 0; i < 5; ++i)
    {
        if (key == keyAfter (PatchKey::ampAttack, i))
            return i;
        if (key == keyAfter (PatchKey::modAttack, i))
            return 5 + i;
    }
    if (key == PatchKey::pitchTime)
        return 10;
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
        if (key == lfoKey (lfo, PatchKey::lfo1Rate))
            return 11 + lfo;
    return std::nullopt;
}

/** Distances of positions (0 .. 1, see PatchParameters.h). A stage keeps what it began with, and so does a cycle of an LFO that
    is in step with its note; sustains follow. Plain data. */
struct TimeMoves
{
    std::array<float, kNumTimeTargets>
        wanted {}; ///< at the last control point: for what begins next
    std::array<float, kNumVoiceEnvelopes> stages {}; ///< of the present stages
    std::array<float, kNumLfos> cycles {};           ///< of the present cycles
};

} // namespace melstrom
