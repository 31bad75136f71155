// The files of finished datasets, as their files.csv names them.
#pragma once

#include "Engine/Batch/Audio/Box.h"
#include "Engine/Batch/Files/Storage.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct ListedFile
{
    std::size_t datasetIndex = 0;
    std::string path;         ///< as in files.csv; of a box with its times
    std::string relativePath; ///< as in files.csv
    std::optional<Box> box;
};

/** The path of the file that is read: without the times of a box. */
std::string soundFileOf (const ListedFile& file);

/** Entries whose status is "ok", in the order of the folders and of their files.csv.
    Fails: badUsage (no dataset.json, or a files.csv without its columns), fileMissing,
    permissionDenied, readFailed. */
Result<std::vector<ListedFile>> listedFiles (Storage& storage,
                                             const std::vector<std::string>& folders);

} // namespace melstrom
