#include "Engine/Batch/Inputs/Groups/DuplicateSets.h"

#include "Engine/Batch/Audio/Box.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/Groups/PathJson.h"
#include "Engine/Core/DisjointSets.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

/** A file that the result names. */
struct NamedFile
{
    std::size_t node = 0;
    bool isFound = false; ///< among the files
};

using NamedFiles = std::map<std::string, NamedFile>; ///< by path

/** Found files as the first nodes, then files that only the result names. */
class ConnectedFiles
{
public:
    ConnectedFiles (const PlaceOf& placeOf, const std::vector<GroupedPath>& files)
        : placeOf_ (placeOf)
    {
        std::unordered_map<int, std::size_t> firstOfGroup;
        for (const auto& file : files)
        {
            const auto node = sets_.add ();
            byPlace_.emplace (placeOf_ (file.path), node);
            byRelativePath_[std::string (file.relativePath)].push_back (node);
            if (file.group >= 0)
                sets_.unite (firstOfGroup.try_emplace (file.group, node).first->second, node);
        }
    }

    /** False if the pair has not the form of one. */
    bool unite (const Json& pair)
    {
        const auto one = nodeOf (pair, "first"), other = nodeOf (pair, "second");
        if (one && other)
            sets_.unite (*one, *other);
        return one && other;
    }

    std::size_t setOf (std::size_t file) { return sets_.of (file); }
    const NamedFiles& named () const noexcept { return named_; }

private:
    std::optional<std::size_t> nodeOf (const Json& pair, const char* side)
    {
        if (! pair.is_object () || ! pair.contains (side) || ! pair[side].is_object ())
            return std::nullopt;
        const auto& file = pair[side];
        const auto listed = pathOf (file, "path"), relative = pathOf (file, "relative_path");
        if (! listed || ! relative || ! file.contains ("dataset") ||
            ! file["dataset"].is_number_unsigned ())
            return std::nullopt;
        const std::string path (soundPathOf (*listed));
        const auto [place, isNew] = named_.try_emplace (path);
        auto& named = place->second;
        if (isNew)
            named.node = sets_.add ();
        if (! named.isFound)
            named.isFound = connect (named.node, path, std::string (soundPathOf (*relative)));
        return named.node;
    }

    /** False if none of the files is it. */
    bool connect (std::size_t node, const std::string& path, const std::string& relativePath)
    {
        if (const auto same = byPlace_.find (placeOf_ (path)); same != byPlace_.end ())
        {
            sets_.unite (same->second, node);
            return true;
        }
        const auto alike = byRelativePath_.find (relativePath);
        if (alike == byRelativePath_.end ())
            return false;
        for (const auto file : alike->second)
            sets_.unite (file, node);
        return true;
    }

    const PlaceOf& placeOf_;
    DisjointSets<std::size_t> sets_;
    std::unordered_map<std::string, std::size_t> byPlace_;
    std::unordered_map<std::string, std::vector<std::size_t>> byRelativePath_;
    NamedFiles named_;
};

/** A warning that counts files of the result that are not among the files. Empty: all are.
    isOfSeveral: the result compared several datasets, of which one may have no pairs.
    Fails: none is, and the result is of one dataset. */
Result<std::optional<std::string>> missingFiles (const std::string& resultPath, bool isOfSeveral,
                                                 const NamedFiles& named,
                                                 const std::vector<GroupedPath>& files)
{
    const auto isMissing = [] (const auto& entry) { return ! entry.second.isFound; };
    const auto first = std::ranges::find_if (named, isMissing);
    if (first == named.end ())
        return std::optional<std::string> ();
    const auto numMissing = std::ranges::count_if (named, isMissing);
    const auto numNamed = static_cast<std::int64_t> (named.size ());
    const auto ofResult =
        " of the " + countText (numNamed, "file") + " in the pairs of " + printable (resultPath);
    if (numMissing < numNamed || isOfSeveral)
        return std::optional ("--split-by duplicates: " + groupedText (numMissing) + ofResult +
                              (numMissing == 1 ? " is" : " are") +
                              " not among the files of this run; the first is " +
                              printable (first->first) + ".");
    return Error {ErrorCode::badUsage,
                  "--split-by duplicates: none" + ofResult +
                      " is among the files of this run. The first there is " +
                      printable (first->first) + ", the first here is " +
                      printable (files.front ().path) +
                      ". Start the run where --duplicates was started, or with the same INPUTs.",
                  {}};
}
} // namespace

Result<DuplicateSets> duplicateSets (Storage& storage, const PlaceOf& placeOf,
                                     const std::string& resultPath,
                                     const std::vector<GroupedPath>& files)
{
    const Error noResult {ErrorCode::badUsage,
                          "--split-by duplicates: " + printable (resultPath) +
                              " is no result of --duplicates",
                          {}};
    MELSTROM_TRY_VALUE (const auto text, readWholeFile (storage, resultPath));
    const auto result = Json::parse (text, nullptr, false);
    if (! result.is_object () || ! result.contains ("pairs") || ! result["pairs"].is_array ())
        return noResult;
    ConnectedFiles connected (placeOf, files);
    for (const auto& pair : result["pairs"])
        if (! connected.unite (pair))
            return noResult;
    DuplicateSets sets;
    const bool isOfSeveral = result.contains ("datasets") && result["datasets"].size () > 1;
    MELSTROM_TRY_VALUE (sets.warning,
                        missingFiles (resultPath, isOfSeveral, connected.named (), files));
    for (std::size_t file = 0; file < files.size (); ++file)
        sets.firstOf.push_back (connected.setOf (file)); // files are the smallest nodes
    return sets;
}

} // namespace melstrom
