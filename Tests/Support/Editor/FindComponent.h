// Parts of an editor, for tests.
#pragma once

#include "Tests/Support/Catch.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <vector>

namespace melstrom::testing
{

/** The first component of that type in `within`, depth first; null: not found. */
template <typename Wanted>
Wanted* findOrNull (juce::Component& within)
{
    for (auto* const child : within.getChildren ())
        if (auto* const found = dynamic_cast<Wanted*> (child))
            return found;
        else if (auto* const deeper = findOrNull<Wanted> (*child))
            return deeper;
    return nullptr;
}

/** The same; REQUIREs a match. */
template <typename Wanted>
Wanted& find (juce::Component& within)
{
    auto* const found = findOrNull<Wanted> (within);
    REQUIRE (found != nullptr);
    return *found;
}

/** All components of that type. Does not search inside matches. */
template <typename Kind>
std::vector<Kind*> allOf (juce::Component& parent)
{
    std::vector<Kind*> found;
    for (auto* const child : parent.getChildren ())
    {
        if (auto* const one = dynamic_cast<Kind*> (child))
            found.push_back (one);
        else
            for (auto* const below : allOf<Kind> (*child))
                found.push_back (below);
    }
    return found;
}

} // namespace melstrom::testing
