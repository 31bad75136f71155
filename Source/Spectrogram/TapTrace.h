// The rows of one tap in dB, their peaks, and a frozen copy.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Dsp/Mel/BandLevels.h"
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

    /** Begins anew at row 0. geometry: the tap's. */
    void begin (const MelGeometry& geometry);
    bool hasBegun () const noexcept { return live_.rowsPerSecond > 0; }

    /** Converts rows to levels. Ignores rows.values that are not whole rows. A row counts as heard
        if a level is above heardDb. */
    void append (const TapRows& rows, double heardDb);
    /** Index after the last heard row; 0: none since `begin`. */
    std::int64_t endOfHeard () const noexcept
    {
        return frozen_ ? frozen_->endOfHeard : live_.endOfHeard;
    }

    /** Keeps the shown rows while new rows are still stored. */
    void freeze (bool isFrozen);
    bool isFrozen () const noexcept { return frozen_.has_value (); }

    const BandPlan& bands () const noexcept { return frozen_ ? frozen_->bands : live_.bands; }
    const RowHistory& rows () const noexcept { return frozen_ ? frozen_->rows : live_.rows; }
    double rowsPerSecond () const noexcept
    {
        return frozen_ ? frozen_->rowsPerSecond : live_.rowsPerSecond;
    }

    /** (bands) in dB: maxima since the last `forgetPeaks`; empty before the first row. */
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
