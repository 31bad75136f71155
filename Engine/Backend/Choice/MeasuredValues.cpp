#include "Engine/Backend/Choice/MeasuredValues.h"

#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/Hardware.h"
#include "Engine/Core/System/UserCache.h"
#include "Engine/Core/Version.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostValues = 64, kMostBytes = std::size_t {1} << 18;
constexpr const char* kFormat = "melstrom-measured";
constexpr int kVersion1 = 1;

std::string textIn (const Json& object, const char* name)
{
    const auto found = object.find (name);
    return found != object.end () && found->is_string () ? found->get<std::string> ()
                                                         : std::string ();
}

/** Empty if a value is neither a finite number nor null. */
std::optional<std::vector<MeasuredNumber>> numbersIn (const Json& entry)
{
    const auto found = entry.find ("numbers");
    if (found == entry.end () || ! found->is_object ())
        return std::nullopt;
    std::vector<MeasuredNumber> numbers;
    for (const auto& [name, value] : found->items ())
    {
        if (value.is_null ())
            numbers.push_back ({name, std::nullopt});
        else if (value.is_number () && std::isfinite (value.get<double> ()))
            numbers.push_back ({name, value.get<double> ()});
        else
            return std::nullopt;
    }
    return numbers;
}

std::optional<MeasuredValue> valueIn (const Json& entry)
{
    if (! entry.is_object ())
        return std::nullopt;
    auto numbers = numbersIn (entry);
    MeasuredValue value;
    value.what = textIn (entry, "what");
    value.on = {textIn (entry, "machine"), textIn (entry, "device"), textIn (entry, "driver"),
                textIn (entry, "melstrom")};
    value.measuredAt = textIn (entry, "measured_at");
    if (! numbers || value.what.empty () || value.on.machine.empty () || value.on.melstrom.empty ())
        return std::nullopt;
    value.numbers = *std::move (numbers);
    return value;
}

Json jsonOf (const MeasuredValue& value)
{
    Json numbers = Json::object ();
    for (const auto& [name, number] : value.numbers)
        numbers[name] = number ? Json (*number) : Json ();
    return {{"what", value.what},
            {"machine", value.on.machine},
            {"device", value.on.device},
            {"driver", value.on.driver},
            {"melstrom", value.on.melstrom},
            {"measured_at", value.measuredAt},
            {"numbers", numbers}};
}

bool hasVersion1 (const Json& json)
{
    const auto found = json.find ("version");
    return found != json.end () && found->is_number_integer () &&
           found->get<std::int64_t> () == kVersion1;
}

std::vector<MeasuredValue> read (const std::string& file)
{
    const Json json = Json::parse (smallFileText (file, kMostBytes), nullptr, false);
    std::vector<MeasuredValue> values;
    if (! json.is_object () || textIn (json, "format") != kFormat || ! hasVersion1 (json))
        return values;
    const auto entries = json.find ("values");
    if (entries == json.end () || ! entries->is_array ())
        return values;
    for (const Json& entry : *entries)
        if (auto value = valueIn (entry))
            values.push_back (*std::move (value));
    return values;
}
} // namespace

std::optional<double> numberNamed (const MeasuredValue& value, std::string_view name) noexcept
{
    for (const auto& [each, number] : value.numbers)
        if (each == name)
            return number;
    return std::nullopt;
}

std::optional<std::string> defaultMeasuredFile ()
{
    return userCacheFile ("measured.json");
}

MeasuredOn measuredHere ()
{
    // a key of the cache, not a sentence: its text stays as it is, "1 threads" too
    return {printable (processorName ()) + ", " + std::to_string (hardwareThreads ()) + " threads",
            {},
            {},
            kVersion};
}

std::vector<MeasuredValue> measuredValues (const std::string& file) noexcept
{
    try
    {
        return read (file);
    }
    catch (const std::exception&)
    {
    }
    return {};
}

bool rememberMeasured (const std::string& file, const MeasuredValue& value) noexcept
{
    try
    {
        auto values = read (file);
        std::erase_if (values, [&value] (const MeasuredValue& each)
                       { return each.what == value.what && each.on == value.on; });
        values.push_back (value);
        if (values.size () > kMostValues)
            values.erase (values.begin (), values.end () - kMostValues);
        Json json {{"format", kFormat}, {"version", kVersion1}, {"values", Json::array ()}};
        for (const auto& each : values)
            json["values"].push_back (jsonOf (each));
        const std::string text = json.dump (1, ' ', false, Json::error_handler_t::replace) + "\n";
        return text.size () <= kMostBytes && replaceSmallFile (file, text);
    }
    catch (const std::exception&)
    {
    }
    return false;
}

} // namespace melstrom
