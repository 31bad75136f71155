// The rows of a live history: parts of different grids, rates and front ends on one timeline.
#pragma once

#include "Engine/Overview/RowPyramid.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** A part has the rows of one device's run, or rows that were computed from kept sound. Rows are
    numbered on the grid of the newest part. A row of an earlier part lasts for its own hop at its
    own time, to within half a row of the newest grid; where parts overlap, the earlier part shows:
    the first rows of the later one are padded. Bands of another filter bank show at the bands of
    the newest part whose frequencies they have. Memory is limited by the owner, who calls
    dropOldest. Thread: message. */
class LiveRows final : public RowStore
{
public:
    /** As RowPyramid. originSeconds: of the first sample of the part's signal. */
    struct Grid
    {
        MelGeometry geometry;
        double originSeconds = 0;
    };

    /** Adds consecutive rows to the part of this id, which begins if it is not there. Rows of the
        newest part go on at the end of the history. Returns true if the numbers of rows, or their
        geometry, have changed. Throws std::bad_alloc. */
    bool append (int partId, const Grid& grid, std::int64_t first, int numRows,
                 const float* values);
    void clear ();

    bool isEmpty () const noexcept { return parts_.empty (); }
    std::optional<double> originOf (int partId) const; ///< seconds; empty: there is no such part
    double beginSeconds () const noexcept;             ///< of the oldest row; 0: empty
    std::size_t memoryBytes () const noexcept;
    bool dropOldest (); ///< false: nothing can go

    // Not while it is empty:

    const MelGeometry& geometry () const noexcept override { return newest ().geometry (); }
    double firstRowSeconds () const noexcept override;
    std::int64_t firstRow () const noexcept override;
    std::int64_t endRow () const noexcept override;
    RowPresence maximum (std::int64_t first, std::int64_t end,
                         std::span<float> levels) const override;
    std::uint64_t revision () const noexcept override;

private:
    /** Bands [first, last] of a part are shown as one band of the newest part; first > last: none. */
    struct Bands
    {
        int first = 0, last = 0;
    };
    struct Part
    {
        int id;
        double originSeconds;
        std::int64_t firstCame; ///< no row before it came
        RowPyramid rows;
        std::vector<Bands> bands; ///< (bands of the newest part); empty: the same bands
    };

    const RowPyramid& newest () const noexcept { return parts_.back ()->rows; }
    Part& partOf (int partId, const Grid& grid, std::int64_t first, bool& isNew);
    void renumber ();
    static double beginOf (const RowPyramid& rows, std::int64_t row) noexcept;
    static double beginOf (const Part& part) noexcept;
    static double endOf (const Part& part) noexcept;
    std::int64_t numberAt (double seconds) const noexcept;
    RowPresence read (const Part& part, std::int64_t first, std::int64_t end) const;
    void raise (const Part& part, std::span<float> levels, bool isFirst) const;

    std::vector<std::unique_ptr<Part>> parts_; ///< by their first row
    std::int64_t offset_ = 0;                  ///< number of row 0 of the newest part
    std::uint64_t revision_ = 0;
    mutable std::vector<float> row_; ///< one row of a part
};

} // namespace melstrom
