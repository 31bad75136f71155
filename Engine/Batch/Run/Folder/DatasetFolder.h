// What lies in an output folder under names of ours.
#pragma once

#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** All of a file of the folder's, or nothing if it is not there. Fails: readFailed, permissionDenied. */
Result<std::optional<std::string>> readIfThere (Storage& storage, const std::string& folder,
                                                const std::string& name);

/** The files that a dataset.json, a dataset.json.tmp or a plan.json of ours in the folder lists, these among them, as far
    as they are there. These are what --overwrite removes. Empty where none of the three is ours. Fails: as reading
    does. */
Result<std::vector<std::string>> listedFiles (Storage& storage, const std::string& folder);

/** The folder's inputs.bin; nothing if it is not there or damaged. Thread: any. Fails: readFailed, permissionDenied. */
Result<std::optional<InputsFile>> readInputs (Storage& storage, const std::string& folder);

/** For files of the folder that have names of ours and that nothing of ours lists: --overwrite does not remove them. */
Error unlistedError (const std::string& folder, const std::vector<std::string>& names);

/** The backend that an unfinished run or a finished dataset of the folder is from, as plan.json or dataset.json has it;
    empty where none is, or it cannot be read. */
std::string recordedBackend (Storage& storage, const std::string& folder);

/** Removes them. dataset.json goes first and for good, because without it nothing counts as complete: it becomes
    dataset.json.tmp. That and plan.json go last, so that after a crash the rest is still listed. Fails: writeFailed. */
Result<void> removeListed (Storage& storage, const std::string& folder,
                           const std::vector<std::string>& names);

/** Every file that this dataset.json lists is there with its size. */
bool isWhole (Storage& storage, const std::string& folder, const std::string& datasetJson);

/** Before anything in the folder gets its final name. Fails: writeFailed (the folder or its lock was removed while the
    run worked: what lies there by the same names may be another run's). */
Result<void> checkLock (const FolderLock& lock, const std::string& folder);

} // namespace melstrom
