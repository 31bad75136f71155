// The values of a mark as texts that a user reads and edits.
#pragma once

#include "Engine/Marks/Mark.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

enum class MarkValue : std::int8_t
{
    begin,
    end,
    low,
    high,
    label
};
inline constexpr std::array kMarkValues {MarkValue::begin, MarkValue::end, MarkValue::low,
                                         MarkValue::high, MarkValue::label};

const char* markValueName (MarkValue value) noexcept; ///< "Begin, s"

/** Empty: no limit; always of a label. */
std::optional<double> markNumber (const Mark& mark, MarkValue value);
/** Times with at most 6 decimals, frequencies with at most 2; empty: no limit. */
std::string shownValue (const Mark& mark, MarkValue value);
/** A text that is not narrower than any number up to `largest`, as the list shows it. */
std::string widestNumber (double largest, MarkValue value);
/** "1.5 to 2 s, 100 to 200 Hz"; without limits of frequency the times alone. */
std::string shownExtent (const Mark& mark);
/** All digits, for editing. */
std::string valueText (const Mark& mark, MarkValue value);

/** The mark with this value. An empty low or high is no limit. The begin of a point moves its end.
    Fails: badUsage; the message names the value and the cure. */
Result<Mark> withValue (Mark mark, MarkValue value, std::string_view text);

/** True if `a` stands before `b` in a list that is sorted by the value. No limit stands first;
    labels by their bytes. */
bool isBefore (const Mark& a, const Mark& b, MarkValue value) noexcept;

} // namespace melstrom
