#include "Engine/Batch/Files/ReplaceFile.h"

namespace melstrom
{

Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text)
{
    const std::string final = folder + "/" + name;
    auto file = storage.create (final + ".tmp");
    if (! file)
        return file.error ();
    if (auto written = (*file)->writeAt (text.data (), text.size (), 0); ! written)
        return written;
    if (auto synced = (*file)->sync (); ! synced)
        return synced;
    if (auto closed = (*file)->close (); ! closed)
        return closed;
    if (auto renamed = storage.rename (final + ".tmp", final); ! renamed)
        return renamed;
    return storage.syncFolder (folder);
}

} // namespace melstrom
