#include "Engine/Batch/Run/ComputationChoice.h"

#include "Engine/Backend/Choice/AutomaticBackend.h"
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/PlanFile.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

std::string deviceChoiceIn (const nlohmann::json& json)
{
    const auto found = json.find ("device_choice");
    return found != json.end () && found->is_string () ? found->get<std::string> ()
                                                       : std::string ();
}

std::optional<RecordedRun> runOfDataset (const std::string& text)
{
    const auto json = nlohmann::json::parse (text, nullptr, false);
    if (! json.is_object () || ! isSealed (text) || ! json.contains ("settings_hash") ||
        ! json["settings_hash"].is_string ())
        return {};
    return RecordedRun {json["settings_hash"], computationOf (json), deviceChoiceIn (json)};
}

/** json: keys in order, as the digest needs them. */
std::optional<RecordedRun> runOfPlan (const Json& json)
{
    if (! json.is_object () || ! json.contains ("settings"))
        return {};
    const nlohmann::json head (json);
    return RecordedRun {hashText (jsonText (json["settings"])), computationOf (head),
                        deviceChoiceIn (head)};
}
} // namespace

std::optional<RecordedRun> readRecordedRun (Storage& storage, const std::string& folder)
{
    const auto dataset = readIfThere (storage, folder, "dataset.json");
    if (! dataset)
        return {};
    if (*dataset)
        return runOfDataset (**dataset);
    const auto head = readPlanHead (storage, folder);
    return head && *head ? runOfPlan (**head) : std::nullopt;
}

Error ComputationChoice::otherPlan (const std::string& why) const
{
    return {ErrorCode::otherPlan,
            printable (options_.outputFolder) + ": " + why +
                ". Nothing was changed; continue on the machine that began it, choose another "
                "folder, or use --overwrite",
            {}};
}

void ComputationChoice::begin ()
{
    if (! options_.overwrite)
        recorded_ = readRecordedRun (context_.storage, options_.outputFolder);
    const auto rateHz = options_.preset.spec.rateHz;
    if (! rateHz)
        return;
    const auto choose = [this, rate = *rateHz]
    {
        context_.trace.nameThread ("variants");
        return guarded ([this, rate] { return settle (rate); });
    };
    try
    {
        early_ = std::async (std::launch::async, choose);
    }
    catch (const std::system_error&) // no thread is available: `finish` chooses
    {
    }
}

Result<Computation> ComputationChoice::finish (const std::map<int, MelGeometry>& geometries)
{
    if (early_.valid ())
        MELSTROM_TRY (early_.get ());
    MELSTROM_TRY (bringUp ());
    Computation used {computation_.driver, {}};
    for (const auto& [rateHz, geometry] : geometries)
    {
        MELSTROM_TRY (settle (rateHz));
        if (const auto chosen = computation_.variants.find (rateHz);
            chosen != computation_.variants.end ())
            used.variants.insert (*chosen);
    }
    return used;
}

std::string ComputationChoice::deviceChoice () const
{
    if (recorded_)
        return recorded_->deviceChoice;
    const auto* const automatic = dynamic_cast<const AutomaticBackend*> (&context_.backend);
    return automatic != nullptr ? automatic->choice () : std::string ();
}

Result<void> ComputationChoice::bringUp ()
{
    if (isUp_)
        return {};
    Backend& backend = context_.backend;
    MELSTROM_TRY (backend.ready ());
    isUp_ = true;
    computation_.driver = backend.driver ();
    if (recorded_ && recorded_->settingsDigest !=
                         hashText (jsonText (settingsJson (options_, deviceKindOf (backend)))))
        recorded_.reset (); // claimFolder refuses it
    if (! recorded_)
        return {};
    const auto difference = differenceOf (recorded_->computation, computation_);
    return difference.empty ()
               ? Result<void> ()
               : otherPlan ("its rows were computed with another driver; " + difference);
}

Result<void> ComputationChoice::settle (int rateHz)
{
    MELSTROM_TRY (bringUp ());
    if (computation_.variants.contains (rateHz))
        return {};
    const TraceSpan span (context_.trace, "variant");
    const MelSpec spec = computedSpec (options_.preset.spec);
    if (recorded_ && recorded_->computation.variants.contains (rateHz))
    {
        const auto pinned =
            context_.backend.pinVariant (spec, rateHz, recorded_->computation.variants.at (rateHz));
        if (! pinned)
            return pinned.error ().code == ErrorCode::otherPlan
                       ? otherPlan (
                             "its rows at " + std::to_string (rateHz) +
                             " Hz must be computed with the variant of the first rows, but " +
                             pinned.error ().message)
                       : pinned;
    }
    MELSTROM_TRY_VALUE (const auto variant, context_.backend.variantOf (spec, rateHz));
    if (! variant.empty ())
        computation_.variants.emplace (rateHz, variant);
    return {};
}

} // namespace melstrom
