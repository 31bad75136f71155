#include "Engine/Batch/Inputs/Labels.h"

#include "Engine/Batch/Inputs/PathTable.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Inputs/Splits.h"
#include "Engine/Batch/Inputs/TarLabels.h"
#include "Engine/Core/Printable.h"

#include <unordered_map>

namespace melstrom
{

namespace
{

/** "b" of "a/b/c.wav"; nothing of "c.wav", and "." and ".." are no names. */
std::string_view holdingFolder (std::string_view path)
{
    const auto name = fileNameOf (folderOf (path));
    return name == "." || name == ".." ? std::string_view () : name;
}

/** "dog" of "train/dog/deep/c.wav"; nothing of "train/c.wav". */
std::string_view folderBelowFirst (std::string_view path)
{
    const auto rest = path.substr (path.find ('/') + 1);
    const auto slash = rest.find ('/');
    return slash == rest.npos ? std::string_view () : rest.substr (0, slash);
}

void labelByFolders (FoundFiles& found, bool splitsAreFolders)
{
    for (auto& file : found.files)
    {
        if (! file.file.label.empty ())
            continue;
        const auto path = file.memberAt > 0   ? file.nameInTar ()
                          : file.isBelowInput ? file.relativePath ()
                                              : std::string_view (file.file.path);
        const bool isInSplit = splitsAreFolders && file.isBelowInput && splitOfFolders (path);
        file.file.label = isInSplit ? folderBelowFirst (path) : holdingFolder (path);
    }
}

/** Labels by the keys of a FolderTable: as listed, and as seen from the table's folder. */
struct LabelTable
{
    std::unordered_map<std::string, const PathRow*> asListed, fromFolder;

    /** Empty: the table has no line for it. */
    const PathRow* rowOf (const std::string& key) const
    {
        for (const auto* table : {&asListed, &fromFolder})
            if (const auto row = table->find (key); row != table->end ())
                return row->second;
        return nullptr;
    }
};

Result<LabelTable> indexRows (const std::string& tablePath, const std::vector<PathRow>& rows,
                              FolderTable& folders)
{
    LabelTable table;
    const auto tableFolder = folderOf (tablePath);
    for (const auto& row : rows)
    {
        const auto [earlier, isNew] = table.asListed.try_emplace (folders.keyOf (row.path), &row);
        if (! isNew && earlier->second->label != row.label)
            return faultInTable (tablePath, row.line,
                                 printable (row.path) + " is labelled " + printable (row.label) +
                                     " here and " + printable (earlier->second->label) +
                                     " on line " + std::to_string (earlier->second->line) +
                                     "; keep one.");
        table.fromFolder.try_emplace (folders.keyOf (joinPath (tableFolder, row.path)), &row);
    }
    return table;
}

Result<void> labelByTable (Storage& storage, FolderTable& folders, FoundFiles& found,
                           const std::string& givenTablePath)
{
    const auto tablePath = tidyPath (givenTablePath);
    const auto rows = readPathTable (storage, tablePath);
    if (! rows)
        return rows.error ();
    const auto table = indexRows (tablePath, *rows, folders);
    if (! table)
        return table.error ();

    std::size_t numWithout = 0;
    const FoundFile* firstWithout = nullptr;
    for (auto& file : found.files)
    {
        if (! file.file.label.empty ())
            continue;
        const auto* row =
            table->rowOf (FolderTable::keyOf (file.folderNumber, fileNameOf (file.file.path)));
        if (row != nullptr)
            file.file.label = row->label;
        else if (numWithout++ == 0)
            firstWithout = &file;
    }
    if (numWithout > 0)
        found.warnings.push_back (std::to_string (numWithout) + " files have no line in " +
                                  printable (tablePath) + " and get no label; the first is " +
                                  printable (firstWithout->file.path) + ".");
    return {};
}

} // namespace

Result<void> applyLabels (Storage& storage, FolderTable& folders, FoundFiles& found,
                          const InputOptions& options)
{
    if (options.labels == LabelMode::folders)
    {
        labelByTars (storage, found);
        labelByFolders (found, options.splits == SplitMode::folders);
    }
    else if (options.labels == LabelMode::table)
        return labelByTable (storage, folders, found, options.labelTable);
    else
        for (auto& file : found.files)
            file.file.label.clear ();
    return {};
}

} // namespace melstrom
