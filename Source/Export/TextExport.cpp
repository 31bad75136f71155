#include "Source/Export/TextExport.h"

#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Core/Guarded.h"

#include <filesystem>

namespace melstrom
{

static Result<void> writeWhole (const TextSource& text, Storage& storage, const std::string& path)
{
    const std::filesystem::path whole (path);
    const auto folder = whole.parent_path ().string ();
    auto written =
        replaceFile (storage, folder.empty () ? "." : folder, whole.filename ().string (), text);
    if (! written)
        (void)storage.remove (path + ".tmp"); // the first error counts
    return written;
}

Result<void> exportText (const TextSource& text, Storage& storage, const std::string& path)
{
    return guarded ([&] { return writeWhole (text, storage, path); });
}

Result<void> exportText (std::string_view text, Storage& storage, const std::string& path)
{
    return exportText (TextSource ([text] (const TextSink& sink) { return sink (text); }), storage,
                       path);
}

} // namespace melstrom
