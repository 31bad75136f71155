// Choice of the voice to steal.
#pragma once

#include "Engine/Realtime/Control/Voice.h"

#include <array>
#include <optional>
#include <span>

namespace melstrom
{

using VoicePlaces = std::array<Voice, kVoicePlaces>;

/** Number of sounding, non-fading voices, which AllocatorSettings::maxVoices limits. */
int countPlaying (const VoicePlaces& voices) noexcept;
int countFading (const VoicePlaces& voices) noexcept;

/** The place of the voice that a new note steals: a released one first, then a held one, then a
    sustained one; within a group the quietest, then the oldest. Ignores fading voices. Empty: no
    voice plays.
    order: places that are not free, from the oldest note to the newest. */
std::optional<int> placeToSteal (const VoicePlaces& voices,
                                 std::span<const std::int16_t> order) noexcept;

/** The place of the voice with the longest fade; of equals the oldest note. Empty: no voice fades.
    order: as above. */
std::optional<int> placeToCut (const VoicePlaces& voices,
                               std::span<const std::int16_t> order) noexcept;

} // namespace melstrom
