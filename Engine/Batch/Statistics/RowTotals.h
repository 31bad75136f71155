// Sums and counts over the rows of a dataset, by band.
#pragma once

#include "Engine/Batch/Statistics/BandCounts.h"
#include "Engine/Batch/Statistics/ExactSum.h"
#include "Engine/Batch/Statistics/RowShape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace melstrom
{

/** Of every kCountedStep-th row of a file the values are counted, for quantiles. */
inline constexpr std::int64_t kCountedStep = 128;
/** All rows are counted too, if the dataset has at most this many. */
inline constexpr std::int64_t kMostRowsCountedWhole = 16'384;

struct BandTotals
{
    ExactSum sum, squares; ///< of finite values
    std::int64_t numNonFinite = 0;
    bool operator== (const BandTotals&) const = default;
};

/** Everything is an exact sum, so that parts may be added in any order. Thread: one at a time. */
struct RowTotals
{
    RowTotals (int numBands, bool countsWhole);

    void add (const RowTotals& other);
    void carry () noexcept; ///< ExactSum::carry of all sums
    bool operator== (const RowTotals&) const = default;

    std::int64_t numRows = 0;
    std::vector<BandTotals> bands;
    BandCounts counted;              ///< of every kCountedStep-th row
    std::optional<BandCounts> whole; ///< of all rows
};

/** How many values of a file equal its smallest value. */
struct Floor
{
    float value = std::numeric_limits<float>::infinity ();
    std::int64_t count = 0;

    void add (const Floor& other) noexcept
    {
        if (other.value < value)
            *this = other;
        else if (other.value == value)
            count += other.count;
    }
};

/** The rows of a file that are summed in one go, in float64: those from a multiple of this number to
    the next. What follows is exact, so that the result depends on nothing else. */
inline std::int64_t stretchRows (const RowShape& shape) noexcept
{
    constexpr std::int64_t kStretchValues = 1 << 16;
    return std::max<std::int64_t> (1,
                                   kStretchValues / std::max<std::int64_t> (1, shape.numValues ()));
}

/** Consecutive rows of a file. */
struct RowStretch
{
    const std::byte* rows = nullptr;
    std::int64_t firstRow = 0, numRows = 0;
    /** the counted rows: (row + phase) % kCountedStep == 0 */
    std::int64_t phase = 0;
};

/** Adds stretches to totals; holds what that needs. Thread: one at a time. */
class StretchAdding
{
public:
    explicit StretchAdding (const RowShape& shape);

    /** stretch: at most stretchRows. sign: 1 adds, -1 takes away. Returns its floor. */
    Floor add (const RowStretch& stretch, RowTotals& totals, int sign = 1);

private:
    /** The rows of a stretch that are counted: every `step`-th from `first` on. */
    struct CountedRows
    {
        std::int64_t first = 0, step = 1;
    };
    void count (const RowStretch& stretch, CountedRows rows, std::uint64_t times,
                BandCounts& counts);
    Floor addNonFinite (const RowStretch& stretch, RowTotals& totals, int sign) const;

    RowShape shape_;
    std::vector<double> sums_, squares_;
    std::vector<float> least_;
    std::vector<std::int32_t> numLeast_;
    std::vector<std::int16_t> cells_; ///< of some counted rows
};

} // namespace melstrom
