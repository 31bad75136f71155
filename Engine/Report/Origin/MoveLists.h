// Neighbours of a spec, by stage: parts of SpecMoves.
#pragma once

#include "Engine/Report/Origin/FrameFit.h"

#include <initializer_list>
#include <vector>

namespace melstrom
{

using Specs = std::vector<MelSpec>;

/** Adds the spec once for each value, changed by set (spec, value). */
template <typename Value, typename Set>
void addEach (Specs& specs, const MelSpec& spec, std::initializer_list<Value> values, Set set)
{
    for (const Value& value : values)
    {
        specs.push_back (spec);
        set (specs.back (), value);
    }
}

/** See MoveStage and neighbours. */
Specs windowMoves (const MelSpec& spec, const ArrayFacts& facts, bool isFine);
Specs bankMoves (const MelSpec& spec, const ArrayFacts& facts, bool isFine);
Specs limitMoves (const MelSpec& spec, const ArrayFacts& facts, bool isFine);

} // namespace melstrom
