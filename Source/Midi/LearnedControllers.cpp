#include "Source/Midi/LearnedControllers.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** The first entry whose key is not below `key`. */
template <typename Entries>
auto placeOf (Entries& entries, PatchKey key)
{
    return std::lower_bound (entries.begin (), entries.end (), key,
                             [] (const LearnedController& entry, PatchKey k)
                             { return entry.key < k; });
}
} // namespace

bool LearnedController::isValid () const noexcept
{
    const auto index = static_cast<int> (key);
    return channel >= kAnyChannel && channel < kNumChannels && number >= 0 &&
           number < kNumNumbers && index >= 0 && index < kNumPatchKeys;
}

void LearnedControllers::learn (const LearnedController& controller)
{
    if (! controller.isValid ())
        return;
    const auto place = placeOf (entries, controller.key);
    if (place != entries.end () && place->key == controller.key)
        *place = controller;
    else
        entries.insert (place, controller);
}

void LearnedControllers::forget (PatchKey key)
{
    const auto place = placeOf (entries, key);
    if (place != entries.end () && place->key == key)
        entries.erase (place);
}

std::optional<LearnedController> LearnedControllers::of (PatchKey key) const
{
    const auto place = placeOf (entries, key);
    return place != entries.end () && place->key == key ? std::optional (*place) : std::nullopt;
}

} // namespace melstrom
