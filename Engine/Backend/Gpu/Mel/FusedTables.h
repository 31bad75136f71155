// The fused kernel's shapes, and the tables that each computes with.
#pragma once

#include "Engine/Backend/Gpu/Mel/ProgramTables.h"

#include <string>
#include <vector>

namespace melstrom::cuda
{

/** How a transform is cut into passes and frames into tiles. */
struct FusedShape
{
    int fftSamples = 0;
    std::vector<int> radices; ///< their product is fftSamples / 2
    int framesPerTile = 0, numThreads = 0;
    int compiled = -1;     ///< index of the kernel compiled for it; -1: the one for any radices
    bool hasSteps = false; ///< Kaldi's, on each frame before the window
    bool isWarp = false;   ///< a frame a warp, see WarpShape

    std::string name () const; ///< "fused 20x10 t32"
};

/** Shapes that compute this geometry, the likeliest to be fast first; empty where the transform is
    odd, has other prime factors than 2, 3 and 5, or lies outside of 64 .. 4096. */
std::vector<FusedShape> fusedShapes (const MelGeometry& geometry);

/** The program with null pointers, and what they are to point at. */
struct FusedTables
{
    FusedProgram program;
    std::vector<Complex> window, twiddles, unpack;
    std::vector<std::int32_t> segmentElements;
    std::vector<BandRun> bandRuns;
    std::vector<WeightQuad> quads;
};
/** bank: of the same geometry; its program is changed to suit the shape: segments longer than a tile
    no longer share frames, and the samples' scale moves into the window. shape: one of
    `fusedShapes (geometry)`. */
FusedTables makeFusedTables (const MelGeometry& geometry, ProgramTables& bank,
                             const FusedShape& shape);

/** What the host must know of tiles to cut work into them. */
struct TileShape
{
    int framesPerTile = 0; ///< at most; 0: there are no tiles
    int unitsPerTile = 1;  ///< whole segments, where several fit and share no frames
};
TileShape tileShapeOf (const MelProgram& plan, int framesPerTile) noexcept;

} // namespace melstrom::cuda
