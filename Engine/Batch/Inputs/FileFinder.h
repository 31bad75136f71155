// Which files the inputs name, each once, before labels and splits.
#pragma once

#include "Engine/Batch/Inputs/FolderTable.h"
#include "Engine/Batch/Inputs/InputList.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

struct FoundFile
{
    InputFile file;             ///< label: what a list says, else empty; split: 0
    std::size_t relativeAt = 0; ///< where in the path the part begins that is relative to the INPUT
    bool isBelowInput = true;   ///< false: named directly, or by an absolute path in a list
    int inputIndex = 0;
    int folderNumber = 0; ///< of the folder that holds it

    std::string_view relativePath () const
    {
        return std::string_view (file.path).substr (relativeAt);
    }
};

struct FoundFiles
{
    std::vector<FoundFile> files; ///< sorted by path bytes
    SkippedFiles skipped;         ///< in folders
    std::vector<std::string> warnings;
};

/** What `collectInputs` says of finding. Fails as it does. */
Result<FoundFiles> findFiles (Storage& storage, FolderTable& folders, const InputOptions& options);

} // namespace melstrom
