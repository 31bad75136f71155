// The file of --trace or --json.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Printable.h"

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace melstrom
{

/** Tried before a run, so that a name that cannot be written ends the command then, and written after
    it. Until then an existing file keeps its bytes; a new one goes if nothing is written. */
class ResultFile
{
public:
    /** path: empty: there is no file, and `write` does nothing. Outlives this. */
    explicit ResultFile (const std::optional<std::string>& path) : path_ (path) {}
    ~ResultFile ()
    {
        if (isNew_)
            (void)posixStorage ().remove (*path_); // a destructor cannot report errors
    }
    ResultFile (const ResultFile&) = delete;
    ResultFile& operator= (const ResultFile&) = delete;

    /** Fails: notAFile; as Storage::create. */
    Result<void> check ()
    {
        if (! path_)
            return {};
        const auto there = posixStorage ().info (*path_);
        if (there && there->kind == EntryKind::other)
            return Error {ErrorCode::notAFile, printable (*path_) + ": is not a regular file", {}};
        MELSTROM_TRY_VALUE (const auto file, there ? posixStorage ().openForUpdate (*path_)
                                                   : posixStorage ().create (*path_));
        std::error_code unknown; // then it stays
        isNew_ = ! there && ! std::filesystem::is_symlink (*path_, unknown) && ! unknown;
        return {};
    }

    /** Creates or replaces the file with the text that `make` returns; a failed write leaves what it
        wrote. Fails: diskFull, writeFailed. */
    template <typename Make>
    Result<void> write (const Make& make)
    {
        if (! path_)
            return {};
        const std::string bytes = make ();
        isNew_ = false;
        MELSTROM_TRY_VALUE (const auto file, posixStorage ().create (*path_));
        MELSTROM_TRY (file->writeAt (bytes.data (), bytes.size (), 0));
        return file->close ();
    }

private:
    const std::optional<std::string>& path_;
    bool isNew_ = false; ///< made by `check`, and empty
};

} // namespace melstrom
