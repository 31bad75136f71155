#include "Source/Patches/WholeFile.h"

#include "Engine/Core/Printable.h"

#include <atomic>
#include <unistd.h>

namespace melstrom
{

namespace
{
/** Begins with a dot and does not end in .toml, so that it is never taken for a patch; no other writer has it. */
std::string temporaryName (const std::string& name)
{
    static std::atomic<unsigned> numMade {0};
    return '.' + name + '.' + std::to_string (getpid ()) + '-' + std::to_string (numMade++) +
           ".part";
}

Result<void> writeAndSync (Storage& storage, const std::string& path, std::string_view text)
{
    auto file = storage.create (path);
    if (! file)
        return file.error ();
    if (auto done = (*file)->writeAt (text.data (), text.size (), 0); ! done)
        return done;
    if (auto done = (*file)->sync (); ! done)
        return done;
    return (*file)->close ();
}

Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text)
{
    if (auto made = storage.makeFolders (folder); ! made)
        return made;
    const auto temporary = folder + '/' + temporaryName (name);
    auto done = writeAndSync (storage, temporary, text);
    if (done)
        done = storage.rename (temporary, folder + '/' + name);
    if (done)
        return storage.syncFolder (folder);
    // a second failure would only hide the first
    static_cast<void> (storage.remove (temporary));
    return done;
}
} // namespace

Result<std::string> readWholeFile (Storage& storage, const std::string& path, std::size_t mostBytes)
{
    const auto file = storage.openForReading (path);
    if (! file)
        return file.error ();
    const auto bytes = static_cast<std::uint64_t> ((*file)->info ().bytes);
    if (bytes > mostBytes)
        return Error {ErrorCode::badSpec,
                      printable (path) + ": is " + std::to_string (bytes) +
                          " bytes long; at most " + std::to_string (mostBytes) + " are allowed",
                      {}};
    std::string text (static_cast<std::size_t> (bytes), '\0');
    const auto numRead = (*file)->readAt (text.data (), text.size (), 0);
    if (! numRead)
        return numRead.error ();
    text.resize (*numRead);
    return text;
}

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
