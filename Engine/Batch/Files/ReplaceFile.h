// Writes files so that each is either whole or absent, or as it was.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Files/TextSink.h"

#include <memory>
#include <string>
#include <string_view>

namespace melstrom
{

/** Writes under a name that ends in ".tmp", syncs, renames to `folder/name`, syncs the folder.
    Fails: diskFull, writeFailed. */
Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text);

/** The same in blocks of about 1 MiB. Fails besides: as `text` does. */
Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          const TextSource& text);

/** New content of a file, in a part beside it. Until `finish` succeeds the file stays as it was; the
    destructor then removes the part. Thread: any, one at a time. */
class FileReplacement
{
public:
    /** partPath: in the folder of `path`, used by no other writer. storage: outlives this object.
        Fails: as Storage::create. */
    static Result<std::unique_ptr<FileReplacement>> create (Storage& storage, std::string path,
                                                            std::string partPath);
    ~FileReplacement ();
    FileReplacement (const FileReplacement&) = delete;
    FileReplacement& operator= (const FileReplacement&) = delete;

    WritableFile& part () noexcept { return *part_; }

    /** Call once. Syncs the part, closes it and renames it to `path`. Fails: diskFull,
        writeFailed. */
    Result<void> finish ();

private:
    FileReplacement (Storage& storage, std::string path, std::string partPath,
                     std::unique_ptr<WritableFile> part);

    Storage& storage_;
    std::string path_, partPath_;
    std::unique_ptr<WritableFile> part_; ///< null after `finish`
};

/** PATH.PROCESS.part: a name for a part. Processes that write the same PATH have different parts,
    and the last rename stays. */
std::string partPathOf (const std::string& path);

} // namespace melstrom
