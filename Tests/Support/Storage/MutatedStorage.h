// A storage that leaves out syncs and swaps orders, as a faulty protocol would.
#pragma once

#include "Tests/Support/Storage/PowerLossStorage.h"

#include <functional>
#include <memory>
#include <string>

namespace melstrom::testing
{

/** What has happened so far in the output folder, as far as mutations ask. */
struct ProtocolProgress
{
    bool hasArrayName = false;   ///< an array was renamed to its final name
    bool hasDescription = false; ///< dataset.json was
    bool hasPlan = false;        ///< plan.json was
    bool removedLast = false;    ///< the last change of an entry was a removal
};

/** Each is asked with the name a file has when it is opened, such as "features.npy.part". Empty: nothing is changed. */
struct ProtocolChanges
{
    using OfName = std::function<bool (const std::string& name)>;
    OfName dropsSync = nullptr;        ///< fsync and fdatasync do nothing
    OfName syncsAfterRename = nullptr; ///< fsync does nothing; the rename does it afterwards
    OfName writesInPlace = nullptr;    ///< the file has its final name at once
    OfName writesStartLast = nullptr;  ///< what lies at offset 0 is written when the file is closed
    OfName renamesLast = nullptr;      ///< renamed after dataset.json
    /** removed, or renamed away, when something is made or renamed next */
    OfName removesLast = nullptr;
    std::function<bool (const ProtocolProgress&)> dropsFolderSync = nullptr;
    bool keepsNewFolders = true; ///< false: a new folder's own name is not synced
};

/** Thread: any. */
std::unique_ptr<Storage> makeMutatedStorage (PowerLossStorage& disk, ProtocolChanges changes);

} // namespace melstrom::testing
