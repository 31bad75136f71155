// The tiles of a thread block, in the order in which it computes them.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedStaging.h"

namespace melstrom::cuda
{

/** A tile and its span in shared memory. */
struct TileSlot
{
    MelTile tile;
    DeviceSpan span;
};
inline constexpr int kRingSlots = 4;
inline constexpr std::size_t kPlanBytes = 32;
inline constexpr int kRingFloats =
    static_cast<int> ((kRingSlots * sizeof (TileSlot) + kPlanBytes + 16) / sizeof (float));
static_assert (sizeof (StagePlan) <= kPlanBytes);

/** Tiles and their spans on the way from device memory: read before they are needed. */
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

    template <typename Block>
    MELSTROM_BOTH void fetchTile (int n, int thread) const
    {
        if (has (n))
            fetch<Block> (slots_[n % kRingSlots].tile, work_.tiles[index (n)], thread);
    }
    /** After the tile is there. */
    template <typename Block>
    MELSTROM_BOTH void fetchSpan (int n, int thread) const
    {
        if (has (n))
            fetch<Block> (slots_[n % kRingSlots].span, work_.spans[tile (n).span], thread);
    }

    /** Of the tile that is staged next. */
    MELSTROM_BOTH StagePlan& plan () const
    {
        return *reinterpret_cast<StagePlan*> (slots_ + kRingSlots);
    }

    /** Of the tile that is computed. */
    MELSTROM_BOTH std::int64_t& output () const
    {
        return *reinterpret_cast<std::int64_t*> (
            reinterpret_cast<std::byte*> (slots_ + kRingSlots) + kPlanBytes);
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

} // namespace melstrom::cuda
