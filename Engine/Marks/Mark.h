// A mark: a box or a point in time and frequency, with a label.
#pragma once

#include "Engine/Core/Result.h"

#include <optional>
#include <string>

namespace melstrom
{

/** Times count from the start of the sound. Begin and end are equal for a point. */
struct Mark
{
    double beginSeconds = 0, endSeconds = 0;
    std::optional<double> lowHz, highHz; ///< empty: no limit on this side
    std::string label;                   ///< bytes; valid UTF-8 as a rule

    bool operator== (const Mark&) const = default;
    bool isPoint () const noexcept { return beginSeconds == endSeconds; }

    /** Fails: badUsage. The message names the field, its value and what is allowed: finite numbers,
        0 or more; no end before its begin; no low frequency above the high one; no zero byte in the
        label. */
    Result<void> validate () const;
};

} // namespace melstrom
