// What one tap has given: rows in dB, their peaks, and what was frozen.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Source/Spectrogram/BandLevels.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Spectrogram/RowHistory.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** Keeps the rows of the last `kLongestSeconds`. Thread: one at a time. */
class TapTrace
{
public:
    static constexpr double kLongestSeconds = 60;

    /** Other rows from 0 on. geometry: as a tap has it. */
    void begin (const MelGeometry& geometry);
    bool hasBegun () const noexcept { return live_.rowsPerSecond > 0; }

    /** Turns them into levels. rows.values that are no whole rows are let go. A row counts as heard where a level is
        above heardDb. */
    void append (const TapRows& rows, double heardDb);
    /** The last row that counts as heard, plus one; 0: none since `begin`. */
    std::int64_t endOfHeard () const noexcept
    {
        return frozen_ ? frozen_->endOfHeard : live_.endOfHeard;
    }

    /** What is shown stays as it is while what comes is kept for later. */
    void freeze (bool isFrozen);
    bool isFrozen () const noexcept { return frozen_.has_value (); }

    const BandPlan& bands () const noexcept { return frozen_ ? frozen_->bands : live_.bands; }
    const RowHistory& rows () const noexcept { return frozen_ ? frozen_->rows : live_.rows; }
    double rowsPerSecond () const noexcept
    {
        return frozen_ ? frozen_->rowsPerSecond : live_.rowsPerSecond;
    }

    /** (bands) in dB: the most since the last `forgetPeaks`; empty before there are rows. */
    std::span<const float> peaks () const noexcept
    {
        return frozen_ ? frozen_->peaks : live_.peaks;
    }
    void forgetPeaks ();

private:
    struct Rows
    {
        BandPlan bands;
        RowHistory rows;
        std::vector<float> peaks;
        double rowsPerSecond = 0;
        std::int64_t endOfHeard = 0;
    };

    Rows live_;
    std::optional<Rows> frozen_;
    BandLevels levels_;
    std::vector<float> decibels_;
};

} // namespace melstrom
