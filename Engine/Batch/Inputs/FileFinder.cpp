#include "Engine/Batch/Inputs/FileFinder.h"

#include "Engine/Batch/Inputs/FolderWalk.h"
#include "Engine/Batch/Inputs/PathTable.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace melstrom
{

namespace
{

class FileFinder
{
public:
    FileFinder (Storage& storage, FolderTable& folders, const InputOptions& options)
        : storage_ (storage), folders_ (folders), options_ (options)
    {
    }

    /** Named files first, so that walks need to look only where one of them lies. */
    Result<FoundFiles> find ()
    {
        for (std::size_t index = 0; index < options_.inputs.size (); ++index)
            if (const auto added = addInput (options_.inputs[index], static_cast<int> (index));
                ! added)
                return added.error ();
        if (const auto walked = walkFolders (); ! walked)
            return walked.error ();
        if (found_.files.empty ())
            return nothingFound ();

        const auto byPath = [] (const FoundFile& first, const FoundFile& second)
        { return first.file.path < second.file.path; };
        if (! std::is_sorted (found_.files.begin (), found_.files.end (), byPath))
            std::sort (found_.files.begin (), found_.files.end (), byPath);
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
            return info.error ();

        if (info->kind == EntryKind::folder)
            folderInputs_.push_back ({path, inputIndex});
        else if (info->kind == EntryKind::file && isListName (path))
            return addList (readPathTable (storage_, path, options_), path,
                            std::string (folderOf (path)), inputIndex);
        else
            addNamed (foundAt (path, fileNameOf (path).size (), false, inputIndex));
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

    /** folder  what its relative paths are relative to; empty: the current one */
    Result<void> addList (const Result<PathTable>& table, const std::string& name,
                          const std::string& folder, int inputIndex)
    {
        if (! table)
            return table.error ();
        ++found_.numTables;
        found_.hasGroups = found_.hasGroups || table->hasGroups;
        for (const auto& row : table->rows)
        {
            auto& kept = addNamed (foundAt (joinPath (folder, row.path), row.path.size (),
                                            row.path.front () != '/', inputIndex));
            if (const auto clash = found_.names.add (row.facts, kept.file.facts); ! clash.empty ())
                return faultInTable (name, row.line,
                                     printable (row.path) + " " + clash + "; keep one.");
        }
        return {};
    }

    /** Returns what is kept of it: an earlier mention wins. */
    FoundFile& addNamed (FoundFile found)
    {
        found.folderNumber = folders_.numberOf (folderOf (found.file.path));
        auto key = FolderTable::keyOf (found.folderNumber, fileNameOf (found.file.path));
        const auto [known, isNew] = named_.try_emplace (std::move (key), found_.files.size ());
        if (isNew)
        {
            foldersOfNamed_.insert (found.folderNumber);
            found_.files.push_back (std::move (found));
            return found_.files.back ();
        }
        return found_.files[known->second];
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
                addWalked (std::move (found));
            };
            const auto skip = [&] (std::string_view name, int folderNumber)
            {
                if (! isNamed (name, folderNumber))
                    found_.skipped.add (name);
            };
            if (const auto walked = walk.walk (folder.path, visit, skip); ! walked)
                return walked;
        }
        found_.warnings = walk.warnings ();
        return {};
    }

    /** Whether an INPUT or a list names it itself. */
    bool isNamed (std::string_view name, int folderNumber) const
    {
        return foldersOfNamed_.contains (folderNumber) &&
               named_.contains (FolderTable::keyOf (folderNumber, name));
    }

    void addWalked (FoundFile found)
    {
        if (foldersOfNamed_.contains (found.folderNumber))
        {
            const auto known =
                named_.find (FolderTable::keyOf (found.folderNumber, fileNameOf (found.file.path)));
            if (known != named_.end ())
            {
                auto& named = found_.files[known->second];
                if (found.inputIndex < named.inputIndex)
                {
                    found.file.facts = named.file.facts;
                    named = std::move (found);
                }
                return;
            }
        }
        found_.files.push_back (std::move (found));
    }

    std::string skippedText () const
    {
        const auto total = found_.skipped.total ();
        return total == 0 ? ""
                          : " " + std::to_string (total) +
                                (total == 1 ? " file was" : " files were") + " skipped.";
    }

    Error nothingFound () const
    {
        if (options_.inputs.empty ())
            return {ErrorCode::nothingFound,
                    "No input was named; name a folder, a file or a list.",
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
                    "webm, wma "
                    "and the like, a file of another name can be named directly or in a list." +
                    skippedText (),
                {}};
    }

    Storage& storage_;
    FolderTable& folders_;
    const InputOptions& options_;
    FoundFiles found_;
    std::vector<Folder> folderInputs_;
    std::unordered_map<std::string, std::size_t> named_; ///< key to index in found_.files
    std::unordered_set<int> foldersOfNamed_;
};

} // namespace

Result<FoundFiles> findFiles (Storage& storage, FolderTable& folders, const InputOptions& options)
{
    return FileFinder (storage, folders, options).find ();
}

} // namespace melstrom
