#include "Standalone/Bench/BenchAgainst.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/Bench/BenchMeasures.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <map>
#include <ostream>
#include <set>
#include <string_view>
#include <utility>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;

/** "cuda" is a part of subject "mel". */
bool hasSubject (const Json& json, std::string_view name)
{
    return json.contains (name) || (name == "mel" && json.contains ("cuda"));
}

bool isMeasure (const BenchNumber& number)
{
    return number.kind == MeasureKind::largerIsBetter ||
           number.kind == MeasureKind::smallerIsBetter;
}
} // namespace

Result<nlohmann::ordered_json> readBenchFile (const std::string& path)
{
    MELSTROM_TRY_VALUE (const auto text, readWholeFile (posixStorage (), path));
    auto json = Json::parse (text.begin (), text.end (), nullptr, false);
    if (json.is_object () && json.contains ("melstrom"))
        return json;
    return Error {ErrorCode::badUsage,
                  "--against " + printable (path) + ": is not a file that --bench --json wrote",
                  {}};
}

Error nothingToCompare (const std::string& path)
{
    return {ErrorCode::badUsage,
            "--against " + printable (path) +
                ": has no measure of this run; give the same subjects and backend",
            {}};
}

Result<void> checkSubjects (const Json& before, const std::string& path,
                            const BenchRequest& request)
{
    for (const auto& row : kBenchSubjects)
        if (request.asksFor (row.subject) && hasSubject (before, row.name))
            return {};
    return nothingToCompare (path);
}

BenchComparison compared (const Json& before, const Json& now)
{
    std::map<std::pair<std::string, std::string>, double> old;
    for (const BenchNumber& number : numbersOf (before))
        old[{number.row, number.path}] = number.value;
    BenchComparison comparison;
    std::set<std::string> subjects; // of this run, also one without a number: no GPU was there
    for (const auto& [key, value] : now.items ())
        if (value.is_structured ())
            subjects.insert (key);
    std::set<std::pair<std::string, std::string>> here;
    for (const BenchNumber& number : numbersOf (now))
    {
        here.insert ({number.row, number.path});
        if (! isMeasure (number))
            continue;
        const auto found = old.find ({number.row, number.path});
        const bool isLarger = number.kind == MeasureKind::largerIsBetter;
        if (found == old.end () || ! (found->second > 0) || (number.value == 0 && ! isLarger))
        {
            ++comparison.numAlone[number.subject];
            continue;
        }
        const double growth = number.value / found->second;
        comparison.ratios.push_back (
            {number.row, number.path, found->second, number.value, isLarger ? growth : 1 / growth});
    }
    for (const BenchNumber& number : numbersOf (before))
        if (isMeasure (number) && subjects.contains (number.subject) &&
            ! here.contains ({number.row, number.path}))
            comparison.earlierAlone.push_back (number.row + ": " + number.path);
    return comparison;
}

int printComparison (const BenchComparison& comparison, std::ostream& out)
{
    using enum TextTable::Side;
    TextTable table ({left, left, right, right, right, left});
    table.addHeading ({"row", "measure", "before", "now", "speed", ""});
    int numSlower = 0;
    for (const BenchRatio& ratio : comparison.ratios)
    {
        const bool isSlower = ratio.speed < kLeastSpeed;
        numSlower += isSlower ? 1 : 0;
        const auto numberOf = [] (double value)
        { return value < 0.1 ? fixedText (1e6 * value, 1) + "u" : shortText (value); };
        table.addRow ({ratio.row, ratio.measure, numberOf (ratio.before), numberOf (ratio.now),
                       fixedText (ratio.speed, 2), isSlower ? "slower" : ""});
    }
    out << "\nAgainst the earlier run: speed above 1 is faster, below 0.91 counts as slower.\n\n"
        << table.text ();
    for (const auto& [subject, numMeasures] : comparison.numAlone)
        out << "\nNot compared: " << subject << ", " << numMeasures
            << (numMeasures == 1 ? " measure" : " measures")
            << " that the earlier run has not or that is 0.\n";
    if (! comparison.earlierAlone.empty ())
    {
        out << "\nOnly in the earlier run: ";
        for (std::size_t i = 0; i < comparison.earlierAlone.size (); ++i)
            out << (i == 0 ? "" : "; ") << printable (comparison.earlierAlone[i]);
        out << ".\n";
    }
    return numSlower;
}

} // namespace melstrom
