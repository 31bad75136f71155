// Rows of a sound at any resolution, for a screen.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstdint>
#include <span>

namespace melstrom
{

/** What is known of a range of rows, from the least to the most. */
enum class RowPresence : std::int8_t
{
    missing, ///< nothing: a gap of the device, or rows that are not computed yet
    sampled, ///< some of its rows: an overview of a file while the rest is computed
    whole    ///< all rows
};

/** The spectrogram of one sound: of a device while it runs (RowPyramid), or of a file
    (FileOverview). Row r covers the samples of row r of `--batch`. Thread: message. */
class RowStore
{
public:
    virtual ~RowStore () = default;

    /** Of the rows, at their own rate. */
    virtual const MelGeometry& geometry () const noexcept = 0;
    /** Time of the middle of row 0's window, from the first sample of the sound. */
    virtual double firstRowSeconds () const noexcept = 0;
    /** Rows [firstRow, endRow) may be present; older rows were dropped. */
    virtual std::int64_t firstRow () const noexcept = 0;
    virtual std::int64_t endRow () const noexcept = 0;

    /** Largest level of each band over the present rows of [first, end), first < end.
        levels   (bands), dB above a sine of full scale (BandLevels); unchanged if missing */
    virtual RowPresence maximum (std::int64_t first, std::int64_t end,
                                 std::span<float> levels) const = 0;

    /** Changes whenever `maximum` may give another answer for rows that were asked for before.
        Rows appended at the end do not count. */
    virtual std::uint64_t revision () const noexcept = 0;

    double rowsPerSecond () const noexcept
    {
        return static_cast<double> (geometry ().rateHz) / geometry ().hopSamples;
    }
};

} // namespace melstrom
