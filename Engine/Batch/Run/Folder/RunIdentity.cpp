#include "Engine/Batch/Run/Folder/RunIdentity.h"

#include "Engine/Batch/Normalisation/BandMoments.h"
#include "Engine/Core/Clock.h"

#include <cstdlib>
#include <ctime>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;
constexpr int kMostDifferences = 5;
} // namespace

std::string deviceKindOf (const std::string& backendName, const std::string& deviceName)
{
    const auto colon = backendName.find (':');
    return colon == std::string::npos ? backendName
                                      : backendName.substr (0, colon) + ", " + deviceName;
}

std::string deviceKindOf (const Backend& backend)
{
    return deviceKindOf (backend.name (), backend.deviceName ());
}

std::string creationTime ()
{
    const char* fixed = std::getenv ("SOURCE_DATE_EPOCH");
    const std::time_t now = fixed != nullptr
                                ? static_cast<std::time_t> (std::strtoll (fixed, nullptr, 10))
                                : std::time (nullptr);
    return utcText (now);
}

Json settingsOfDataset (const Json& dataset, const Json& now)
{
    Json there = now;
    for (const char* key : {"melstrom", "spec", "format", "truncated", "nonfinite"})
        if (dataset.contains (key))
            there[key] = dataset[key];
    there["backend"] = deviceKindOf (dataset.value ("backend", ""), dataset.value ("device", ""));
    there.erase ("statistics");
    if (const Json numbers = dataset.value ("normalisation", Json ());
        numbers.is_object () && ! numbers.contains ("frames")) // they were given
        if (const auto moments = momentsOf (numbers))
            there["statistics"] = digestOf (*moments);
    there.erase ("shard");
    if (const Json shard = dataset.value ("shard", Json ()); shard.is_object ())
        there["shard"] = {{"index", shard.value ("index", -1)},
                          {"count", shard.value ("count", -1)}};
    return there;
}

std::string differencesOf (const Json& there, const Json& now)
{
    std::string text;
    int count = 0;
    for (const Json& change : Json::diff (there, now))
    {
        const std::string path = change["path"];
        if (path == "/spec_hash")
            continue;
        if (++count > kMostDifferences)
            return text + ", and more";
        const Json::json_pointer pointer (path);
        const auto valueIn = [&pointer] (const Json& json)
        { return json.contains (pointer) ? json[pointer].dump () : "nothing"; };
        text += (count > 1 ? ", " : "") + path.substr (1) + ": " + valueIn (there) + " there, " +
                valueIn (now) + " now";
    }
    return text.empty () ? "no setting that has a name" : text;
}

} // namespace melstrom
