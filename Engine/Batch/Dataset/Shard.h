// Which part of a dataset a run makes, where several runs share one.
#pragma once

namespace melstrom
{

inline constexpr int kMostShards = 100'000;

struct Shard
{
    int index = 0; ///< from 0
    int count = 1; ///< 1 to kMostShards
    bool operator== (const Shard&) const = default;
};

} // namespace melstrom
