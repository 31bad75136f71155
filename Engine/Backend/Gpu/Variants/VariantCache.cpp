#include "Engine/Backend/Gpu/Variants/VariantCache.h"

#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/UserCache.h"
#include "Engine/Core/Version.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace melstrom::gpu
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostChoices = 256, kMostBytes = std::size_t {1} << 18;

struct Choice
{
    std::string key, variant;
};

/** Cached choices, the oldest first. Entries in any other form than `write` gives them are
    ignored. */
std::vector<Choice> choicesIn (const std::string& file)
{
    const Json json = Json::parse (smallFileText (file, kMostBytes), nullptr, false);
    std::vector<Choice> choices;
    if (! json.is_object () || ! json.contains ("choices") || ! json["choices"].is_array ())
        return choices;
    for (const Json& entry : json["choices"])
    {
        const auto text = [&entry] (const char* name) -> std::string
        {
            const bool isThere =
                entry.is_object () && entry.contains (name) && entry[name].is_string ();
            return isThere ? entry[name].get<std::string> () : std::string ();
        };
        if (Choice choice {text ("key"), text ("variant")};
            ! choice.key.empty () && ! choice.variant.empty ())
            choices.push_back (std::move (choice));
    }
    return choices;
}

void write (const std::string& file, const std::vector<Choice>& choices)
{
    Json json {{"choices", Json::array ()}};
    for (const Choice& choice : choices)
        json["choices"].push_back ({{"key", choice.key}, {"variant", choice.variant}});
    constexpr int indent = 1;
    const std::string text = json.dump (indent, ' ', false, Json::error_handler_t::replace) + "\n";
    if (text.size () <= kMostBytes)
        replaceSmallFile (file, text);
}

} // namespace

std::optional<std::string> defaultVariantCacheFile ()
{
    return userCacheFile ("variants.json");
}

std::string variantKey (const DeviceProperties& device, const MelGeometry& geometry)
{
    const auto spec = std::to_string (geometry.rateHz) + "\n" + toToml (geometry.spec);
    const auto release =
        device.driverRelease.empty () ? "" : " " + printable (device.driverRelease);
    return printable (device.name) + ", " + std::to_string (device.computeMajor) + "." +
           std::to_string (device.computeMinor) + ", driver " +
           std::to_string (device.driverVersion) + release + ", melstrom " + kVersion +
           ", interface " + std::to_string (kModuleInterfaceVersion) + ", spec " + hashText (spec);
}

std::string recallVariant (const std::string& file, const std::string& key) noexcept
{
    try
    {
        for (const Choice& choice : choicesIn (file))
            if (choice.key == key)
                return choice.variant;
    }
    catch (const std::exception&)
    {
    }
    return {};
}

void rememberVariant (const std::string& file, const std::string& key,
                      const std::string& name) noexcept
{
    try
    {
        auto choices = choicesIn (file);
        std::erase_if (choices, [&key] (const Choice& choice) { return choice.key == key; });
        choices.push_back ({key, name});
        if (choices.size () > kMostChoices)
            choices.erase (choices.begin (), choices.end () - kMostChoices);
        write (file, choices);
    }
    catch (const std::exception&)
    {
    }
}

} // namespace melstrom::gpu
