#include "Engine/Batch/Inputs/Groups/DuplicateSets.h"

#include "Engine/Batch/Audio/Box.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/DisjointSets.h"
#include "Engine/Core/Printable.h"

#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

/** Found files as the first nodes, then files that only the result names. */
class ConnectedFiles
{
public:
    explicit ConnectedFiles (const std::vector<GroupedPath>& files)
    {
        std::unordered_map<int, std::size_t> firstOfGroup;
        for (const auto& file : files)
        {
            const auto node = sets_.add ();
            byPath_.emplace (file.path, node);
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

private:
    std::optional<std::size_t> nodeOf (const Json& pair, const char* side)
    {
        if (! pair.is_object () || ! pair.contains (side) || ! pair[side].is_object ())
            return std::nullopt;
        const auto& file = pair[side];
        for (const char* const key : {"path", "relative_path"})
            if (! file.contains (key) || ! file[key].is_string ())
                return std::nullopt;
        if (! file.contains ("dataset") || ! file["dataset"].is_number_unsigned ())
            return std::nullopt;
        const std::string path (soundPathOf (file["path"].get_ref<const std::string&> ()));
        const auto [place, isNew] =
            named_.try_emplace ({file["dataset"].get<std::size_t> (), path}, 0);
        if (isNew)
        {
            place->second = sets_.add ();
            connect (
                place->second, path,
                std::string (soundPathOf (file["relative_path"].get_ref<const std::string&> ())));
        }
        return place->second;
    }

    void connect (std::size_t node, const std::string& path, const std::string& relativePath)
    {
        if (const auto same = byPath_.find (path); same != byPath_.end ())
            sets_.unite (same->second, node);
        else if (const auto alike = byRelativePath_.find (relativePath);
                 alike != byRelativePath_.end ())
            for (const auto file : alike->second)
                sets_.unite (file, node);
    }

    DisjointSets<std::size_t> sets_;
    std::unordered_map<std::string, std::size_t> byPath_;
    std::unordered_map<std::string, std::vector<std::size_t>> byRelativePath_;
    std::map<std::pair<std::size_t, std::string>, std::size_t> named_; ///< by the result
};
} // namespace

Result<std::vector<std::size_t>> duplicateSets (Storage& storage, const std::string& resultPath,
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
    ConnectedFiles connected (files);
    for (const auto& pair : result["pairs"])
        if (! connected.unite (pair))
            return noResult;
    std::vector<std::size_t> sets;
    for (std::size_t file = 0; file < files.size (); ++file)
        sets.push_back (connected.setOf (file)); // files are the smallest nodes
    return sets;
}

} // namespace melstrom
