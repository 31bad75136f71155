// The fused kernel's shapes, and the tables of each shape.
#pragma once

#include "Engine/Backend/Gpu/Mel/ProgramTables.h"

#include <string>
#include <vector>

namespace melstrom::gpu
{

/** The passes of a transform and the tiles of frames. */
struct FusedShape
{
    int fftSamples = 0;
    std::vector<int> radices; ///< their product is fftSamples / 2
    int framesPerTile = 0, numThreads = 0;
    int compiled = -1;     ///< index of the compiled kernel; -1: the kernel for any radices
    bool hasSteps = false; ///< Kaldi's steps on each frame before the window
    bool isWarp = false;   ///< one frame a warp, see WarpShape
    int blocksAtOnce = 2;  ///< thread blocks that a multiprocessor has registers for

    std::string name () const; ///< "fused 20x10 t32"
};

/** Shapes for this geometry, in order of expected speed. Empty if the transform size is odd, has
    prime factors above 5, or lies outside 64 .. 4096. */
std::vector<FusedShape> fusedShapes (const MelGeometry& geometry);

/** The program with null pointers, and the tables that it will point to. */
struct FusedTables
{
    FusedProgram program;
    std::vector<Complex> window, twiddles, unpack;
    std::vector<std::int32_t> segmentElements;
    std::vector<BandRun> bandRuns;
    std::vector<WeightQuad> quads;
};
/** bank: of the same geometry. Its program is adapted to the shape: segments longer than a tile no
    longer share frames, and the samples' scale moves into the window. shape: one of `fusedShapes
    (geometry)`. */
FusedTables makeFusedTables (const MelGeometry& geometry, ProgramTables& bank,
                             const FusedShape& shape);

/** The tile sizes that the host needs to divide work into tiles. */
struct TileShape
{
    int framesPerTile = 0; ///< upper limit; 0: no tiles
    int unitsPerTile = 1;  ///< number of whole segments, if several fit and share no frames
};
TileShape tileShapeOf (const MelProgram& plan, int framesPerTile) noexcept;

// Parts of makeFusedTables, in BandRuns.cpp and LaneTables.cpp.

/** Assigns the bands to thread groups, round by round. Bands grow wider upwards, so every second
    round goes downwards: groups have equal work. */
void makeBandRuns (FusedTables& tables, const ProgramTables& bank);

/** exp (-2 pi i numerator/denominator) */
Complex turn (std::int64_t numerator, std::int64_t denominator);
/** Makes the tables of a WarpShape in the order in which its lanes l read them, pairs of points
    adjacent: (16, lanes) windows of points l + 32 q and 16 rows further; (8, lanes) twiddles of
    laneDft for residue c = l; (8, lanes) exp (-2 pi i k / fftSamples) of k = l + 64 i and 32
    further. */
void makeLaneTables (FusedTables& tables);
/** Places of a WarpShape behind the samples: rooms of frames, then tables. */
void layOutRooms (FusedProgram& program);

} // namespace melstrom::gpu
