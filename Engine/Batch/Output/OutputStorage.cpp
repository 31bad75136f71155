#include "Engine/Batch/Output/OutputStorage.h"

#include "Engine/Batch/Output/FileSystem.h"
#include "Engine/Batch/Output/MappedFile.h"
#include "Engine/Batch/Output/OutputRates.h"

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
    if (! file || ! isPart (path) || settings_.way == OutputWay::pwrite)
        return file;
    return mappedFile (std::move (*file), path,
                       [this, path] (std::int64_t bytes) { return isMapped (path, bytes); });
}

Result<std::unique_ptr<WritableFile>> OutputStorage::openForUpdate (const std::string& path)
{
    auto file = storage_.openForUpdate (path);
    if (! file || ! isPart (path) || settings_.way == OutputWay::pwrite)
        return file;
    return mappedExistingFile (std::move (*file), path,
                               [this, path] (std::int64_t bytes)
                               { return isMapped (path, bytes); });
}

bool OutputStorage::isMapped (const std::string& path, std::int64_t bytes)
{
    const auto least = settings_.cacheFile ? kLeastMappedBytes : kLeastMeasuredBytes;
    if (settings_.way == OutputWay::automatic && bytes < least)
        return false;
    const auto system = fileSystemOf (path);
    if (! system || ! system->isMappable)
        return false;
    return settings_.way == OutputWay::mapping ||
           mappingWinsIn (folderOf (path), system->type + " " + system->device);
}

bool OutputStorage::mappingWinsIn (const std::string& folder, const std::string& fileSystem)
{
    const std::lock_guard lock (mutex_); // one measurement at a time
    const auto known = mappingWins_.find (fileSystem);
    if (known != mappingWins_.end ())
        return known->second;
    const auto rates = outputRates (folder, settings_.cacheFile, stop_);
    return mappingWins_[fileSystem] = rates && rates->mappingWins ();
}

} // namespace melstrom
