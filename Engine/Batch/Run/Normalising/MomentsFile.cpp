#include "Engine/Batch/Run/Normalising/MomentsFile.h"

#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Normalisation/KaldiMoments.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Mel/SpecDifference.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

constexpr std::size_t kMostBytes = 64 << 20;

Error bad (const std::string& path, const std::string& what)
{
    return {ErrorCode::badUsage, printable (path) + ": " + what, {}};
}

/** The numbers of a finished dataset. */
Result<Json> numbersOfDataset (const std::string& path, const std::string& text, const Json& json,
                               const MelSpec& spec)
{
    if (! isSealed (text))
        return bad (path, "it changed after it was written: its checksum differs");
    MelSpec there;
    for (const auto& [key, value] : json["spec"].items ())
        if (const auto applied = applySetting (there, key + "=" + value.dump ()); ! applied)
            return bad (path, applied.error ().message);
    there.storedType = spec.storedType;
    if (const auto differences = specDifferences (there, spec); ! differences.empty ())
        return bad (path, "it is a dataset of another spec: " + differences.front ().key + " is " +
                              differences.front ().first + " there and " +
                              differences.front ().second + " here");
    if (! json.contains ("normalisation"))
        return bad (path, "it is a dataset without normalisation = \"dataset\"");
    return json["normalisation"];
}
} // namespace

Result<BandMoments> readMoments (Storage& storage, const std::string& path, const MelSpec& spec)
{
    const auto info = storage.info (path);
    const bool isFolder = info && info->kind == EntryKind::folder;
    const std::string file = isFolder ? path + "/dataset.json" : path;
    auto text = readWholeFile (storage, file, kMostBytes);
    if (! text)
        return Error {ErrorCode::badUsage, text.error ().message, {}};
    if (looksLikeKaldi (*text))
    {
        auto moments = kaldiMomentsOf (*text);
        return moments ? moments : bad (file, moments.error ().message);
    }
    const Json json = Json::parse (*text, nullptr, false);
    if (json.is_discarded ())
        return bad (file, "it is neither JSON nor a Kaldi network such as am.mvn");
    const bool isDataset = json.is_object () && json.contains ("melstrom") &&
                           json.contains ("spec") && json["spec"].is_object ();
    Json numbers = json;
    if (isDataset)
    {
        MELSTROM_TRY_VALUE (numbers, numbersOfDataset (file, *text, json, spec));
    }
    auto moments = momentsOf (numbers);
    if (! moments)
        return bad (file, moments.error ().message);
    return moments;
}

} // namespace melstrom
