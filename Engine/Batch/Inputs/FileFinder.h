// Which files the inputs name, each once, before labels and splits.
#pragma once

#include "Engine/Batch/Inputs/FolderTable.h"
#include "Engine/Batch/Inputs/InputList.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

struct FoundFile
{
    InputFile file;           ///< facts: what lists say, of FoundFiles::names; split: 0
    bool isBelowInput = true; ///< false: named directly, or by an absolute path in a list
    int inputIndex = 0;
    int folderNumber = 0;           ///< of the folder that holds it
    std::int64_t archiveOffset = 0; ///< as FileInfo has it: a tar's members stand in this order
    std::size_t memberAt = 0;       ///< where in the path the name in its tar begins; 0: in no tar

    std::string_view relativePath () const { return file.relativePath (); }
    /** Only of a file in a tar. */
    std::string_view nameInTar () const { return std::string_view (file.path).substr (memberAt); }
};

struct FoundFiles
{
    std::vector<FoundFile> files; ///< sorted by path bytes, a tar's members by their places in it
    FactNames names;
    int numTables = 0;             ///< lists and tables that were read
    bool hasGroups = false;        ///< a list, table or pattern has the groups that were asked for
    bool hasPatternLabels = false; ///< the pattern says them, and folders do not
    SkippedFiles skipped;          ///< in folders
    std::vector<std::string> warnings;
};

/** What `collectInputs` says of finding. Fails as it does. */
Result<FoundFiles> findFiles (Storage& storage, FolderTable& folders, const InputOptions& options);

} // namespace melstrom
