// From the spans of a batch to the tables that kernels read.
#pragma once

#include "Engine/Backend/Gpu/Mel/MelSteps.h"
#include "Engine/Backend/Gpu/Mel/WorkSizes.h"

#include <vector>

namespace melstrom::cuda
{

/** Bytes to be copied in one go. */
struct CopyRun
{
    std::int64_t hostByte = 0, deviceByte = 0, numBytes = 0;
};

/** The tables of one batch. Their memory is the slot's, as large as WorkSizes says. */
struct WorkTables
{
    WorkCounts* counts = nullptr;
    DeviceSpan* spans = nullptr;
    MelTile* tiles = nullptr;
    DeviceUnit* units = nullptr;
    DeviceBlock* blocks = nullptr;
    std::vector<CopyRun> inputRuns, outputRuns; ///< room for WorkSizes::numSpans each
};

/** Thread: any; one at a time on the same tables. Allocates nothing. */
class WorkBuilder
{
public:
    WorkBuilder (const MelGeometry& geometry, const MelProgram& program, const MelSteps& steps,
                 TileShape tile, const WorkSizes& sizes) noexcept
        : geometry_ (geometry), program_ (program), steps_ (steps), tile_ (tile), sizes_ (sizes)
    {
    }

    /** pass: as MelSteps::effective says. False where the spans exceed the plan's capacity. */
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
};

} // namespace melstrom::cuda
