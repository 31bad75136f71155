#include "Engine/Batch/Merge/MergeSteps.h"

#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/Version.h"

#include <algorithm>
#include <set>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostNamed = 5;

std::string nameOf (const FinishedShard& shard)
{
    return printable (shard.dataset.folder) + " (" + std::to_string (shard.shard.index) + "/" +
           std::to_string (shard.shard.count) + ")";
}

Error bad (const std::string& what, ErrorCode code = ErrorCode::badUsage)
{
    return {code, what, {}};
}

/** Every variant once, for --variant. */
std::string namesOf (const Computation& computation)
{
    std::set<std::string> names;
    for (const auto& [rateHz, variant] : computation.variants)
        names.insert (variant);
    std::string text;
    for (const std::string& name : names)
        text += (text.empty () ? "" : ",") + name;
    return text;
}

/** Checks that every part is there once. */
Result<void> checkCoverage (const std::vector<FinishedShard>& shards)
{
    const int count = shards.front ().shard.count;
    for (std::size_t i = 0; i < shards.size (); ++i)
    {
        if (shards[i].shard.count != count)
            return bad (nameOf (shards.front ()) + " and " + nameOf (shards[i]) +
                        " come from divisions into different numbers of parts");
        if (i > 0 && shards[i].shard.index == shards[i - 1].shard.index)
            return bad (nameOf (shards[i - 1]) + " and " + nameOf (shards[i]) +
                        " are the same part; name one of them");
    }
    std::string missing;
    std::size_t next = 0, numMissing = 0;
    for (int index = 0; index < count; ++index)
        if (next < shards.size () && shards[next].shard.index == index)
            ++next;
        else if (++numMissing <= kMostNamed)
            missing += (missing.empty () ? "" : ", ") + std::to_string (index) + "/" +
                       std::to_string (count);
    if (numMissing == 0)
        return {};
    return bad (std::to_string (numMissing) + " of " + std::to_string (count) +
                " shards are missing: " + missing + (numMissing > kMostNamed ? " and more" : "") +
                "; make them, or name their folders");
}

/** Checks that no rows of two drivers or variants would mix. The cure is in the message. */
Result<void> checkComputation (const FinishedShard& first, const FinishedShard& shard)
{
    const std::string both = nameOf (first) + " and " + nameOf (shard);
    const Computation &one = first.dataset.computation, &other = shard.dataset.computation;
    if (one.driver != other.driver)
        return bad (both + " were made with different drivers of the GPU, " + one.driver + " and " +
                        other.driver +
                        "; a dataset cannot mix them: make one of them again with --overwrite, on "
                        "a machine with the other driver",
                    ErrorCode::otherPlan);
    for (const auto& [rateHz, variant] : one.variants)
        if (const auto found = other.variants.find (rateHz);
            found != other.variants.end () && found->second != variant)
            return bad (both + " computed bands at " + std::to_string (rateHz) +
                            " Hz by different variants, " + variant + " and " + found->second +
                            "; a dataset cannot mix them: make the second again with --overwrite "
                            "--variant " +
                            namesOf (one) + ", or give --variant to all shards",
                        ErrorCode::otherPlan);
    return {};
}

Result<void> checkSettings (const std::vector<FinishedShard>& shards)
{
    const FinishedShard& first = shards.front ();
    for (const FinishedShard& shard : shards)
    {
        const std::string both = nameOf (first) + " and " + nameOf (shard);
        const std::string there = first.settings ()["backend"], here = shard.settings ()["backend"];
        if (there != here)
            return bad (both + " were made by different kinds of device, " + there + " and " +
                            here +
                            "; a dataset cannot mix them: make one of them again with --overwrite",
                        ErrorCode::otherPlan);
        MELSTROM_TRY (checkComputation (first, shard));
        if (shard.settings () != first.settings ())
            return bad (both + " were made with different settings: " +
                            differencesOf (nlohmann::json (first.settings ()),
                                           nlohmann::json (shard.settings ())),
                        ErrorCode::otherPlan);
        if (shard.settings ().value ("melstrom", "") != kVersion)
            return bad (nameOf (shard) + " was made by version " +
                            shard.settings ().value ("melstrom", "(unknown)") +
                            ", but this is version " + std::string (kVersion) +
                            ": merge with the version of the shards",
                        ErrorCode::otherPlan);
    }
    return {};
}

/** "a.wav is new, b.wav is gone and c.wav has changed": the changes from the first list to the
    second. Both are sorted by path. */
