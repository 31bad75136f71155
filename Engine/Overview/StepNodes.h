// A range of steps as few nodes of a tree with four children a node.
#pragma once

#include <cstdint>

namespace melstrom
{

/** Node n of level l covers steps [n x 4^l, (n + 1) x 4^l). */
inline constexpr int kNodeShift = 2; ///< log2 of the children of a node

/** Calls visit (level, node) for the nodes that together are the steps [first, end), in order: at
    most six of each level below the highest. first >= 0. */
template <typename Visit>
void visitNodes (std::int64_t first, std::int64_t end, int numLevels, Visit visit)
{
    while (first < end)
    {
        int level = 0;
        std::int64_t steps = 1;
        for (auto next = steps << kNodeShift;
             level + 1 < numLevels && first % next == 0 && next <= end - first;
             next <<= kNodeShift, ++level)
            steps = next;
        visit (level, first / steps);
        first += steps;
    }
}

} // namespace melstrom
