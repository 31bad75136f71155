#include "Engine/Batch/Run/Folder/DatasetFolder.h"

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Journal/Journal.h"
#include "Engine/Batch/Normalisation/RawRows.h"
#include "Engine/Batch/Run/Folder/PlanFile.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

/** The names in "files" of a dataset.json; empty if it is not Melstrom's. */
std::vector<std::string> namesOfDataset (const std::string& text)
{
    const Json json = Json::parse (text, nullptr, false);
    if (! json.is_object () || ! json.contains ("melstrom") || ! json.contains ("files") ||
        ! json["files"].is_array ())
        return {};
    std::vector<std::string> names {"dataset.json"};
    for (const Json& file : json["files"])
        if (file.is_object () && file.contains ("name") && file["name"].is_string ())
            names.push_back (file["name"]);
    return names;
}

/** The names in "outputs" of a plan.json; empty if it is not Melstrom's. */
std::vector<std::string> namesOfPlan (const Json& json)
{
    if (! json.is_object () || ! json.contains ("outputs") || ! json["outputs"].is_array () ||
        ! json.contains ("settings") || ! json["settings"].is_object () ||
        ! json["settings"].contains ("melstrom"))
        return {};
    std::vector<std::string> names {"dataset.json", "files.csv", "errors.csv"};
    for (const Json& name : json["outputs"])
        if (name.is_string ())
            names.push_back (name);
    return names;
}
} // namespace

Result<std::optional<std::string>> readIfThere (Storage& storage, const std::string& folder,
                                                const std::string& name)
{
    auto text = readWholeFile (storage, folder + "/" + name);
    if (! text && text.error ().code == ErrorCode::fileMissing)
        return std::optional<std::string> ();
    if (! text)
        return text.error ();
    return std::optional<std::string> (*std::move (text));
}

Result<std::optional<InputsFile>> readInputs (Storage& storage, const std::string& folder)
{
    MELSTROM_TRY_VALUE (const auto text, readIfThere (storage, folder, kInputsName));
    return text ? parseInputs (*text) : std::nullopt;
}

Result<std::vector<std::string>> listedFiles (Storage& storage, const std::string& folder)
{
    std::vector<std::string> stems;
    for (const std::string source : {"dataset.json", "dataset.json.tmp"})
    {
        MELSTROM_TRY_VALUE (const auto text, readIfThere (storage, folder, source));
        if (text)
            for (std::string& name : namesOfDataset (*text))
                stems.push_back (std::move (name));
    }
    MELSTROM_TRY_VALUE (const auto plan, readPlanHead (storage, folder));
    if (plan)
        for (std::string& name : namesOfPlan (*plan))
            stems.push_back (std::move (name));
    if (stems.empty ())
        return stems;
    for (const char* name : {kInputsName, kShardName, kJournalName, kStatisticsName, "plan.json"})
        stems.push_back (name);
    for (std::string& stem : normalisingStems ())
        stems.push_back (std::move (stem));

    const std::vector<std::string> all = allDatasetNames ();
    const std::set<std::string> ours (all.begin (), all.end ());
    std::vector<std::string> names;
    for (const std::string& stem : stems)
        for (const std::string ending : {"", ".part", ".tmp"})
        {
            const std::string name = stem + ending;
            const bool isNew = std::find (names.begin (), names.end (), name) == names.end ();
            if (isNew && ours.contains (name) && storage.info (folder + "/" + name))
                names.push_back (name);
        }
    return names;
}

Error unlistedError (const std::string& folder, const std::vector<std::string>& names)
{
    constexpr std::size_t mostNamed = 8;
    const bool isOne = names.size () == 1;
    std::string text;
    for (std::size_t i = 0; i < std::min (names.size (), mostNamed); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    if (names.size () > mostNamed)
        text += " and " + std::to_string (names.size () - mostNamed) + " more";
    const std::string them = isOne ? "it" : "them";
    return {ErrorCode::otherPlan,
            printable (folder) + ": " + text + (isOne ? " exists" : " exist") +
                ", but no readable dataset.json or plan.json of Melstrom lists " + them +
                "; --overwrite does not remove " + them +
                ". Nothing was changed; choose another folder, or remove " +
                (isOne ? "this file" : "these files") + " by hand",
            {}};
}

std::string recordedBackend (Storage& storage, const std::string& folder)
{
    const auto backendIn = [] (const Json& json)
    {
        return json.is_object () && json.contains ("backend") && json["backend"].is_string ()
                   ? json["backend"].get<std::string> ()
                   : std::string ();
    };
    if (const auto plan = readPlanHead (storage, folder);
        plan && *plan && (*plan)->is_object () && (*plan)->contains ("settings"))
        return backendIn ((**plan)["settings"]);
    if (const auto dataset = readIfThere (storage, folder, "dataset.json"); dataset && *dataset)
        return backendIn (Json::parse (**dataset, nullptr, false));
    return {};
}

std::string recordedDeviceKind (Storage& storage, const std::string& folder)
{
    const auto dataset = readIfThere (storage, folder, "dataset.json");
    if (! dataset || ! *dataset)
        return {};
    const Json json = Json::parse (**dataset, nullptr, false);
    const auto text = [&json] (const char* name)
    {
        const auto found = json.find (name);
        return found != json.end () && found->is_string () ? found->get<std::string> ()
                                                           : std::string ();
    };
    return json.is_object () ? deviceKindOf (text ("backend"), text ("device")) : std::string ();
}

Result<void> removeListed (Storage& storage, const std::string& folder,
                           const std::vector<std::string>& names)
{
    const auto isNamed = [&names] (const std::string& name)
    { return std::find (names.begin (), names.end (), name) != names.end (); };
    const std::string dataset = folder + "/dataset.json", removed = dataset + ".tmp",
                      plan = folder + "/plan.json";
    if (isNamed ("dataset.json"))
    {
        MELSTROM_TRY (storage.rename (dataset, removed));
        MELSTROM_TRY (storage.syncFolder (folder));
    }
    for (const std::string& name : names)
        if (const std::string path = folder + "/" + name;
            path != dataset && path != removed && path != plan)
            MELSTROM_TRY (storage.remove (path));
    MELSTROM_TRY (storage.syncFolder (folder));
    if (isNamed ("dataset.json") || isNamed ("dataset.json.tmp"))
        MELSTROM_TRY (storage.remove (removed));
    if (! isNamed ("plan.json"))
        return {};
    // if both are there, dataset.json.tmp may hold any bytes, and only plan.json lists it
    MELSTROM_TRY (storage.syncFolder (folder));
    return storage.remove (plan);
}

bool isWhole (Storage& storage, const std::string& folder, const std::string& datasetJson)
{
    const Json there = Json::parse (datasetJson, nullptr, false);
    if (! there.is_object () || ! there.contains ("files") || ! there["files"].is_array ())
        return false;
    for (const Json& file : there["files"])
    {
        if (! file.is_object () || ! file.contains ("name") || ! file.contains ("bytes") ||
            ! file["name"].is_string () || ! file["bytes"].is_number_integer ())
            return false;
        const auto info = storage.info (folder + "/" + file["name"].get<std::string> ());
        if (! info || info->bytes != file["bytes"].get<std::int64_t> ())
            return false;
    }
    return true;
}

Result<void> checkLock (const FolderLock& lock, const std::string& folder)
{
    if (lock.isInPlace ())
        return {};
    return Error {ErrorCode::writeFailed,
                  printable (folder) +
                      ": this folder, or the file .lock in it, was removed during the run; no file "
                      "gets its final name",
                  {}};
}

} // namespace melstrom
