// The files that the inputs name, each once, before labels and splits.
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
    InputFile file;           ///< facts: from lists, with names in FoundFiles::names; split: 0
    bool isBelowInput = true; ///< false: named directly, or by an absolute path in a list
    int inputIndex = 0;
    int folderNumber = 0;           ///< of the folder that holds it
    std::int64_t archiveOffset = 0; ///< as in FileInfo; gives the order of a tar's members
    std::size_t memberAt = 0;       ///< index in the path of the name in its tar; 0: in no tar

    std::string_view relativePath () const { return file.relativePath (); }
    /** Only for a file in a tar. */
    std::string_view nameInTar () const { return std::string_view (file.path).substr (memberAt); }
};

struct FoundFiles
{
    std::vector<FoundFile> files; ///< sorted by path bytes; a tar's members by their places
    FactNames names;
    int numTables = 0;             ///< lists and tables that were read
    bool hasGroups = false;        ///< a list, table or pattern has the requested groups
    bool hasPatternLabels = false; ///< the pattern gives labels, folders do not
    std::vector<Box> boxes;        ///< of the files; empty: they are whole
    SkippedFiles skipped;          ///< in folders
    std::vector<std::string> warnings;
};

/** Finds files as `collectInputs` describes. Fails as it does. */
Result<FoundFiles> findFiles (Storage& storage, FolderTable& folders, const InputOptions& options);

} // namespace melstrom
