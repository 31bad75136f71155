// Consecutive segments that share the frames of one tile.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstdint>
#include <vector>

namespace melstrom::gpu
{

struct SharedRun
{
    std::int64_t endSegment = 0;
    std::int64_t firstFrame = 0, endFrame = 0; ///< frames of the grid
};

/** The longest runs of segments whose frames fit into a tile. A run depends on its first segment's
    place within a long segment only, so one run for each place is found once: a batch has up to
    100,000 segments, and its tables are made while the device waits for them. */
class SharedRuns
{
public:
    SharedRuns () = default; ///< for plans without shared segments; `from` must not be called
    SharedRuns (const MelGeometry& geometry, int stepSamples, int framesPerTile);

    /** The longest run from `first` on, before `end`; at least one segment. Any part of a run fits
        as well, which bounds the number of tiles. */
    SharedRun from (std::int64_t first, std::int64_t end) const noexcept;
    /** Segments of the shortest run that ends because its tile is full. */
    std::int64_t shortest () const noexcept;

private:
    /** Without the runs that were found before. */
    SharedRun find (std::int64_t first, std::int64_t end) const noexcept;
    std::int64_t firstFrameOf (std::int64_t segment) const noexcept;

    std::int64_t shortsPerLong_ = 1, longFrames_ = 0; ///< frames of the grid a long segment
    std::int64_t framesPerSegment_ = 0, framesPerTile_ = 0;
    // of the first long segment, (shortsPerLong)
    std::vector<std::int64_t> firstFrames_; ///< frames of the grid
    std::vector<SharedRun> runs_;
};

} // namespace melstrom::gpu
