// The fused kernel: samples in, bands out; all intermediate values stay on the chip.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedBands.h"
#include "Engine/Backend/Gpu/Kernels/Fused/FusedPasses.h"
#include "Engine/Backend/Gpu/Kernels/Fused/FusedStore.h"
#include "Engine/Backend/Gpu/Kernels/Fused/FusedWarpBands.h"
#include "Engine/Backend/Gpu/Kernels/Fused/FusedWarpTransform.h"
#include "Engine/Backend/Gpu/Kernels/Fused/SquareTransform.h"
#include "Engine/Backend/Gpu/Kernels/Fused/TileRing.h"

namespace melstrom::gpu
{

/** Transforms the tile's frames to powers. afterFirst (thread): called when the samples have been
    read. */
template <typename Shape, typename Block, typename Then>
MELSTROM_BOTH void transformFrames (const FusedTile<Shape>& at, Block& block,
                                    const Then& afterFirst)
{
    if constexpr (Shape::kIsWarp)
    {
        transformInWarps (at, block);
        block.start (afterFirst);
    }
    else if constexpr (Shape::kHasSteps)
    {
        measureFrames (at, block);
        transformTile (at, block, SteppedFrames<Shape> {at}, afterFirst);
    }
    else if constexpr (Shape::kSquareSize > 0)
        transformSquares (at, block, afterFirst);
    else
        transformTile (at, block, PlainFrames<Shape> {at}, afterFirst);
}

/** Stores the tile's features, then lets the next tile's transform begin. output: place of the
    tile's frames. */
template <typename Shape, typename Block>
MELSTROM_BOTH void storeFeatures (const FusedTile<Shape>& at, Block& block, std::int64_t output)
{
    block.start ([&] (int thread) { storeTile<Block> (at, thread, output); });
    const auto nothing = [] (int) {};
    if (storesInWarps (at, output))
        block.eachInWarp (nothing);
    else if (! at.work.fused.keepsFeatures)
        block.each (nothing);
}

/** Plans all tiles of the block, fills the ring and copies the first tile's samples. */
template <typename Shape, typename Block, typename TileAt>
MELSTROM_BOTH void beginTiles (const MelWork& work, float* shared, const TileRing& ring,
                               Block& block, const TileAt& tileAt)
{
    block.each (
        [&] (int thread)
        {
            if constexpr (Shape::kIsWarp)
                fetchLaneTables<Shape, Block> (work.fused, shared, thread);
            if constexpr (Shape::kSquareSize > 0)
                fetchBank<Block> (work, block.numThreads (), shared, thread);
            if constexpr (Shape::kHasColumns)
                fetchColumnTables<Shape, Block> (work.fused, shared, thread);
            for (int n = thread; ring.has (n); n += block.numThreads ())
            {
                const MelTile& tile = work.tiles[ring.index (n)];
                work.plans[ring.index (n)] = tilePlanOf (
                    FusedTile<Shape> {work, tile, work.spans[tile.span], shared,
                                      shared + kRingFloats, Shape (work.fused), ring.index (n)});
            }
        });
    block.each (
        [&] (int thread)
        {
            for (int n = 0; n < 3; ++n)
                ring.fetchTile<Block> (n, thread);
            Block::waitForCopies ();
        });
    block.each (
        [&] (int thread)
        {
            for (int n = 0; n < 2; ++n)
                ring.fetchSpan<Block> (n, thread);
            Block::waitForCopies ();
        });
    block.each (
        [&] (int thread)
        {
            if (ring.has (0))
                stageSamples<Block> (tileAt (0), ring.plan (0), thread);
            Block::waitForCopies ();
        });
}

/** Computes tiles firstTile, firstTile + step, ...; the samples of a tile arrive while the previous
    tile is computed.
    shared  fused.sharedFloats        thread  all of the block
    moves   samples of the tiles once, features once; tables come from the first-level cache */
template <typename Shape, typename Block>
MELSTROM_BOTH void computeTiles (const MelWork& work, int firstTile, int step, Block& block,
                                 float* shared)
{
    const TileRing ring (work, firstTile, step, shared);
    const auto tileAt = [&] (int n)
    {
        return FusedTile<Shape> {work,          ring.tile (n),        ring.span (n),
                                 shared,        shared + kRingFloats, Shape (work.fused),
                                 ring.index (n)};
    };
    beginTiles<Shape> (work, shared, ring, block, tileAt);
    for (int n = 0; ring.has (n); ++n)
    {
        transformFrames (tileAt (n), block,
                         [&] (int thread)
                         {
                             if (ring.has (n + 1))
                                 stageSamples<Block> (tileAt (n + 1), ring.plan (n + 1), thread);
                             ring.fetchSpan<Block> (n + 2, thread);
                             ring.fetchTile<Block> (n + 3, thread); // in the slot of tile n - 1
                         });
        block.each (
            [&] (int thread)
            {
                projectTile<Block> (tileAt (n), thread);
                Block::waitForCopies ();
            });
        storeFeatures (tileAt (n), block, ring.plan (n).outputByte);
    }
}

} // namespace melstrom::gpu
