#include "Engine/Batch/Run/FolderClaim.h"

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace melstrom
{

namespace
{
/** All of a file of a dataset's, or nothing if it is not there. */
Result<std::optional<std::string>> readIfThere (Storage& storage, const std::string& path)
{
    auto text = readWholeFile (storage, path);
    if (! text && text.error ().code == ErrorCode::fileMissing)
        return std::optional<std::string> ();
    if (! text)
        return text.error ();
    return std::optional<std::string> (*std::move (text));
}

/** "spec.hop_samples: 160 there, 200 now": the first few differences between two plans. */
std::string differences (const std::string& there, const std::string& now)
{
    const auto before = nlohmann::json::parse (there, nullptr, false),
               after = nlohmann::json::parse (now, nullptr, false);
    if (! before.is_object ())
        return "its plan.json is damaged";
    std::string text;
    int count = 0;
    for (const auto& change : nlohmann::json::diff (before, after))
    {
        const std::string path = change["path"];
        const bool isFile = path.rfind ("/files", 0) == 0;
        if (++count > 5)
            return text + ", and more";
        text += (count > 1 ? ", " : "") +
                (isFile ? std::string ("the list of files (") + path + ")" : path.substr (1));
    }
    return text.empty () ? "nothing that can be named" : text;
}

Error otherPlan (const BatchOptions& options, const std::string& why)
{
    return {ErrorCode::otherPlan,
            printable (options.outputFolder) + ": " + why +
                ". Nothing was changed; take another folder or --overwrite",
            {}};
}

/** Nothing if the complete dataset there is the one that would be made. */
std::optional<Error> compareComplete (const BatchOptions& options, const std::string& datasetJson,
                                      const std::string& planText)
{
    const auto there = nlohmann::json::parse (datasetJson, nullptr, false);
    const auto text = [&there] (const char* key)
    {
        return there.contains (key) && there[key].is_string () ? there[key].get<std::string> ()
                                                               : std::string ();
    };
    if (! there.is_object ())
        return otherPlan (options, "its dataset.json is damaged");
    if (text ("plan_hash") == hashText (planText))
        return {};
    return otherPlan (options, text ("spec_hash") == specHash (options.preset.spec)
                                   ? "a complete dataset of other inputs or options lies there"
                                   : "a complete dataset of another spec lies there");
}

/** Every file that the dataset lists is there with its size. */
bool isWhole (Storage& storage, const std::string& folder, const std::string& datasetJson)
{
    const auto there = nlohmann::json::parse (datasetJson, nullptr, false);
    if (! there.is_object () || ! there.contains ("files") || ! there["files"].is_array ())
        return false;
    for (const auto& file : there["files"])
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

constexpr std::string_view kPlanBegun = "plan.json.tmp";

/** A run of the same plan ended while it wrote the plan, before anything else. Its bytes tell nothing: where the
    power failed they may be any, and only their number is at most the plan's. */
bool hasBegunPlan (Storage& storage, const std::string& folder, const std::string& planText)
{
    const auto begun = storage.info (folder + "/" + std::string (kPlanBegun));
    return begun && begun->bytes <= static_cast<std::int64_t> (planText.size ());
}

/** Removes all of ours, dataset.json first and for good: without it nothing counts as complete. */
Result<void> clear (Storage& storage, const std::string& folder)
{
    for (const std::string& name : allDatasetNames ())
    {
        if (auto removed = storage.remove (folder + "/" + name); ! removed)
            return removed;
        if (name == "dataset.json")
            if (auto synced = storage.syncFolder (folder); ! synced)
                return synced;
    }
    return {};
}
} // namespace

Result<bool> claimFolder (Storage& storage, const BatchOptions& options,
                          const std::string& planText)
{
    const std::string& folder = options.outputFolder;
    auto dataset = readIfThere (storage, folder + "/dataset.json");
    auto plan = readIfThere (storage, folder + "/plan.json");
    if (! dataset || ! plan)
        return dataset ? plan.error () : dataset.error ();
    if (options.overwrite)
    {
        if (auto cleared = clear (storage, folder); ! cleared)
            return cleared.error ();
    }
    else if (*dataset)
    {
        if (auto other = compareComplete (options, **dataset, planText))
            return *other;
        if (isWhole (storage, folder, **dataset))
        {
            // a run that was killed after its last rename leaves its plan behind
            if (auto removed = storage.remove (folder + "/plan.json"); ! removed)
                return removed.error ();
            return true;
        }
        // a file is missing or cut: what is left is no dataset, and making it again is harmless
        if (auto cleared = clear (storage, folder); ! cleared)
            return cleared.error ();
    }
    else if (*plan &&
             **plan !=
                 planText) // parts of the same plan are written anew: redoing work is harmless
        return otherPlan (options, "an unfinished run of another plan lies there; it differs in " +
                                       differences (**plan, planText));
    else if (! *plan)
    {
        const bool isOurs = hasBegunPlan (storage, folder, planText);
        for (const std::string& name : allDatasetNames ())
            if (! (isOurs && name == kPlanBegun) && storage.info (folder + "/" + name))
                return otherPlan (options,
                                  name + " is there, and not from a run that was begun there");
    }
    if (auto written = replaceFile (storage, folder, "plan.json", planText); ! written)
        return written.error ();
    return false;
}

} // namespace melstrom
