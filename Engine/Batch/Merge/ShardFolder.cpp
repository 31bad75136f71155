#include "Engine/Batch/Merge/ShardFolder.h"

#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Verify/ChecksumCheck.h"
#include "Engine/Core/Printable.h"

#include <charconv>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
constexpr const char* kRunItAgain = "; run its --batch command again";

Error bad (const std::string& folder, const std::string& what, ErrorCode code = ErrorCode::badUsage)
{
    return {code, printable (folder) + ": " + what, {}};
}

Result<std::map<std::string, Error>> readErrors (Storage& storage, const FinishedDataset& dataset)
{
    MELSTROM_TRY_VALUE (const auto text, readIfThere (storage, dataset.folder, "errors.csv"));
    MELSTROM_TRY_VALUE (const auto rows, parseCsv (text.value_or ("")));
    std::map<std::string, Error> errors;
    for (std::size_t i = 1; i < rows.size (); ++i)
    {
        const std::vector<std::string>& fields = rows[i].fields;
        if (fields.size () != 4)
            return bad (dataset.folder, "errors.csv is damaged" + std::string (kRunItAgain));
        Error error {codeNamed (fields[1]), fields[2], {}};
        std::int64_t offset = 0;
        const std::string& place = fields[3];
        if (std::from_chars (place.data (), place.data () + place.size (), offset).ec ==
            std::errc ())
            error.byteOffset = offset;
        errors.emplace (fields[0], std::move (error));
    }
    return errors;
}

/** Throws if a value is missing or of another type. */
void takeShard (FinishedShard& shard)
{
    const Json& json = shard.whole ();
    shard.shard = {json.at ("index").get<int> (), json.at ("count").get<int> ()};
    (void)shard.firstFile ();
    (void)shard.planDigest ();
    (void)json.at ("files_of_all").get<std::size_t> ();
    (void)json.at ("listing_hash").get<std::uint64_t> ();
    (void)json.at ("warnings").get<std::vector<std::string>> ();
    (void)shard.settings ().at ("backend").get<std::string> ();
    for (const auto& [extension, count] : shard.description.at ("skipped").items ())
        (void)count.get<std::int64_t> ();
    (void)shard.description.at ("preset").at ("name").get<std::string> ();
}

/** Checks sizes and checksums of everything but the rows. */
Result<void> checkFiles (const FinishedShard& shard, const BatchContext& context)
{
    VerifyReport report;
    MELSTROM_TRY (ChecksumCheck (shard.dataset, context, report).checkFiles ());
    if (report.faults.empty ())
        return {};
    return bad (shard.dataset.folder, report.faults.front () + kRunItAgain,
                ErrorCode::verificationFailed);
}

Result<void> readTables (FinishedShard& shard, const BatchContext& context)
{
    MELSTROM_TRY_VALUE (shard.dataset.files, readFileLines (context.storage, shard.dataset));
    MELSTROM_TRY_VALUE (shard.errors, readErrors (context.storage, shard.dataset));
    MELSTROM_TRY_VALUE (auto recorded, readInputs (context.storage, shard.dataset.folder));
    std::optional<InputsFile>& inputs = recorded;
    if (! inputs || inputs->planDigest != shard.description.value ("plan_hash", "") ||
        inputs->files.size () != shard.dataset.files.size ())
        return bad (shard.dataset.folder,
                    "inputs.bin is missing, is damaged or belongs to another dataset" +
                        std::string (kRunItAgain),
                    ErrorCode::verificationFailed);
    shard.inputs = *std::move (inputs);
    MELSTROM_TRY_VALUE (auto statistics, readStatistics (context.storage, shard.dataset));
    if (statistics)
        shard.statistics = std::make_shared<const DatasetStatistics> (*std::move (statistics));
    if (shard.statistics && shard.statistics->files.size () != shard.dataset.files.size ())
        return bad (shard.dataset.folder,
                    "statistics.bin does not fit files.csv" + std::string (kRunItAgain),
                    ErrorCode::verificationFailed);
    return {};
}
} // namespace

Result<FinishedShard> readShard (const std::string& folder, const BatchContext& context)
{
    MELSTROM_TRY_VALUE (const auto text, readIfThere (context.storage, folder, "dataset.json"));
    if (! text)
        return bad (folder, context.storage.info (folder + "/plan.json")
                                ? "this shard is not finished" + std::string (kRunItAgain)
                                : "the folder holds no finished shard (no dataset.json)");
    FinishedShard shard;
    shard.description = Json::parse (*text, nullptr, false);
    if (! shard.description.is_object ())
        return bad (folder, "dataset.json is damaged" + std::string (kRunItAgain),
                    ErrorCode::verificationFailed);
    if (! shard.description.contains ("shard"))
        return bad (folder, "this is a dataset, but not a shard: it was made without --shard");
    try
    {
        takeShard (shard);
    }
    catch (const Json::exception& problem)
    {
        return bad (folder, "dataset.json is damaged: " + std::string (problem.what ()),
                    ErrorCode::verificationFailed);
    }
    MELSTROM_TRY_VALUE (shard.dataset, readDescription (context.storage, folder));
    MELSTROM_TRY (checkFiles (shard, context));
    MELSTROM_TRY (readTables (shard, context));
    return shard;
}

} // namespace melstrom
