// The tiles of a thread block, in order of computation.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedStaging.h"

namespace melstrom::gpu
{

/** A tile, its span and its plan in shared memory. */
struct TileSlot
{
    MelTile tile;
    DeviceSpan span;
    TilePlan plan;
};
inline constexpr int kRingSlots = 4;
inline constexpr int kRingFloats =
    static_cast<int> (kRingSlots * sizeof (TileSlot) / sizeof (float));

/** Copies tiles, their spans and plans from device memory to shared memory ahead of their use. */
class TileRing
{
public:
    MELSTROM_BOTH TileRing (const MelWork& work, int firstTile, int step, float* shared)
        : work_ (work), firstTile_ (firstTile), step_ (step), numTiles_ (work.counts->numTiles),
          slots_ (reinterpret_cast<TileSlot*> (shared))
    {
    }
    MELSTROM_BOTH int index (int n) const { return firstTile_ + n * step_; }
    MELSTROM_BOTH bool has (int n) const { return index (n) < numTiles_; }
    MELSTROM_BOTH const MelTile& tile (int n) const { return slots_[n % kRingSlots].tile; }
    MELSTROM_BOTH const DeviceSpan& span (int n) const { return slots_[n % kRingSlots].span; }
    MELSTROM_BOTH const TilePlan& plan (int n) const { return slots_[n % kRingSlots].plan; }

    /** Also fetches the tile's plan. */
    template <typename Block>
    MELSTROM_BOTH void fetchTile (int n, int thread) const
    {
        if (! has (n))
            return;
        fetch<Block> (slots_[n % kRingSlots].tile, work_.tiles[index (n)], thread);
        fetch<Block> (slots_[n % kRingSlots].plan, work_.plans[index (n)], thread);
    }
    /** Call after the tile has arrived. */
    template <typename Block>
    MELSTROM_BOTH void fetchSpan (int n, int thread) const
    {
        if (has (n))
            fetch<Block> (slots_[n % kRingSlots].span, work_.spans[tile (n).span], thread);
    }

private:
    template <typename Block, typename Item>
    static MELSTROM_BOTH void fetch (Item& to, const Item& from, int thread)
    {
        constexpr int kBytes = 16;
        static_assert (sizeof (Item) % kBytes == 0);
        if (thread < static_cast<int> (sizeof (Item)) / kBytes)
            Block::template copyAsync<kBytes> (reinterpret_cast<std::byte*> (&to) + kBytes * thread,
                                               reinterpret_cast<const std::byte*> (&from) +
                                                   kBytes * thread);
    }

    const MelWork& work_;
    int firstTile_, step_, numTiles_;
    TileSlot* slots_;
};

} // namespace melstrom::gpu