std::string changesBetween (const std::vector<KnownFile>& before,
                            const std::vector<KnownFile>& after)
{
    std::vector<std::string> changes;
    auto old = before.begin ();
    auto now = after.begin ();
    const auto comesBefore = [] (std::string_view one, std::string_view other)
    { return one < other; };
    while (old != before.end () || now != after.end ())
    {
        const bool isGone =
            now == after.end () || (old != before.end () && comesBefore (old->path, now->path));
        const bool isNew = ! isGone && (old == before.end () || comesBefore (now->path, old->path));
        if (isGone)
            changes.push_back (printable (old->path) + " is only in the first");
        else if (isNew)
            changes.push_back (printable (now->path) + " is only in the second");
        else if (old->digest != now->digest)
            changes.push_back (printable (now->path) + " differs");
        old += isNew ? 0 : 1;
        now += isGone ? 0 : 1;
    }
    std::string text;
    for (std::size_t i = 0; i < std::min (kMostNamed, changes.size ()); ++i)
        text += (i > 0 ? ", " : "") + changes[i];
    return changes.size () > kMostNamed
               ? text + ", and " + std::to_string (changes.size () - kMostNamed) + " more"
               : text;
}

Result<std::vector<KnownFile>> allKnownFiles (const FinishedShard& shard, Storage& storage)
{
    std::vector<KnownFile> files;
    MELSTROM_TRY (readKnownFiles (
        shard, storage, [&files] (KnownFile&& file) { files.push_back (std::move (file)); }));
    const auto path = [] (const KnownFile& file) { return std::string_view (file.path); };
    std::ranges::sort (files, {}, path); // boxes and members of tars have another order
    return files;
}

/** Checks that every shard was cut from the same plan. */
Result<void> checkPlans (const std::vector<FinishedShard>& shards, Storage& storage)
{
    const FinishedShard& first = shards.front ();
    std::size_t nextFile = 0;
    for (const FinishedShard& shard : shards)
    {
        if (shard.planDigest () != first.planDigest ())
        {
            MELSTROM_TRY_VALUE (const auto before, allKnownFiles (first, storage));
            MELSTROM_TRY_VALUE (const auto after, allKnownFiles (shard, storage));
            return bad ("the inputs changed between " + nameOf (first) + " and " + nameOf (shard) +
                            ": " + changesBetween (before, after) +
                            ". Run the --batch commands of the shards again: each run takes in the "
                            "changes",
                        ErrorCode::otherPlan);
        }
        if (shard.firstFile () != nextFile)
            return bad (nameOf (shard) + " does not begin where the shard before it ends",
                        ErrorCode::verificationFailed);
        nextFile += shard.dataset.files.size ();
    }
    if (nextFile != first.whole ().at ("files_of_all").get<std::size_t> ())
        return bad ("the shards do not have all files of their plan",
                    ErrorCode::verificationFailed);
    return {};
}
} // namespace

Result<KnownFiles> readKnownFiles (const FinishedShard& shard, Storage& storage,
                                   const std::function<void (KnownFile&&)>& take)
{
    MELSTROM_TRY_VALUE (const auto text, readIfThere (storage, shard.dataset.folder, kShardName));
    KnownFiles known;
    if (! text || ! readShardFiles (*text, known, take))
        return bad (printable (shard.dataset.path (kShardName)) +
                        " changed after it was written; make this shard again with --overwrite",
                    ErrorCode::verificationFailed);
    return known;
}

Result<std::vector<FinishedShard>> readShards (const std::vector<std::string>& folders,
                                               const BatchContext& context)
{
    std::vector<Result<FinishedShard>> read (folders.size (), bad ("not read"));
    parallelFor (static_cast<std::int64_t> (folders.size ()), context.numHostThreads (),
                 [&] (std::int64_t i)
                 {
                     const auto index = static_cast<std::size_t> (i);
                     read[index] = readShard (folders[index], context);
                 });
    std::vector<FinishedShard> shards;
    for (Result<FinishedShard>& one : read)
    {
        MELSTROM_TRY_VALUE (auto shard, std::move (one));
        shards.push_back (std::move (shard));
    }
    std::stable_sort (shards.begin (), shards.end (),
                      [] (const FinishedShard& a, const FinishedShard& b)
                      { return a.shard.index < b.shard.index; });
    MELSTROM_TRY (checkCoverage (shards));
    MELSTROM_TRY (checkSettings (shards));
    MELSTROM_TRY (checkPlans (shards, context.storage));
    return shards;
}

} // namespace melstrom
