// The order of voice stealing.
#include "Engine/Realtime/Allocation/VoiceStealing.h"

#include <algorithm>
#include <tuple>

namespace melstrom
{

namespace
{
const Voice& at (const VoicePlaces& voices, int place) noexcept
{
    return voices[static_cast<std::size_t> (place)];
}

bool isPlaying (const Voice& voice) noexcept
{
    return voice.state != VoiceState::free && voice.state != VoiceState::fading;
}

/** The least noticeable loss has the lowest rank. */
int rankOf (VoiceState state) noexcept
{
    switch (state)
    {
        case VoiceState::released: return 0;
        case VoiceState::held: return 1;
        default: return 2;
    }
}

std::tuple<int, float> lossOf (const Voice& voice) noexcept
{
    return {rankOf (voice.state), voice.level};
}
} // namespace

int countPlaying (const VoicePlaces& voices) noexcept
{
    return static_cast<int> (std::count_if (voices.begin (), voices.end (), isPlaying));
}

int countFading (const VoicePlaces& voices) noexcept
{
    return static_cast<int> (std::count_if (voices.begin (), voices.end (),
                                            [] (const Voice& voice)
                                            { return voice.state == VoiceState::fading; }));
}

std::optional<int> placeToSteal (const VoicePlaces& voices,
                                 std::span<const std::int16_t> order) noexcept
{
    std::optional<int> best;
    // From the oldest note on: a newer note replaces the choice only if its loss is smaller.
    for (const int place : order)
        if (const auto& voice = at (voices, place);
            isPlaying (voice) && (! best || lossOf (voice) < lossOf (at (voices, *best))))
            best = place;
    return best;
}

std::optional<int> placeToCut (const VoicePlaces& voices,
                               std::span<const std::int16_t> order) noexcept
{
    std::optional<int> best;
    for (const int place : order)
        if (const auto& voice = at (voices, place);
            voice.state == VoiceState::fading &&
            (! best || voice.fadeSample < at (voices, *best).fadeSample))
            best = place;
    return best;
}

} // namespace melstrom
