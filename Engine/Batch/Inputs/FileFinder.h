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
    int folderNumber = 0; ///< of the folder that holds it

    std::string_view relativePath () const { return file.relativePath (); }
};

struct FoundFiles
{
    std::vector<FoundFile> files; ///< sorted by path bytes
    FactNames names;
    int numTables = 0;             ///< lists and tables that were read
    bool hasGroups = false;        ///< a list, table or pattern has the groups that were asked for
    bool hasPatternLabels = false; ///< the pattern says them, and folders do not
    SkippedFiles skipped;         ///< in folders
    std::vector<std::string> warnings;
};

/** What `collectInputs` says of finding. Fails as it does. */
Result<FoundFiles> findFiles (Storage& storage, FolderTable& folders, const InputOptions& options);

} // namespace melstrom
