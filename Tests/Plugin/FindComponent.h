// Parts of an editor, for tests.
#pragma once

#include "Tests/Support/Catch.h"

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom::testing
{

/** The first of that type in `within`, in depth; null: there is none. */
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

/** The same; REQUIREs that it is there. */
template <typename Wanted>
Wanted& find (juce::Component& within)
{
    auto* const found = findOrNull<Wanted> (within);
    REQUIRE (found != nullptr);
    return *found;
}

} // namespace melstrom::testing
