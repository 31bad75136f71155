#include "Engine/Batch/Output/OutputStorage.h"

#include "Engine/Batch/Output/FileSystem.h"
#include "Engine/Batch/Output/MappedFile.h"
#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <utility>

namespace melstrom
{

namespace
{
bool isPart (const std::string& path)
{
    return path.ends_with (".part");
}

std::string folderOf (const std::string& path)
{
    const auto slash = path.rfind ('/');
    return slash == std::string::npos ? "." : path.substr (0, slash + 1);
}
} // namespace

OutputStorage::OutputStorage (Storage& storage, OutputSettings settings,
                              const std::atomic<bool>& stop)
    : ForwardingStorage (storage), settings_ (std::move (settings)), stop_ (stop)
{
}

Result<std::unique_ptr<WritableFile>> OutputStorage::create (const std::string& path)
{
    auto file = storage_.create (path);
    if (! file || ! isPart (path))
        return file;
    if (settings_.way == OutputWay::pwrite)
    {
        say (path, {false, "as asked for"});
        return file;
    }
    return mappedFile (std::move (*file), path,
                       [this, path] (std::int64_t bytes) { return isMapped (path, bytes); });
}

Result<std::unique_ptr<WritableFile>> OutputStorage::openForUpdate (const std::string& path)
{
    auto file = storage_.openForUpdate (path);
    if (! file || ! isPart (path))
        return file;
    if (settings_.way == OutputWay::pwrite)
    {
        say (path, {false, "as asked for"});
        return file;
    }
    return mappedExistingFile (std::move (*file), path,
                               [this, path] (std::int64_t bytes)
                               { return isMapped (path, bytes); });
}

bool OutputStorage::isMapped (const std::string& path, std::int64_t bytes)
{
    const Way way = wayOf (path, bytes);
    say (path, way);
    return way.isMapped;
}

OutputStorage::Way OutputStorage::wayOf (const std::string& path, std::int64_t bytes)
{
    const auto least = settings_.cacheFile ? kLeastMappedBytes : kLeastMeasuredBytes;
    if (settings_.way == OutputWay::automatic && bytes < least)
        return {false, groupedText (bytes) + " bytes are less than " + groupedText (least)};
    const auto system = fileSystemOf (path);
    if (! system || ! system->isMappable)
        return {false, "the file system has no output by mapping"};
    if (settings_.way == OutputWay::mapping)
        return {true, "as asked for"};
    return fasterIn (folderOf (path), system->type + " " + system->device);
}

OutputStorage::Way OutputStorage::fasterIn (const std::string& folder,
                                            const std::string& fileSystem)
{
    const std::lock_guard lock (mutex_); // one measurement at a time
    const auto known = faster_.find (fileSystem);
    if (known != faster_.end ())
        return known->second;
    const auto rates = outputRates (folder, settings_.cacheFile, stop_);
    Way way {rates && rates->mappingWins (), ""};
    if (! rates)
        way.reason = "not measured: " + rates.error ().message;
    else
        way.reason =
            "measured: pwrite " + fixedText (rates->pwriteGbPerS, 2) + " GB/s, mapping " +
            (rates->mappingGbPerS ? fixedText (*rates->mappingGbPerS, 2) + " GB/s" : "none");
    return faster_[fileSystem] = way;
}

void OutputStorage::say (const std::string& path, const Way& way) const
{
    if (settings_.debug)
        settings_.debug ("output " + printable (path) + ": " +
                         (way.isMapped ? "mapping" : "pwrite") + ", " + way.reason);
}

} // namespace melstrom
