#include "Standalone/Bench/BenchAgainst.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;

enum class Better
{
    more,
    less
};

bool contains (const std::string& text, const char* part)
{
    return text.find (part) != std::string::npos;
}

/** Empty: not a measure of speed. path: keys below the row, with slashes. */
std::optional<Better> directionOf (const std::string& path)
{
    for (const char* const tail : {"worst", "p99", "slowest", "audio_seconds", "after_10_s"})
        if (contains (path, tail))
            return std::nullopt;
    if (contains (path, "per_second") || contains (path, "times_real_time"))
        return Better::more;
    if (path == "seconds") // of a soak: its length
        return std::nullopt;
    if (contains (path, "seconds") || contains (path, "load/"))
        return Better::less;
    return std::nullopt;
}

/** Sizes that tell one row from another. */
bool isIdentity (const std::string& key, const Json& value)
{
    static constexpr const char* kSizes[] {"block",   "instances", "voices",          "partials",
                                           "threads", "rate_hz",   "samples",         "hop",
                                           "frames",  "batch",     "signals_a_piece", "records"};
    if (value.is_string ())
        return key != "variant"; // a GPU's choice is a result
    if (value.is_boolean ())
        return true;
    return value.is_number_integer () &&
           std::ranges::any_of (kSizes, [&key] (const char* size) { return key == size; });
}

struct Measure
{
    std::string row, path;
    double value = 0;
};

/** Walks a result; collects its measures in order. */
class Collector
{
public:
    std::vector<Measure> measures;

    void walk (const Json& json, const std::string& row, const std::string& path)
    {
        if (json.is_object ())
            for (const auto& [key, value] : json.items ())
                walk (value, row, path.empty () ? key : path + "/" + key);
        else if (json.is_array () && ! json.empty () && json.front ().is_object ())
            for (const Json& each : json)
                walk (each, nameOf (each, row.empty () ? path : row), "");
        else if (const auto value = medianOf (json))
            measures.push_back ({row, path, *value});
    }

private:
    /** A number, or the median of a list of numbers. */
    static std::optional<double> medianOf (const Json& json)
    {
        if (json.is_number ())
            return json.get<double> ();
        if (! json.is_array () || json.empty () ||
            ! std::ranges::all_of (json, [] (const Json& each) { return each.is_number (); }))
            return std::nullopt;
        auto values = json.get<std::vector<double>> ();
        std::ranges::sort (values);
        return values[values.size () / 2];
    }

    std::string nameOf (const Json& row, const std::string& table)
    {
        std::string name = table;
        for (const auto& [key, value] : row.items ())
            if (isIdentity (key, value) && ! (key == "voices" && row.contains ("patch")))
                name += ", " + (value.is_string () ? value.get<std::string> ()
                                                   : key + " " + value.dump ());
        const int number = ++numSeen_[name];
        return number == 1 ? name : name + ", row " + std::to_string (number);
    }

    std::map<std::string, int> numSeen_;
};

std::vector<Measure> measuresOf (const Json& json)
{
    Collector collector;
    for (const auto& [subject, value] : json.items ())
        if (value.is_object () || value.is_array ())
            collector.walk (value, value.is_object () ? subject : "",
                            value.is_object () ? "" : subject);
    return std::move (collector.measures);
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

std::vector<BenchRatio> ratiosOf (const nlohmann::ordered_json& before,
                                  const nlohmann::ordered_json& now)
{
    std::map<std::pair<std::string, std::string>, double> old;
    for (const Measure& measure : measuresOf (before))
        old[{measure.row, measure.path}] = measure.value;
    std::vector<BenchRatio> ratios;
    for (const Measure& measure : measuresOf (now))
    {
        const auto direction = directionOf (measure.path);
        const auto found = old.find ({measure.row, measure.path});
        if (! direction || found == old.end () || ! (found->second > 0) || ! (measure.value > 0))
            continue;
        const double growth = measure.value / found->second;
        ratios.push_back ({measure.row, measure.path, found->second, measure.value,
                           *direction == Better::more ? growth : 1 / growth});
    }
    return ratios;
}

int printRatios (const std::vector<BenchRatio>& ratios, std::ostream& out)
{
    using enum TextTable::Side;
    TextTable table ({left, left, right, right, right, left});
    table.addHeading ({"row", "measure", "before", "now", "speed", ""});
    int numSlower = 0;
    for (const BenchRatio& ratio : ratios)
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
    return numSlower;
}

} // namespace melstrom
