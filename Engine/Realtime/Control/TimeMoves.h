// Modulation of a voice's times: stages of envelopes and rates of LFOs.
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

/** Number of times, sustains and rates that the matrix can move: attack, hold, decay, sustain and
    release of two envelopes, the pitch envelope's time, and the rate of each LFO. */
inline constexpr int kNumTimeTargets = 2 * 5 + 1 + kNumLfos;

/** Index of a key among these targets; empty: not a target. */
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

/** Moves of positions (0 .. 1, see PatchParameters.h). A stage keeps the move from its start, and
    so does a cycle of a note-synced LFO; sustains follow at once. Plain data. */
struct TimeMoves
{
    std::array<float, kNumTimeTargets>
        wanted {}; ///< at the last control point: for the next stage or cycle
    std::array<float, kNumVoiceEnvelopes> stages {}; ///< of the present stages
    std::array<float, kNumLfos> cycles {};           ///< of the present cycles
};

} // namespace melstrom
