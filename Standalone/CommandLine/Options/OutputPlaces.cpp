#include "Standalone/CommandLine/Options/OutputPlaces.h"

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <filesystem>

namespace melstrom
{

namespace
{
/** Beginning of every trace: see Trace::toJson. */
constexpr std::string_view kTraceStart = "{\"displayTimeUnit\"";

Error refusal (std::string_view option, const std::string& path, const std::string& why)
{
    return {ErrorCode::badUsage, std::string (option) + " " + printable (path) + ": " + why, {}};
}

std::string folderOrHere (const std::string& path)
{
    const std::string folder (folderOf (path));
    return folder.empty () ? "." : folder;
}

bool isEmptyOrTrace (const std::string& path)
{
    const auto file = posixStorage ().openForReading (path);
    if (! file)
        return true; // the writer reports the error
    std::string start (kTraceStart.size (), ' ');
    const auto bytes = (*file)->readAt (start.data (), start.size (), 0);
    return bytes && kTraceStart.starts_with (std::string_view (start).substr (0, *bytes));
}
} // namespace

bool isSamePlace (const std::string& first, const std::string& second)
{
    const auto one = posixStorage ().info (first), other = posixStorage ().info (second);
    return one && other && one->device == other->device && one->inode == other->inode;
}

bool wouldBeSamePlace (const std::string& first, const std::string& second)
{
    namespace fs = std::filesystem;
    if (isSamePlace (first, second))
        return true;
    std::error_code failed;
    const auto one = fs::weakly_canonical (first, failed);
    return ! failed && one == fs::weakly_canonical (second, failed) && ! failed;
}

Result<void> checkDatasetFolder (const std::string& folder, const std::vector<NamedInput>& inputs)
{
    for (const NamedInput& input : inputs)
        if (isSamePlace (folder, input.path))
            return refusal ("--out", folder,
                            "is " + input.what +
                                " itself; choose a separate folder for the dataset, inside it or "
                                "elsewhere");
    for (const std::string& name : allDatasetNames ())
    {
        const std::string path = folder + "/" + name;
        if (! posixStorage ().info (path))
            continue;
        for (const NamedInput& input : inputs)
            if (isSamePlace (path, input.path))
                return refusal ("--out", folder,
                                "a dataset writes its own " + name + " there, but " + name +
                                    " is " + input.what + "; choose another folder");
    }
    return {};
}

Result<void> checkOutputFile (std::string_view option, const std::string& path,
                              const std::vector<NamedInput>& inputs)
{
    for (const NamedInput& input : inputs)
        if (wouldBeSamePlace (path, input.path))
            return refusal (option, path, "is " + input.what + " itself; choose another name");
    return {};
}

Result<void> checkOutputEnding (std::string_view option, const std::string& path,
                                std::string_view what, std::string_view ending)
{
    constexpr std::string_view endings[] {
        ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp",  ".tif",  ".tiff", ".svg", ".pdf",
        ".wav", ".mp3", ".m4a",  ".aac", ".ogg",  ".opus", ".flac", ".wma",  ".aif", ".aiff"};
    const auto lower = asciiLowerCase (path);
    if (lower.ends_with (ending) || std::ranges::none_of (endings, [&lower] (std::string_view other)
                                                          { return lower.ends_with (other); }))
        return {};
    return refusal (option, path,
                    "the " + std::string (what) + "; choose a name that ends in " +
                        std::string (ending));
}

Result<void> checkFolderOf (std::string_view option, const std::string& path)
{
    const std::string folder = folderOrHere (tidyPath (path));
    const auto there = posixStorage ().info (folder);
    if (! there || there->kind != EntryKind::folder)
        return refusal (option, path, "there is no folder " + printable (folder));
    return {};
}

Result<void> checkTraceFile (const std::string& path, const std::string& datasetFolder,
                             const std::vector<NamedInput>& inputs)
{
    const std::string folder = folderOrHere (tidyPath (path));
    MELSTROM_TRY (checkFolderOf ("--trace", path));
    MELSTROM_TRY (checkOutputFile ("--trace", path, inputs));
    const auto names = allDatasetNames ();
    const std::string name (fileNameOf (tidyPath (path)));
    if (isSamePlace (folder, datasetFolder) &&
        (name == ".lock" || std::ranges::find (names, name) != names.end ()))
        return refusal ("--trace", path,
                        "the dataset has a file of this name; choose another name");
    if (! isEmptyOrTrace (path))
        return refusal ("--trace", path,
                        "a file exists there that is not a trace and may be an input; choose "
                        "another name, or remove the file");
    return {};
}

} // namespace melstrom
