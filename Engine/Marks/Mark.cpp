#include "Engine/Marks/Mark.h"

#include "Engine/Marks/MarkNumber.h"

#include <cmath>

namespace melstrom
{

namespace
{
Result<void> checkNumber (double value, const std::string& what, const std::string& unit,
                          const char* cure)
{
    if (! std::isfinite (value))
        return badMarks (what + " is not a finite number; " + cure);
    if (value < 0)
        return badMarks (what + " is " + writtenNumber (value) + " " + unit + "; " + cure);
    return {};
}
} // namespace

Result<void> Mark::validate () const
{
    constexpr const char* kTimeCure = "times are seconds from the start of the sound, 0 or more.";
    constexpr const char* kFrequencyCure = "write 0 Hz or more, or leave it out for no limit.";
    MELSTROM_TRY (checkNumber (beginSeconds, "the begin", "s", kTimeCure));
    MELSTROM_TRY (checkNumber (endSeconds, "the end", "s", kTimeCure));
    if (endSeconds < beginSeconds)
        return badMarks ("the end, " + writtenNumber (endSeconds) + " s, is before the begin, " +
                         writtenNumber (beginSeconds) +
                         " s; exchange them, or make them equal for a point.");
    MELSTROM_TRY (checkNumber (lowHz.value_or (0), "the low frequency", "Hz", kFrequencyCure));
    MELSTROM_TRY (checkNumber (highHz.value_or (0), "the high frequency", "Hz", kFrequencyCure));
    if (lowHz && highHz && *lowHz > *highHz)
        return badMarks ("the low frequency, " + writtenNumber (*lowHz) +
                         " Hz, is above the high one, " + writtenNumber (*highHz) +
                         " Hz; exchange them.");
    if (label.find ('\0') != label.npos)
        return badMarks ("the label has a NUL byte; remove it.");
    return {};
}

} // namespace melstrom
