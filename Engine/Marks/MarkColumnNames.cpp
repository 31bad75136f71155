#include "Engine/Marks/MarkColumnNames.h"

#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>
#include <array>
#include <span>

namespace melstrom
{

namespace
{

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 3> kBegins {"begin", "start", "onset"};
constexpr std::array<std::string_view, 3> kEnds {"end", "stop", "offset"};
constexpr std::array<std::string_view, 6> kLows {"lowest",  "lower", "low",
                                                 "minimum", "min",   "bottom"};
constexpr std::array<std::string_view, 7> kHighs {"highest", "higher", "high", "upper",
                                                  "maximum", "max",    "top"};
constexpr std::array<std::string_view, 3> kFrequencies {"frequency", "freq", "f"};
constexpr std::array<std::string_view, 5> kSeconds {"seconds", "secs", "sec", "s", ""};
constexpr std::array<std::string_view, 7> kOtherTimes {"ms",  "milliseconds", "sample", "samples",
                                                       "ind", "frame",        "frames"};
/** Annotation programs (label, annotation, tag), then names of biologists and detectors. */
constexpr std::array<std::string_view, 17> kLabels {
    "label",     "annotation", "annotations", "labels",         "tag",        "text",
    "species",   "specie",     "commonname",  "scientificname", "class",      "calltype",
    "soundtype", "type",       "name",        "comment",        "description"};

/** Its letters and digits, in lower case. */
std::string plainName (std::string_view name)
{
    std::string plain = lowerCaseText (name);
    std::erase_if (plain,
                   [] (char c) { return ! ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); });
    return plain;
}

bool isOneOf (Words words, std::string_view text)
{
    return std::ranges::find (words, text) != words.end ();
}

/** The rest behind the first word that begins the text. */
std::optional<std::string_view> behind (Words words, std::string_view text)
{
    for (const auto word : words)
        if (text.starts_with (word))
            return text.substr (word.size ());
    return {};
}

/** "startTime", "time_start", with one of these units. */
bool isTime (std::string_view plain, std::string_view word, Words units)
{
    constexpr std::string_view kTime = "time";
    const bool timeFirst = plain.starts_with (kTime);
    if (timeFirst)
        plain.remove_prefix (kTime.size ());
    if (! plain.starts_with (word))
        return false;
    plain.remove_prefix (word.size ());
    if (! timeFirst && plain.starts_with (kTime))
        plain.remove_prefix (kTime.size ());
    return isOneOf (units, plain);
}

/** "lowfreq", "freqlow"; "low" alone too. `unit` was cut off already. */
bool isLimit (std::string_view plain, Words words, std::string_view unit)
{
    if (const auto rest = behind (words, plain))
    {
        const bool isKnown = plain.starts_with ("low") || plain.starts_with ("high") ||
                             plain.starts_with ("upper") || ! unit.empty ();
        return isOneOf (kFrequencies, *rest) || (rest->empty () && isKnown);
    }
    const auto rest = behind (kFrequencies, plain);
    return rest && isOneOf (words, *rest);
}

/** The name without its unit; empty: another unit. */
std::optional<std::string_view> withoutUnit (std::string_view plain, std::string_view unit)
{
    if (! plain.ends_with (unit))
        return {};
    return plain.substr (0, plain.size () - unit.size ());
}

bool isLimitInHz (std::string_view plain, Words words)
{
    // warbleR's bottom.freq and top.freq are in kHz.
    const bool isBare = ! plain.ends_with ("hz");
    if (plain.ends_with ("khz") || (isBare && (plain == "bottomfreq" || plain == "topfreq")))
        return false;
    const std::string_view unit = isBare ? "" : "hz";
    return isLimit (*withoutUnit (plain, unit), words, unit);
}

template <typename IsColumn>
std::optional<std::size_t> firstWhere (const std::vector<std::string>& names, IsColumn isColumn)
{
    for (std::size_t i = 0; i < names.size (); ++i)
        if (! equalsIgnoringCase (names[i], "flow") && // unlike "f_low"
            isColumn (std::string_view (plainName (names[i]))))
            return i;
    return {};
}

std::optional<std::size_t> timeColumn (const std::vector<std::string>& names, Words words,
                                       std::string_view raven)
{
    const auto exact = std::ranges::find (names, raven);
    if (exact != names.end ())
        return static_cast<std::size_t> (exact - names.begin ());
    for (const auto word : words)
        if (const auto column =
                firstWhere (names, [word] (auto plain) { return isTime (plain, word, kSeconds); }))
            return column;
    return {};
}

} // namespace

std::optional<std::size_t> beginColumnOf (const std::vector<std::string>& names)
{
    return timeColumn (names, kBegins, kRavenBegin);
}

std::optional<std::size_t> endColumnOf (const std::vector<std::string>& names)
{
    return timeColumn (names, kEnds, kRavenEnd);
}

std::optional<std::size_t> lowColumnOf (const std::vector<std::string>& names)
{
    return firstWhere (names, [] (auto plain) { return isLimitInHz (plain, kLows); });
}

std::optional<std::size_t> highColumnOf (const std::vector<std::string>& names)
{
    return firstWhere (names, [] (auto plain) { return isLimitInHz (plain, kHighs); });
}

std::optional<std::size_t> labelColumnOf (const std::vector<std::string>& names)
{
    for (const auto word : kLabels)
        if (const auto column = firstWhere (names, [word] (auto plain) { return plain == word; }))
            return column;
    return {};
}

bool isTimeInOtherUnit (std::string_view name)
{
    const std::string plain = plainName (name);
    const auto isIt = [&plain] (std::string_view word)
    { return isTime (plain, word, kOtherTimes); };
    return std::ranges::any_of (kBegins, isIt) || std::ranges::any_of (kEnds, isIt);
}

bool isFrequencyInOtherUnit (std::string_view name)
{
    const std::string plain = plainName (name);
    if (plain == "bottomfreq" || plain == "topfreq")
        return true;
    const auto bare = withoutUnit (plain, "khz");
    return bare && (isLimit (*bare, kLows, "khz") || isLimit (*bare, kHighs, "khz"));
}

} // namespace melstrom
