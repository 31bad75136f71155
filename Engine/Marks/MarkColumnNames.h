// The names by which the columns of a table of marks are known.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** The names of Raven for begin and end. */
inline constexpr std::string_view kRavenBegin = "Begin Time (s)", kRavenEnd = "End Time (s)";

/** Places of columns; empty: no name is known. Of a name only letters and digits count; case does
    not count. Known names, with or without a unit of seconds or Hz:
    begin    begin, start, onset, also with "time": "Begin Time (s)", "start_time", "onset_s"
    end      end, stop, offset, likewise
    low      low, lower, min, lowest with or without f, freq, frequency: "Low Freq (Hz)", "f_min"
    high     high, upper, max, highest, likewise
    label    label, annotation, tag, species, class, ...; see the source
    If several are there: of begin, end and label the first name of this list counts, of low and high
    the first column. */
std::optional<std::size_t> beginColumnOf (const std::vector<std::string>& names);
std::optional<std::size_t> endColumnOf (const std::vector<std::string>& names);
std::optional<std::size_t> lowColumnOf (const std::vector<std::string>& names);
std::optional<std::size_t> highColumnOf (const std::vector<std::string>& names);
std::optional<std::size_t> labelColumnOf (const std::vector<std::string>& names);

/** True for names such as "start_ms" and "onset_sample". */
bool isTimeInOtherUnit (std::string_view name);
/** True for names in kHz such as "low_khz", and for bottom.freq and top.freq, which are in kHz in
    warbleR. */
bool isFrequencyInOtherUnit (std::string_view name);

} // namespace melstrom
