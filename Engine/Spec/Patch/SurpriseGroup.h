// Groups of parameters that a player can lock against `surprise`.
#pragma once

#include "Engine/Spec/Patch/MusicalRange.h"

#include <cstdint>
#include <string_view>

namespace melstrom
{

enum class SurpriseGroup : std::int8_t
{
    oscillators,
    filter,
    envelopes,
    modulation,
    effects
};
inline constexpr int kNumSurpriseGroups = 5;

/** Name for display. */
constexpr std::string_view groupName (SurpriseGroup group) noexcept
{
    switch (group)
    {
        case SurpriseGroup::oscillators: return "Oscillators";
        case SurpriseGroup::filter: return "Filter";
        case SurpriseGroup::envelopes: return "Envelopes";
        case SurpriseGroup::modulation: return "Modulation";
        case SurpriseGroup::effects: return "Effects";
    }
    return "";
}

/** Bit i: SurpriseGroup i is locked. */
using LockedGroups = std::bitset<kNumSurpriseGroups>;

/** Keys of the locked groups. Every parameter that `surprise` changes is in one group: noise and
    volume belong to oscillators, LFOs and matrix rows to modulation. Thread: any; not audio. */
LockedKeys keysOf (const LockedGroups& groups);

} // namespace melstrom
