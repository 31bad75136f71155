#include "Engine/Batch/Inputs/FileFinder.h"

#include "Engine/Batch/Inputs/FolderWalk.h"
#include "Engine/Batch/Inputs/FoundOnce.h"
#include "Engine/Batch/Inputs/PathTable.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Inputs/TarInputs.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace melstrom
{

namespace
{

class FileFinder
{
public:
    FileFinder (Storage& storage, FolderTable& folders, const InputOptions& options)
        : storage_ (storage), folders_ (folders), options_ (options), files_ (storage, folders)
    {
    }

    /** Adds named files first, so that walks need a look-up only in folders that hold one. */
    Result<FoundFiles> find ()
    {
        for (std::size_t index = 0; index < options_.inputs.size (); ++index)
            MELSTROM_TRY (addInput (options_.inputs[index], static_cast<int> (index)));
        MELSTROM_TRY (walkFolders ());
        MELSTROM_TRY (addTars ());
        found_.files = files_.takeSorted ();
        if (found_.files.empty ())
            return nothingFound ();
        return std::move (found_);
    }

private:
    struct Folder
    {
        std::string path;
        int inputIndex;
    };

    Result<void> addInput (const std::string& input, int inputIndex)
    {
        if (input == kStandardInputName)
            return addList (parsePathTable ("standard input", options_.standardInput, options_),
                            "standard input", "", inputIndex);
        const auto path = tidyPath (input);
        const auto info = storage_.info (path);
        if (! info)
            return addRange (path, inputIndex, info.error ());
        MELSTROM_TRY_VALUE (const auto isTar, addTar ({path, {}, inputIndex}));
        if (isTar)
            return {};

        if (info->kind == EntryKind::folder)
            folderInputs_.push_back ({path, inputIndex});
        else if (info->kind == EntryKind::file && isListName (path))
            return addList (readPathTable (storage_, path, options_), path,
                            std::string (folderOf (path)), inputIndex);
        else
            files_.addNamed (foundAt (path, fileNameOf (path).size (), false, inputIndex));
        return {};
    }

    static bool isListName (std::string_view path)
    {
        const auto extension = lowerCaseExtension (fileNameOf (path));
        return extension == "txt" || extension == "csv" || extension == "tsv";
    }

    static FoundFile foundAt (std::string path, std::size_t relativeBytes, bool isBelowInput,
                              int inputIndex)
    {
        FoundFile found;
        found.file.relativeAt = static_cast<std::uint32_t> (path.size () - relativeBytes);
        found.file.path = std::move (path);
        found.isBelowInput = isBelowInput;
        found.inputIndex = inputIndex;
        return found;
    }

    /** folder  base of its relative paths; empty: the current folder */
    Result<void> addList (const Result<PathTable>& table, const std::string& name,
                          const std::string& folder, int inputIndex)
    {
        if (! table)
            return table.error ();
        ++found_.numTables;
        found_.hasGroups = found_.hasGroups || table->hasGroups;
        for (const auto& row : table->rows)
        {
            FoundFile found = foundAt (joinPath (folder, row.path), row.path.size (),
                                       row.path.front () != '/', inputIndex);
            MELSTROM_TRY_VALUE (const auto isTar,
                                addTar ({found.file.path, row.facts, inputIndex}));
            if (isTar)
                continue;
            auto& kept = files_.addNamed (std::move (found));
            if (const auto clash = found_.names.add (row.facts, kept.file.facts); ! clash.empty ())
                return faultInTable (name, row.line,
                                     printable (row.path) + " " + clash + "; keep one.");
        }
        return {};
    }

    Result<void> walkFolders ()
    {
        std::optional<int> excluded;
        if (! options_.excludedFolder.empty ())
            excluded = folders_.numberOf (tidyPath (options_.excludedFolder));

        FolderWalk walk (storage_, folders_, excluded);
        for (const auto& folder : folderInputs_)
        {
            const auto relativeAt = joinPath (folder.path, "").size ();
            const auto visit = [&] (std::string path, int folderNumber)
            {
                const auto relativeBytes = path.size () - relativeAt;
                auto found = foundAt (std::move (path), relativeBytes, true, folder.inputIndex);
                found.folderNumber = folderNumber;
                files_.addWalked (std::move (found));
            };
            const auto skip = [&] (std::string_view name, int folderNumber)
            {
                if (! files_.isNamed (name, folderNumber))
                    found_.skipped.add (name);
            };
            MELSTROM_TRY (walk.walk (folder.path, visit, skip));
        }
        found_.warnings = walk.warnings ();
        return {};
    }

    /** Tries an INPUT that is not there as a range of tars. */
    Result<void> addRange (const std::string& path, int inputIndex, const Error& missing)
    {
        MELSTROM_TRY_VALUE (const auto tars, tarsOfRange (path));
        if (tars.empty ())
            return missing;
        for (const auto& tar : tars)
            MELSTROM_TRY (addInput (tar, inputIndex));
        return {};
    }

    /** False: it is no tar. */
    Result<bool> addTar (TarInput input)
    {
        const auto isTar = isTarInput (storage_, input.path);
        if (isTar && *isTar)
            tarInputs_.push_back (std::move (input));
        return isTar;
    }

    /** Adds each tar once, whatever path leads to it. */
    Result<void> addTars ()
    {
        std::set<std::pair<std::uint64_t, std::uint64_t>> taken;
        for (const auto& input : tarInputs_)
        {
            const auto info = storage_.info (input.path);
            if (info && ! taken.emplace (info->device, info->inode).second)
                continue;
            MELSTROM_TRY_VALUE (auto members,
                                findInTar (storage_, folders_, input, found_.warnings));
            for (auto& member : members)
            {
                // the first facts about this file
                found_.names.add (input.facts, member.file.facts);
                files_.addWalked (std::move (member));
            }
        }
        return {};
    }

    std::string skippedText () const
    {
        const auto total = found_.skipped.total ();
        return total == 0 ? "" : " " + countText (total, "file was", "files were") + " skipped.";
    }

    Error nothingFound () const
    {
        if (options_.inputs.empty ())
            return {ErrorCode::nothingFound,
                    "No input was named; name a folder, a file, a tar or a list.",
                    {}};

        constexpr std::size_t mostNamed = 8;
        std::string names;
        for (std::size_t index = 0; index < std::min (options_.inputs.size (), mostNamed); ++index)
            names += (index > 0 ? ", " : "") + printable (options_.inputs[index]);
        if (options_.inputs.size () > mostNamed)
            names += " and " + std::to_string (options_.inputs.size () - mostNamed) + " more";
        return {ErrorCode::nothingFound,
                "No audio files in " + names +
                    "; folders are searched for wav, flac, mp3, ogg, opus, aiff, au, caf, m4a, "
                    "webm, wma and similar files; name a file with another extension directly or "
                    "in a list." +
                    skippedText (),
                {}};
    }

    Storage& storage_;
    FolderTable& folders_;
    const InputOptions& options_;
    FoundFiles found_; ///< gets its files at the end
    FoundOnce files_;
    std::vector<Folder> folderInputs_;
    std::vector<TarInput> tarInputs_;
};

} // namespace

Result<FoundFiles> findFiles (Storage& storage, FolderTable& folders, const InputOptions& options)
{
    return FileFinder (storage, folders, options).find ();
}

} // namespace melstrom
