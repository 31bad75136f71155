// The files in an output folder that have Melstrom's names.
#pragma once

#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{
struct BatchWork;

/** The whole content of a file in the folder; nothing if it is not there. Fails: readFailed,
    permissionDenied. */
Result<std::optional<std::string>> readIfThere (Storage& storage, const std::string& folder,
                                                const std::string& name);

/** The existing files that Melstrom's dataset.json, dataset.json.tmp or plan.json in the folder
    list, including these three; also under names with .part and .tmp. --overwrite removes these
    files. Empty if none of the three is Melstrom's. Fails: as reading does. */
Result<std::vector<std::string>> listedFiles (Storage& storage, const std::string& folder);

/** The folder's inputs.bin; nothing if it is missing or damaged. Thread: any. Fails: readFailed,
    permissionDenied. */
Result<std::optional<InputsFile>> readInputs (Storage& storage, const std::string& folder);

/** The error for files of the folder that have Melstrom's names, but that no description lists:
    --overwrite does not remove them. */
Error unlistedError (const std::string& folder, const std::vector<std::string>& names);

/** The backend of the unfinished run or finished dataset in the folder, from plan.json or
    dataset.json; empty if there is none or it cannot be read. */
std::string recordedBackend (Storage& storage, const std::string& folder);

/** The kind of device, as deviceKindOf spells it, of the finished dataset in the folder; empty if
    there is none or its dataset.json cannot be read. */
std::string recordedDeviceKind (Storage& storage, const std::string& folder);

/** Removes these files. First it renames dataset.json to dataset.json.tmp and syncs the folder,
    because without dataset.json no dataset counts as complete. dataset.json.tmp and plan.json go
    last, so that after a crash the rest is still listed. Fails: writeFailed. */
Result<void> removeListed (Storage& storage, const std::string& folder,
                           const std::vector<std::string>& names);

/** True if every file that this dataset.json lists is there with its size. */
bool isWhole (Storage& storage, const std::string& folder, const std::string& datasetJson);

/** Call before anything in the folder gets its final name. Fails: writeFailed (the folder or its
    lock was removed during the run: files of the same names may be another run's). */
Result<void> checkLock (const FolderLock& lock, const std::string& folder);

/** The files of the output folder that Melstrom's dataset.json or plan.json lists: see
    `listedFiles`. Changes nothing.
    mostPlanBytes  size of the run's plan.json; a plan.json.tmp that is not larger counts as begun
                   by this run
    fails          otherPlan (an unlisted file has a name that the run will write: the message names
                   it), as reading does */
Result<std::vector<std::string>> filesToOverwrite (const BatchWork& work,
                                                   std::int64_t mostPlanBytes);

} // namespace melstrom
