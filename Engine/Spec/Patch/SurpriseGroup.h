// Parts of a sound that a player keeps while chance does the rest.
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

/** What people read. */
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

/** By SurpriseGroup: those that stay as they are. */
using LockedGroups = std::bitset<kNumSurpriseGroups>;

/** Their keys. Whatever `surprise` changes is in one group: noise and the volume are with the oscillators, LFOs and the
    rows of the matrix are the modulation. Thread: any; not audio. */
LockedKeys keysOf (const LockedGroups& groups);

} // namespace melstrom
