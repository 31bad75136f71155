// Converts the spans of a batch to the kernels' tables.
#pragma once

#include "Engine/Backend/Gpu/Mel/MelSteps.h"
#include "Engine/Backend/Gpu/Mel/SharedRuns.h"
#include "Engine/Backend/Gpu/Mel/WorkSizes.h"

#include <vector>

namespace melstrom::gpu
{

/** Bytes of one copy. */
struct CopyRun
{
    std::int64_t hostByte = 0, deviceByte = 0, numBytes = 0;
};

/** The tables of one batch. The slot owns their memory, of the sizes in WorkSizes. */
struct WorkTables
{
    WorkCounts* counts = nullptr;
    DeviceSpan* spans = nullptr;
    MelTile* tiles = nullptr;
    DeviceUnit* units = nullptr;
    DeviceBlock* blocks = nullptr;
    std::vector<CopyRun> inputRuns, outputRuns; ///< capacity: WorkSizes::numSpans each
};

/** `build` allocates nothing. Thread: any; one at a time on the same tables. */
class WorkBuilder
{
public:
    WorkBuilder (const MelGeometry& geometry, const MelProgram& program, const MelSteps& steps,
                 TileShape tile, const WorkSizes& sizes)
        : geometry_ (geometry), program_ (program), steps_ (steps), tile_ (tile), sizes_ (sizes)
    {
        if (steps.isFused && program.isShared)
            runs_ = SharedRuns (geometry, program.sharedStepSamples, tile.framesPerTile);
    }

    /** pass: from MelSteps::effective. Returns false if the spans exceed the plan's capacity. */
    bool build (const MelBatch& batch, MelPass pass, WorkTables& to) const noexcept;

private:
    bool addSpan (const MelSpan& span, MelPass pass, WorkTables& to) const noexcept;
    bool placeInput (const MelSpan& span, DeviceSpan& placed, WorkTables& to) const noexcept;
    bool placeOutput (const MelSpan& span, WorkTables& to) const noexcept;
    void setFrames (const MelSpan& span, MelPass pass, DeviceSpan& placed) const noexcept;
    bool addTiles (const DeviceSpan& span, WorkTables& to) const noexcept;
    bool addTilesOfFrames (const MelTile& pattern, std::int64_t first, std::int64_t end,
                           WorkTables& to) const noexcept;
    bool addSharedTiles (const DeviceSpan& span, WorkTables& to) const noexcept;
    bool addUnits (const DeviceSpan& span, MelPass pass, WorkTables& to) const noexcept;
    bool addTile (const MelTile& tile, WorkTables& to) const noexcept;

    const MelGeometry& geometry_;
    const MelProgram& program_;
    MelSteps steps_;
    TileShape tile_;
    WorkSizes sizes_;
    SharedRuns runs_; ///< of shared segments
};

} // namespace melstrom::gpu
