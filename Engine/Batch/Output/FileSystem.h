// The file system that holds a folder.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <string>

namespace melstrom
{

struct FileSystem
{
    std::string type;        ///< "tmpfs", "ext4", "xfs", or its number as "0x6969"
    std::string device;      ///< "0:38"; tells mounts of one type apart
    std::string system;      ///< "Linux 6.1.0-18-amd64"
    bool isMappable = false; ///< output files may be mapped: see MappedFile.h
    std::int64_t freeBytes = 0;
};

/** Follows links. path: a file or folder that exists. Thread: any. Fails: fileMissing,
    permissionDenied, readFailed. */
Result<FileSystem> fileSystemOf (const std::string& path);

} // namespace melstrom
