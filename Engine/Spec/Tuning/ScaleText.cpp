// Scala's .scl and .kbm files.
#include "Engine/Spec/Mel/SpecKeyKinds.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Tuning/ScalaLines.h"
#include "Engine/Spec/Tuning/Tuning.h"

#include <cmath>

namespace melstrom
{

namespace
{
/** False if the text behind a number could belong to the number: "1,200", "3/2/5". */
bool endsNumber (std::string_view rest)
{
    constexpr std::string_view kPartsOfNumbers = ",./:;";
    return rest.empty () || kPartsOfNumbers.find (rest.front ()) == std::string_view::npos;
}

/** Cents of the ratio "3/2" or "2". Empty: no ratio, or not above 0. `rest` is the text behind
    it. */
std::optional<double> ratioCents (std::string_view text, std::string_view& rest)
{
    const auto numerator = leadingWhole (text, rest);
    std::optional<long long> denominator = 1;
    if (const auto after = trimmedText (rest); numerator && after.substr (0, 1) == "/")
        denominator = leadingWhole (trimmedText (after.substr (1)), rest);
    if (! numerator || ! denominator || *numerator <= 0 || *denominator <= 0)
        return std::nullopt;
    return 1200.0 *
           std::log2 (static_cast<double> (*numerator) / static_cast<double> (*denominator));
}

/** A value with a point is in cents; a value without a point is a ratio. */
std::optional<double> pitchCents (std::string_view line)
{
    std::string_view rest;
    const auto number = leadingReal (line, rest);
    if (! number)
        return std::nullopt;
    const auto figures = line.substr (0, line.size () - rest.size ());
    const bool isCents = figures.find ('.') != std::string_view::npos;
    const auto cents = isCents ? number : ratioCents (line, rest);
    return cents && endsNumber (rest) && std::fabs (*cents) <= kMostCents ? cents : std::nullopt;
}

/** Reads the entries behind the numbers of a map. Missing entries at the end are unmapped. */
Result<std::vector<int>> parseDegrees (ScalaLines& lines, int size)
{
    std::vector<int> degrees (static_cast<std::size_t> (size), KeyboardMap::kUnmapped);
    for (auto& degree : degrees)
    {
        const auto line = lines.nextFilled ();
        if (! line)
            return degrees;
        if (line->front () == 'x' || line->front () == 'X')
            continue;
        std::string_view rest;
        const auto number = leadingWhole (*line, rest);
        if (! number || *number < 0 || *number > kMostDegree || ! endsNumber (rest))
            return lines.fault (quotedText (*line) +
                                ": an entry of the map must be x or a whole "
                                "number from 0 to " +
                                std::to_string (kMostDegree));
        degree = static_cast<int> (*number);
    }
    if (const auto line = lines.nextFilled ())
        return lines.fault (quotedText (*line) + ": the map has more than its " +
                            std::to_string (size) + " entries");
    return degrees;
}

/** Reads the key numbers of a map. */
Result<void> parseKeys (ScalaLines& lines, KeyboardMap& map)
{
    struct Number
    {
        std::string_view what;
        int KeyboardMap::*member;
    };
    constexpr Number kNumbers[] {{"the first key to retune", &KeyboardMap::firstKey},
                                 {"the last key to retune", &KeyboardMap::lastKey},
                                 {"the middle key", &KeyboardMap::middleKey},
                                 {"the reference key", &KeyboardMap::referenceKey}};
    for (const auto& number : kNumbers)
    {
        MELSTROM_TRY_VALUE (const auto value, lines.whole (number.what, 0, kNumKeys - 1));
        map.*number.member = value;
    }
    if (map.firstKey > map.lastKey)
        return lines.fault ("the first key to retune, " + std::to_string (map.firstKey) +
                            ", must not be above the last, " + std::to_string (map.lastKey));
    return {};
}
} // namespace

Result<Scale> parseScale (std::string_view text, const std::string& fileName)
{
    ScalaLines lines (text, fileName);
    Scale scale;
    const auto description = lines.next ();
    if (! description)
        return lines.endFault ("the description");
    scale.description = *description;
    MELSTROM_TRY_VALUE (const auto numNotes, lines.whole ("the number of notes", 1, kMostDegree));
    for (int note = 1; note <= numNotes; ++note)
    {
        const auto line = lines.nextFilled ();
        if (! line)
            return lines.endFault ("note " + std::to_string (note) + " of " +
                                   std::to_string (numNotes));
        const auto cents = pitchCents (*line);
        if (! cents)
            return lines.fault (quotedText (*line) +
                                ": a pitch must be a ratio above 0 as 3/2 or 2, or cents with a "
                                "point as 702.0");
        scale.cents.push_back (*cents);
    }
    return scale;
}

Result<KeyboardMap> parseKeyboardMap (std::string_view text, const std::string& fileName)
{
    ScalaLines lines (text, fileName);
    KeyboardMap map;
    MELSTROM_TRY_VALUE (const auto size, lines.whole ("the size of the map", 0, kNumKeys));
    MELSTROM_TRY (parseKeys (lines, map));
    MELSTROM_TRY_VALUE (const auto hz, lines.real ("the frequency of the reference key"));
    if (! (hz > 0 && hz <= kHighestReferenceHz))
        return lines.fault (numberText (hz) +
                            ": the frequency of the reference key must be above 0 and at most " +
                            numberText (kHighestReferenceHz) + " Hz");
    map.referenceHz = hz;
    MELSTROM_TRY_VALUE (const auto octave,
                        lines.whole ("the degree of the formal octave", 0, kMostDegree));
    map.octaveDegree = octave;
    MELSTROM_TRY_VALUE (map.degrees, parseDegrees (lines, size));
    return map;
}

} // namespace melstrom
