// Rows of hours of sound, with maxima at coarser steps, within a limit of memory.
#pragma once

#include "Engine/Dsp/Mel/BandLevels.h"
#include "Engine/Overview/MaximumPyramid.h"
#include "Engine/Overview/RowStore.h"

#include <cstddef>
#include <vector>

namespace melstrom
{

/** A level above row by row has one row for kStep rows below it: their maxima. So `maximum` reads a
    few rows, however many rows the range has. When the limit is reached, the oldest rows go, block
    by block. Gaps cost no memory where a whole block is missing. Thread: one at a time. */
class RowPyramid final : public RowStore
{
public:
    static constexpr int kStep = 4;

    /** geometry: of a tap or a file. mostBytes: of all levels together; at least one block each is
        kept. */
    RowPyramid (const MelGeometry& geometry, std::size_t mostBytes, double originSeconds = 0);

    /** values (numRows, bands), as the tap gives them. Rows before endRow () are ignored. A row
        beyond endRow () leaves a gap. Throws std::bad_alloc. */
    void append (std::int64_t first, int numRows, const float* values);

    /** As MaximumPyramid::dropBlock. */
    bool dropOldest () { return pyramid_.dropBlock (); }
    std::size_t memoryBytes () const noexcept { return pyramid_.memoryBytes (); }
    std::size_t mostBytes () const noexcept { return pyramid_.mostBytes (); }

    const MelGeometry& geometry () const noexcept override { return geometry_; }
    double firstRowSeconds () const noexcept override;
    std::int64_t firstRow () const noexcept override { return pyramid_.firstStep (); }
    std::int64_t endRow () const noexcept override { return pyramid_.endStep (); }
    RowPresence maximum (std::int64_t first, std::int64_t end,
                         std::span<float> levels) const override;
    std::uint64_t revision () const noexcept override { return pyramid_.revision (); }

private:
    MelGeometry geometry_;
    double originSeconds_;
    BandLevels levels_;
    MaximumPyramid pyramid_;
    std::vector<float> row_; ///< one row of levels
};

} // namespace melstrom
