#include "Source/State/WholeFile.h"

#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Core/System/Process.h"

#include <atomic>

namespace melstrom
{

namespace
{
/** Begins with a dot and does not end in .toml, so that no reader takes it for a patch. Unique for
    each writer. */
std::string temporaryName (const std::string& name)
{
    static std::atomic<unsigned> numMade {0};
    return '.' + name + '.' + std::to_string (processNumber ()) + '-' + std::to_string (numMade++) +
           ".part";
}

Result<void> replaceIn (Storage& storage, const std::string& folder, const std::string& name,
                        std::string_view text)
{
    MELSTROM_TRY (storage.makeFolders (folder));
    MELSTROM_TRY_VALUE (auto replacement,
                        FileReplacement::create (storage, folder + '/' + name,
                                                 folder + '/' + temporaryName (name)));
    MELSTROM_TRY (replacement->part ().writeAt (text.data (), text.size (), 0));
    MELSTROM_TRY (replacement->finish ());
    return storage.syncFolder (folder);
}
} // namespace

Result<void> writeWholeFile (Storage& storage, const std::string& folder, const std::string& name,
                             std::string_view text)
{
    auto done = replaceIn (storage, folder, name, text);
    return done ? done : Result<void> (asWritingError (done.error ()));
}

Error asWritingError (Error error)
{
    if (error.code != ErrorCode::diskFull)
        error.code = ErrorCode::writeFailed;
    return error;
}

} // namespace melstrom
