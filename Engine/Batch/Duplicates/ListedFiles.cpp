#include "Engine/Batch/Duplicates/ListedFiles.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{
Error faultOf (const std::string& folder, const std::string& what)
{
    return {ErrorCode::badUsage, "--duplicates " + printable (folder) + ": " + what, {}};
}

/** Index of a column, or the number of columns. */
std::size_t columnOf (const CsvRow& heading, std::string_view name)
{
    return static_cast<std::size_t> (std::ranges::find (heading.fields, name) -
                                     heading.fields.begin ());
}

Result<void> addFiles (Storage& storage, const std::string& folder, std::size_t datasetIndex,
                       std::vector<ListedFile>& files)
{
    if (! storage.info (folder + "/dataset.json"))
        return faultOf (folder, "is no finished dataset: it has no dataset.json");
    MELSTROM_TRY_VALUE (const auto text, readWholeFile (storage, folder + "/files.csv"));
    MELSTROM_TRY_VALUE (const auto rows, parseCsv (text));
    const CsvRow none, &heading = rows.empty () ? none : rows.front ();
    const auto path = columnOf (heading, "path"), status = columnOf (heading, "status"),
               relative = columnOf (heading, "relative_path"),
               begin = columnOf (heading, "begin_s");
    const auto numColumns = heading.fields.size ();
    if (std::max ({path, status, relative}) >= numColumns)
        return faultOf (folder, "files.csv has no column path, status or relative_path");
    for (std::size_t i = 1; i < rows.size (); ++i)
    {
        const auto& fields = rows[i].fields;
        if (fields.size () != numColumns)
            return faultOf (folder, "files.csv, line " + std::to_string (rows[i].line) + ": has " +
                                        std::to_string (fields.size ()) + " fields instead of " +
                                        std::to_string (numColumns));
        if (fields[status] == "ok")
            files.push_back ({datasetIndex, fields[path], fields[relative],
                              begin < numColumns ? boxOfPath (fields[path]) : std::nullopt});
    }
    return {};
}
} // namespace

std::string soundFileOf (const ListedFile& file)
{
    return std::string (file.box ? soundPathOf (file.path) : std::string_view (file.path));
}

Result<std::vector<ListedFile>> listedFiles (Storage& storage,
                                             const std::vector<std::string>& folders)
{
    std::vector<ListedFile> files;
    for (std::size_t index = 0; index < folders.size (); ++index)
        MELSTROM_TRY (addFiles (storage, folders[index], index, files));
    return files;
}

} // namespace melstrom
