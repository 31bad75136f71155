// Rows and samples at single places of a file, at once.
#pragma once

#include "Engine/Overview/OverviewParts.h"
#include "Engine/Overview/OverviewSignal.h"
#include "Engine/Overview/RowComputer.h"
#include "Engine/Overview/SoundFile.h"

#include <memory>
#include <span>
#include <vector>

namespace melstrom
{

/** Each call reads and computes as much as its memory holds at a time, some milliseconds of work.
    A place that cannot be read is left out: the exact pass reports it. Thread: one at a time. All
    functions may throw std::bad_alloc. */
class OverviewLook
{
public:
    /** All arguments outlive this object. Fails: badRate, outOfMemory. */
    static Result<std::unique_ptr<OverviewLook>>
    make (SoundFile& file, const OverviewFrontEnd& frontEnd, RowComputer& computer);

    /** Computes from the front of `firstRows`, and removes what it has dealt with, at least one
        place. mostPlaces >= 1. Fails: deviceLost, outOfMemory. */
    Result<std::vector<RowPlace>> places (std::span<const std::int64_t>& firstRows,
                                          std::size_t mostPlaces);
    /** The same for tiles; consecutive ones at the front are computed together. */
    Result<std::vector<RowTile>> rowTiles (std::span<const std::int64_t>& indices);
    /** One tile. Fails: as SoundFile::read. */
    Result<SampleTile> sampleTile (std::int64_t index);

private:
    OverviewLook (SoundFile& file, const OverviewFrontEnd& frontEnd, RowComputer& computer,
                  OverviewSignal signal);
    /** Brings the samples of these rows to sample `place` of the slab; false: they cannot be read,
        or do not fit. */
    bool fetch (std::int64_t firstRow, std::int64_t endRow, std::int64_t place);
    float* samples () const noexcept { return reinterpret_cast<float*> (slab_->data ()); }

    SoundFile& file_;
    const OverviewFrontEnd& frontEnd_;
    RowComputer& computer_;
    OverviewSignal signal_;
    std::unique_ptr<SlabMemory> slab_;
    const std::int64_t numRows_;
    std::int64_t numFetched_ = 0; ///< samples of the last fetch
};

} // namespace melstrom
