// The fused kernel's shapes, and the tables of each shape.
#pragma once

#include "Engine/Backend/Gpu/Mel/ProgramTables.h"

#include <string>
#include <vector>

namespace melstrom::cuda
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

} // namespace melstrom::cuda
