// Puts together what the stretches of a parallel loop found.
#pragma once

#include <cstddef>
#include <vector>

namespace melstrom
{

/** Appends the items of all parts in their order. The memory of a part is given back when its items
    are copied, so that the pages of all items are taken once. */
template <typename Item>
void appendParts (std::vector<std::vector<Item>>& parts, std::vector<Item>& to)
{
    std::size_t count = to.size ();
    for (const auto& part : parts)
        count += part.size ();
    to.reserve (count);
    for (auto& part : parts)
    {
        to.insert (to.end (), part.begin (), part.end ());
        std::vector<Item> ().swap (part); // = {} would keep the memory
    }
}

} // namespace melstrom
