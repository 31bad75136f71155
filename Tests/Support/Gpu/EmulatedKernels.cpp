#include "Tests/Support/Gpu/EmulatedKernels.h"

#include "Engine/Backend/Gpu/Kernels/Mel/FinishRows.h"
#include "Engine/Backend/Gpu/Kernels/Mel/FinishTiles.h"
#include "Engine/Backend/Gpu/Kernels/Mel/JoinBlocks.h"
#include "Engine/Backend/Gpu/Kernels/Mel/ProjectBands.h"
#include "Engine/Backend/Gpu/Kernels/Mel/Smooth.h"
#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"
#include "Engine/Backend/Gpu/Kernels/Mel/StoreRows.h"
#include "Engine/Backend/Gpu/Kernels/Mel/WindowFrames.h"

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace melstrom::testing
{

using namespace gpu;

namespace
{
/** Shared memory starts with undefined contents: here NaN. */
template <typename Shared>
std::unique_ptr<Shared> poisoned ()
{
    auto shared = std::make_unique<Shared> ();
    std::memset (shared.get (), 0xff, sizeof (Shared));
    return shared;
}
} // namespace

void emulateWindowFrames (const MelWork& work)
{
    HostBlock block (kWindowThreads);
    const auto shared = poisoned<WindowShared> ();
    for (int frame = 0; frame < work.chunkFrames; ++frame)
        windowFrame (work, frame, block, *shared);
}

void emulateProjectBands (const MelWork& work)
{
    const std::int64_t total = std::int64_t {work.chunkFrames} * work.program.numBands;
    for (std::int64_t element = 0; element < total; ++element)
        projectBand<HostBlock> (work, element);
}

void emulateGatherBlocks (const MelWork& work)
{
    HostBlock block (kGroupThreads);
    const auto shared = poisoned<StatisticsShared> ();
    for (int index = 0; index < work.counts->numBlocks; ++index)
        gatherBlock (work, index, block, *shared);
}

void emulateJoinBlocks (const MelWork& work)
{
    const std::int64_t total = std::int64_t {work.counts->numUnits} * work.program.numBands;
    for (std::int64_t element = 0; element < total; ++element)
        joinBand (work, element);
}

void emulateSmooth (const MelWork& work)
{
    HostBlock block (kGroupThreads);
    const auto ends = poisoned<std::array<float, kSmoothSharedFloats>> ();
    const std::int64_t total = std::int64_t {work.counts->numBlocks} * bandTilesOf (work.program);
    for (std::int64_t item = 0; item < total; ++item)
        smoothBands (work, item, block, ends->data ());
}

void emulateFinishTiles (const MelWork& work)
{
    constexpr int kNumBlocks = 3;
    for (int block = 0; block < kNumBlocks; ++block)
        for (int thread = 0; thread < kFinishTileThreads; ++thread)
            finishTilesAt<HostBlock> (work, block, kNumBlocks, thread);
}

void emulateFinishRows (const MelWork& work)
{
    HostBlock block (kFinishThreads);
    std::vector<float> bands (static_cast<std::size_t> (finishSharedFloats (work.program)),
                              std::numeric_limits<float>::quiet_NaN ());
    std::vector<int> units (kFinishLanes, -1);
    for (std::int64_t tile = 0; tile < finishTilesOf (work); ++tile)
        finishTile (work, tile, block, {units.data (), bands.data ()});
}

void emulateStoreRows (const MelWork& work)
{
    for (std::int64_t chunk = 0; chunk < storeChunksOf (work); ++chunk)
        for (int thread = 0; thread < kStoreThreads; ++thread)
            storeChunk<HostBlock> (work, chunk, thread);
}

} // namespace melstrom::testing
