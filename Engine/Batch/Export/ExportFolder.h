// The output of an export: files in a folder that gets its name when all of them are complete.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace melstrom
{

/** A new file, written from its start to its end. Thread: one at a time. */
class ExportStream
{
public:
    /** numBytes: advances by the size of what was written; outlives it. */
    ExportStream (std::unique_ptr<WritableFile> file, std::int64_t& numBytes)
        : file_ (std::move (file)), numBytes_ (&numBytes)
    {
    }

    /** Fails: diskFull, writeFailed. */
    Result<void> write (std::string_view bytes);
    std::int64_t position () const noexcept
    {
        return offset_ + static_cast<std::int64_t> (block_.size ());
    }
    /** Call once, at the end: writes the rest, syncs and closes. Fails: diskFull, writeFailed. */
    Result<void> finish ();

private:
    Result<void> flush ();

    std::unique_ptr<WritableFile> file_;
    std::int64_t* numBytes_;
    std::string block_;
    std::int64_t offset_ = 0;
};

/** Writes below PATH.part. Without `finish`, the destructor removes what was written. Thread: one
    at a time. */
class ExportFolder
{
public:
    /** storage: outlives it. Fails: badUsage (PATH is no empty folder, or PATH.part is there),
        diskFull, writeFailed. */
    static Result<std::unique_ptr<ExportFolder>> create (Storage& storage, const std::string& path);
    ~ExportFolder ();
    ExportFolder (const ExportFolder&) = delete;
    ExportFolder& operator= (const ExportFolder&) = delete;

    /** name: relative, with folders that are made. Fails: diskFull, writeFailed. */
    Result<ExportStream> newFile (const std::string& name);
    /** A whole file. Fails: diskFull, writeFailed. */
    Result<void> write (const std::string& name, std::string_view text);
    std::int64_t numBytes () const noexcept { return numBytes_; } ///< written so far
    /** Call once. Syncs the folders and renames. Fails: diskFull, writeFailed. */
    Result<void> finish ();

private:
    ExportFolder (Storage& storage, std::string path);
    Result<void> makeFolder (const std::string& folder);
    void removeAll (const std::string& folder);

    Storage& storage_;
    std::string path_, part_;
    std::set<std::string> folders_; ///< below part_; a folder comes behind the one that holds it
    std::int64_t numBytes_ = 0;
    bool isFinished_ = false;
};

} // namespace melstrom
