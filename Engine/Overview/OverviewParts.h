// Pieces of an overview on their way from its thread to the screen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** Maxima of a few consecutive rows. */
struct RowPlace
{
    static constexpr std::int64_t kRows = 4; ///< fewer only at the end of the file
    std::int64_t firstRow = 0, endRow = 0;
    std::vector<float> levels; ///< (width)
};

/** Consecutive rows, exact. */
struct RowTile
{
    static constexpr std::int64_t kRows = 256;
    std::int64_t index = 0;    ///< its first row is index x kRows
    std::vector<float> levels; ///< (rows, width); fewer rows at the end of the file
    std::vector<float> most;   ///< (width): maxima of all rows

    std::size_t bytes () const noexcept
    {
        return sizeof (RowTile) + (levels.size () + most.size ()) * sizeof (float);
    }
};

/** Consecutive samples of all channels. */
struct SampleTile
{
    static constexpr std::int64_t kSamples = 16384;
    std::int64_t index = 0;     ///< its first sample is index x kSamples
    std::vector<float> samples; ///< interleaved; fewer at the end of the file

    std::size_t bytes () const noexcept
    {
        return sizeof (SampleTile) + samples.size () * sizeof (float);
    }
};

/** How the memory of an overview is shared out. */
struct OverviewBudget
{
    std::size_t rowBytes = 0, waveBytes = 0, tileBytes = 0, sampleBytes = 0;

    /** A half for the rows of the exact pass; the rest covers places and tables. */
    static OverviewBudget of (std::size_t mostBytes) noexcept
    {
        return {mostBytes / 2, mostBytes / 8, mostBytes / 4, mostBytes / 16};
    }
};

} // namespace melstrom
