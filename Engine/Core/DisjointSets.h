// Sets of numbered nodes that are united one pair after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace melstrom
{

/** Each set is named by its smallest node. A node takes one Index of memory. Thread: one.
    source  paths are halved: Tarjan and van Leeuwen 1984, Worst-case analysis of set union
            algorithms */
template <typename Index>
class DisjointSets
{
public:
    explicit DisjointSets (std::size_t numNodes = 0)
    {
        parents_.reserve (numNodes);
        while (parents_.size () < numNodes)
            add ();
    }

    /** A new node, alone in its set. */
    Index add ()
    {
        parents_.push_back (static_cast<Index> (parents_.size ()));
        return parents_.back ();
    }

    /** The smallest node of the set of `node`. */
    Index of (Index node)
    {
        while (parents_[node] != node)
            node = parents_[node] = parents_[parents_[node]];
        return node;
    }

    void unite (Index one, Index other)
    {
        const auto [least, most] = std::minmax ({of (one), of (other)});
        parents_[most] = least;
    }

private:
    std::vector<Index> parents_; ///< a smaller node of the set, or the node itself
};

} // namespace melstrom
