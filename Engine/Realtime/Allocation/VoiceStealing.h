// Who has to go when there are too many voices.
#pragma once

#include "Engine/Realtime/Control/Voice.h"

#include <array>
#include <optional>
#include <span>

namespace melstrom
{

using VoicePlaces = std::array<Voice, kVoicePlaces>;

/** Voices that sound and do not fade: what AllocatorSettings::maxVoices counts. */
int countPlaying (const VoicePlaces& voices) noexcept;
int countFading (const VoicePlaces& voices) noexcept;

/** The place of the voice that a new note takes: a released one before a held one before a sustained one; among those
    the quietest, then the oldest. Fading ones are not asked. Empty: none plays.
    order: places that are not free, from the oldest note to the newest. */
std::optional<int> placeToSteal (const VoicePlaces& voices,
                                 std::span<const std::int16_t> order) noexcept;

/** The place of the voice that has faded longest; of equals the oldest note. Empty: none fades. order: as above. */
std::optional<int> placeToCut (const VoicePlaces& voices,
                               std::span<const std::int16_t> order) noexcept;

} // namespace melstrom
