#include "Engine/Batch/Dataset/Computation.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

namespace melstrom
{

namespace
{
std::optional<int> rateIn (const std::string& text)
{
    int rateHz = 0;
    const auto* const end = text.data () + text.size ();
    const auto read = std::from_chars (text.data (), end, rateHz);
    return read.ec == std::errc () && read.ptr == end ? std::optional (rateHz) : std::nullopt;
}
} // namespace

void addComputation (nlohmann::ordered_json& json, const Computation& computation)
{
    if (! computation.driver.empty ())
        json["driver"] = computation.driver;
    if (computation.variants.empty ())
        return;
    json["variants"] = nlohmann::ordered_json::object ();
    for (const auto& [rateHz, variant] : computation.variants)
        json["variants"][std::to_string (rateHz)] = variant;
}

Computation computationOf (const nlohmann::json& json)
{
    Computation computation;
    if (! json.is_object ())
        return computation;
    if (const auto driver = json.find ("driver"); driver != json.end () && driver->is_string ())
        computation.driver = *driver;
    if (const auto variants = json.find ("variants");
        variants != json.end () && variants->is_object ())
        for (const auto& [rate, variant] : variants->items ())
            if (const auto rateHz = rateIn (rate); rateHz && variant.is_string ())
                computation.variants.emplace (*rateHz, variant);
    return computation;
}

std::string differenceOf (const Computation& there, const Computation& now)
{
    const auto named = [] (const std::string& text)
    { return text.empty () ? std::string ("none") : text; };
    if (there.driver != now.driver)
        return "driver: " + named (there.driver) + " there, " + named (now.driver) + " now";
    for (const auto& [rateHz, variant] : there.variants)
        if (const auto other = now.variants.find (rateHz);
            other != now.variants.end () && other->second != variant)
            return "variant at " + std::to_string (rateHz) + " Hz: " + variant + " there, " +
                   other->second + " now";
    return {};
}

} // namespace melstrom
