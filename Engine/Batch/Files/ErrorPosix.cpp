#include "Engine/Batch/Files/StoragePosix.h"

#include "Engine/Core/Printable.h"

#include <cerrno>
#include <optional>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <system_error>

namespace melstrom
{
namespace
{

std::string reasonOf (int errorNumber)
{
    if (errorNumber == EMFILE)
    {
        rlimit limit {};
        getrlimit (RLIMIT_NOFILE, &limit);
        return "this process has reached its limit of open files (" +
               std::to_string (limit.rlim_cur) + "); use fewer --threads or raise `ulimit -n`";
    }
    if (errorNumber == ENFILE)
        return "the system has reached its limit of open files; close other programs";
    if (errorNumber == ELOOP)
        return "its links form a circle";
    if (errorNumber == EROFS)
        return "the file system is mounted read-only";
    return std::generic_category ().message (errorNumber);
}

std::string sentence (std::string_view action, const std::string& path, int errorNumber)
{
    return printable (path) + ": cannot " + std::string (action) + ": " + reasonOf (errorNumber);
}

/** Codes that mean the same for reading and writing. */
std::optional<ErrorCode> commonCode (int errorNumber) noexcept
{
    switch (errorNumber)
    {
        case ENOENT:
        case ENOTDIR:
        case ENAMETOOLONG: return ErrorCode::fileMissing;
        case EACCES:
        case EPERM: return ErrorCode::permissionDenied;
        case EISDIR:
        case ENXIO:
        case ENODEV:
        case ELOOP: return ErrorCode::notAFile;
        case ENOMEM: return ErrorCode::outOfMemory;
        default: return std::nullopt;
    }
}

/** Free bytes at `path`, or at the nearest folder above it that exists. */
std::optional<std::int64_t> freeBytesNear (std::string path)
{
    for (;;)
    {
        struct statvfs system
        {
        };
        if (statvfs (path.empty () ? "." : path.c_str (), &system) == 0)
            return static_cast<std::int64_t> (system.f_bavail) *
                   static_cast<std::int64_t> (system.f_frsize);
        if (path.empty () || path == "/")
            return std::nullopt;
        const auto slash = path.find_last_of ('/');
        path = slash == std::string::npos ? "" : slash == 0 ? "/" : path.substr (0, slash);
    }
}

} // namespace

Error readingError (std::string_view action, const std::string& path, int errorNumber)
{
    return {commonCode (errorNumber).value_or (ErrorCode::readFailed),
            sentence (action, path, errorNumber), std::nullopt};
}

Error writingError (std::string_view action, const std::string& path, int errorNumber,
                    std::int64_t neededBytes)
{
    // the name is correct, but the folder is gone
    if (errorNumber == ENOENT || errorNumber == ENOTDIR)
        return {ErrorCode::writeFailed,
                sentence (action, path, errorNumber) +
                    "; the folder was removed or renamed, or does not exist",
                std::nullopt};
    if (errorNumber != ENOSPC && errorNumber != EDQUOT)
        return {commonCode (errorNumber).value_or (ErrorCode::writeFailed),
                sentence (action, path, errorNumber), std::nullopt};

    auto message = printable (path) + ": cannot " + std::string (action) + ": " +
                   (errorNumber == EDQUOT ? "the user's quota is used up" : "the disk is full");
    if (neededBytes > 0)
        message += ", " + std::to_string (neededBytes) + " bytes are needed";
    if (const auto freeBytes = freeBytesNear (path))
        message += ", " + std::to_string (*freeBytes) + " bytes are free";
    message += "; make room and run the same command again";
    return {ErrorCode::diskFull, std::move (message), std::nullopt};
}

} // namespace melstrom
