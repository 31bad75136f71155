// A storage that writes the parts of a dataset by the way that is fastest on their file system.
#pragma once

#include "Engine/Batch/Files/ForwardingStorage.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace melstrom
{

enum class OutputWay
{
    automatic, ///< by measurement, for files of 256 MiB or more (1 GiB without a cache); else pwrite
    pwrite,
    mapping ///< wherever the file system has it
};

struct OutputSettings
{
    OutputWay way = OutputWay::automatic;
    std::optional<std::string> cacheFile {}; ///< of measured values; empty: none
    /** Takes a line for each file's way and its reason; empty: none. Thread: any. */
    std::function<void (const std::string&)> debug {};
};

/** Forwards every call. Files whose names end in ".part" are mapped where `settings` say so: see
    MappedFile.h. The callers see the same calls with the same results. `storage` accesses the real
    file system and outlives this object; so does `stop`, which ends a measurement. Thread: any. */
class OutputStorage final : public ForwardingStorage
{
public:
    OutputStorage (Storage& storage, OutputSettings settings, const std::atomic<bool>& stop);

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override;
    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override;

private:
    struct Way
    {
        bool isMapped = false;
        std::string reason; ///< "as asked for"
    };

    bool isMapped (const std::string& path, std::int64_t bytes);
    Way wayOf (const std::string& path, std::int64_t bytes);
    Way fasterIn (const std::string& folder, const std::string& fileSystem);
    void say (const std::string& path, const Way& way) const;

    OutputSettings settings_;
    const std::atomic<bool>& stop_;
    std::mutex mutex_;
    std::map<std::string, Way> faster_; ///< by device of the file system
};

} // namespace melstrom
