#include "Standalone/App/Marks/MarkValues.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Marks/MarkNumber.h"
#include "Engine/Spec/Text/PlainText.h"

namespace melstrom
{

namespace
{

/** All decimals that the list shows. */
std::string fixedNumber (double number, MarkValue value)
{
    const bool isTime = value == MarkValue::begin || value == MarkValue::end;
    return fixedText (number, isTime ? 6 : 2);
}

std::string withoutLastZeros (std::string text)
{
    text.erase (text.find_last_not_of ('0') + 1);
    if (text.ends_with ('.'))
        text.pop_back ();
    return text;
}

Result<void> setTime (Mark& mark, MarkValue value, std::string_view text)
{
    const bool isBegin = value == MarkValue::begin, isPoint = mark.isPoint ();
    MELSTROM_TRY_VALUE (const double seconds, readNumber (text, isBegin ? "the begin" : "the end"));
    if (isBegin)
        mark.beginSeconds = seconds;
    if (! isBegin || isPoint)
        mark.endSeconds = seconds;
    return {};
}

Result<void> setLimit (Mark& mark, MarkValue value, std::string_view text)
{
    const bool isLow = value == MarkValue::low;
    std::optional<double> limitHz;
    if (! trimmedText (text).empty ())
    {
        MELSTROM_TRY_VALUE (limitHz,
                            readNumber (text, isLow ? "the low frequency" : "the high frequency"));
    }
    (isLow ? mark.lowHz : mark.highHz) = limitHz;
    return {};
}

Result<void> setValue (Mark& mark, MarkValue value, std::string_view text)
{
    if (value == MarkValue::begin || value == MarkValue::end)
        return setTime (mark, value, text);
    if (value != MarkValue::label)
        return setLimit (mark, value, text);
    mark.label = text;
    return {};
}

} // namespace

const char* markValueName (MarkValue value) noexcept
{
    switch (value)
    {
        case MarkValue::begin: return "Begin, s";
        case MarkValue::end: return "End, s";
        case MarkValue::low: return "Low, Hz";
        case MarkValue::high: return "High, Hz";
        case MarkValue::label: break;
    }
    return "Label";
}

std::optional<double> markNumber (const Mark& mark, MarkValue value)
{
    switch (value)
    {
        case MarkValue::begin: return mark.beginSeconds;
        case MarkValue::end: return mark.endSeconds;
        case MarkValue::low: return mark.lowHz;
        case MarkValue::high: return mark.highHz;
        case MarkValue::label: break;
    }
    return {};
}

std::string shownValue (const Mark& mark, MarkValue value)
{
    const auto number = markNumber (mark, value);
    if (! number)
        return value == MarkValue::label ? mark.label : std::string ();
    return withoutLastZeros (fixedNumber (*number, value));
}

std::string widestNumber (double largest, MarkValue value)
{
    auto text = fixedNumber (largest, value);
    for (auto& letter : text)
        letter = letter == '.' ? '.' : '0';
    return text;
}

std::string shownExtent (const Mark& mark)
{
    const auto text = [&mark] (MarkValue value) { return shownValue (mark, value); };
    std::string extent = text (MarkValue::begin);
    extent += (mark.isPoint () ? "" : " to " + text (MarkValue::end)) + " s";
    if (mark.lowHz || mark.highHz)
        extent += ", " + (mark.lowHz ? text (MarkValue::low) : "0") + " to " +
                  (mark.highHz ? text (MarkValue::high) + " Hz" : "no limit");
    return extent;
}

std::string valueText (const Mark& mark, MarkValue value)
{
    const auto number = markNumber (mark, value);
    return number ? writtenNumber (*number) : value == MarkValue::label ? mark.label : "";
}

Result<Mark> withValue (Mark mark, MarkValue value, std::string_view text)
{
    MELSTROM_TRY (setValue (mark, value, text));
    MELSTROM_TRY (mark.validate ());
    return mark;
}

bool isBefore (const Mark& a, const Mark& b, MarkValue value) noexcept
{
    return value == MarkValue::label ? a.label < b.label
                                     : markNumber (a, value) < markNumber (b, value);
}

} // namespace melstrom
