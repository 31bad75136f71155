// Finds the audio files below a folder.
#pragma once

#include "Engine/Batch/Inputs/FolderTable.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Walks folders one after another. A folder is walked once, whatever path leads to it. Calls one
    `listFolder` and one `info` per folder, one `info` per link, none for other entries. Thread:
    one. */
class FolderWalk
{
public:
    /** path            the walked folder's path, a slash, the rest
        folderNumber    of the folder that holds the file, from `folders` */
    using Visitor = std::function<void (std::string path, int folderNumber)>;

    /** name            of an entry that does not look like audio and is no folder or link to one
        folderNumber    of the folder that holds it */
    using SkippedVisitor = std::function<void (std::string_view name, int folderNumber)>;

    /** Leaves out folders whose number is `excluded`, unless a walk starts there. stop: true ends a
        walk before its next entry; null: no stop; outlives this object. */
    FolderWalk (Storage& storage, FolderTable& folders, std::optional<int> excluded,
                const std::atomic<bool>* stop = nullptr);

    /** Calls `visit` for entries whose name looks like audio: files, links except links to folders,
        FIFOs and devices (reading reports them). Calls `visit` also for folders that cannot be
        listed, under any name. Calls `skip` for all other names. The order is that of the paths'
        bytes.
        Fails: as `listFolder` does, for `root` itself only; interrupted after a stop. */
    Result<void> walk (const std::string& root, const Visitor& visit, const SkippedVisitor& skip);

    /** Entries that could not be walked, over all walks so far; escaped for printing. */
    std::vector<std::string> warnings () const;

private:
    struct Level
    {
        std::string prefix; ///< path with a slash at the end
        int folderNumber = 0;
        std::vector<FolderEntry> entries;
        std::size_t next = 0;
    };

    /** Empty: walked before. */
    Result<std::optional<Level>> enter (const std::string& path);
    void visitFolder (std::string path, int parentNumber, std::vector<Level>& levels,
                      const Visitor& visit);
    void visitLink (std::string path, int parentNumber, const Visitor& visit,
                    const SkippedVisitor& skip);

    Storage& storage_;
    FolderTable& folders_;
    std::optional<int> excluded_;
    const std::atomic<bool>* stop_;
    std::vector<bool> walked_; ///< by folder number
    std::vector<std::string> unreadable_;
    std::int64_t numFolderLinks_ = 0;
    std::string firstFolderLink_;
};

} // namespace melstrom
