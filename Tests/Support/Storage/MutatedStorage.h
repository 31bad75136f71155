// A storage that omits syncs and changes orders, like a faulty protocol.
#pragma once

#include "Tests/Support/Storage/PowerLossStorage.h"

#include <functional>
#include <memory>
#include <string>

namespace melstrom::testing
{

/** Progress in the output folder, for the mutations' conditions. */
struct ProtocolProgress
{
    bool hasArrayName = false;   ///< an array was renamed to its final name
    bool hasDescription = false; ///< dataset.json was renamed to its final name
    bool hasPlan = false;        ///< plan.json was renamed to its final name
    bool removedLast = false;    ///< the last change of an entry was a removal
};

/** Each function gets the name of the file when it is opened, such as "features.npy.part". Empty:
    nothing is changed. */
struct ProtocolChanges
{
    using OfName = std::function<bool (const std::string& name)>;
    OfName dropsSync = nullptr;        ///< fsync and fdatasync do nothing
    OfName syncsAfterRename = nullptr; ///< fsync does nothing; the sync happens after the rename
    OfName writesInPlace = nullptr;    ///< the file has its final name from the start
    OfName writesStartLast = nullptr;  ///< bytes at offset 0 are written when the file is closed
    OfName renamesLast = nullptr;      ///< renamed after dataset.json
    /** the removal, or the rename to a different name, happens before the next creation or
        rename */
    OfName removesLast = nullptr;
    std::function<bool (const ProtocolProgress&)> dropsFolderSync = nullptr;
    bool keepsNewFolders = true; ///< false: the name of a new folder is not synced
};

/** Thread: any. */
std::unique_ptr<Storage> makeMutatedStorage (PowerLossStorage& disk, ProtocolChanges changes);

} // namespace melstrom::testing
