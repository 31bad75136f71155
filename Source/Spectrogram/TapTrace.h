// The rows of one tap in dB, their peaks, and a frozen copy; and the limits of front ends that it
// can show.
#pragma once

#include "Engine/Dsp/Mel/BandLevels.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpec.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Spectrogram/RowHistory.h"

#include <cstdint>
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

/** Number of levels in TapTrace::kLongestSeconds of rows: 128 MiB. */
inline constexpr std::int64_t kMostShownLevels = std::int64_t {1} << 25;
/** Number of bank weights (bands x bins) while a plan is made: 256 MiB. */
inline constexpr std::int64_t kMostShownWeights = std::int64_t {1} << 26;

/** rateHz: the host's, above 0. Fails: as geometryAt; badSpec if the levels of a minute or the
    bank's weights exceed the limits; the message names the setting, its value and a remedy. */
Result<void> checkShown (const MelSpec& spec, double rateHz);

} // namespace melstrom
