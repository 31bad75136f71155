#include "Source/State/WholeFile.h"

#include <atomic>
#include <unistd.h>

namespace melstrom
{

namespace
{
/** Begins with a dot and does not end in .toml, so that no reader takes it for a patch. Unique for
    each writer. */
std::string temporaryName (const std::string& name)
{
    static std::atomic<unsigned> numMade {0};
    return '.' + name + '.' + std::to_string (getpid ()) + '-' + std::to_string (numMade++) +
           ".part";
}

Result<void> writeAndSync (Storage& storage, const std::string& path, std::string_view text)
{
    MELSTROM_TRY_VALUE (auto file, storage.create (path));
    MELSTROM_TRY (file->writeAt (text.data (), text.size (), 0));
    MELSTROM_TRY (file->sync ());
    return file->close ();
}

Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text)
{
    MELSTROM_TRY (storage.makeFolders (folder));
    const auto temporary = folder + '/' + temporaryName (name);
    auto done = writeAndSync (storage, temporary, text);
    if (done)
        done = storage.rename (temporary, folder + '/' + name);
    if (done)
        return storage.syncFolder (folder);
    // the first error counts
    static_cast<void> (storage.remove (temporary));
    return done;
}
} // namespace

Result<void> writeWholeFile (Storage& storage, const std::string& folder, const std::string& name,
                             std::string_view text)
{
    auto done = replaceFile (storage, folder, name, text);
    return done ? done : Result<void> (asWritingError (done.error ()));
}

Error asWritingError (Error error)
{
    if (error.code != ErrorCode::diskFull)
        error.code = ErrorCode::writeFailed;
    return error;
}

} // namespace melstrom
