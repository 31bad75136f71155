// Checks whether a file may be loaded into this process: only if no other user can change it.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <string>

namespace melstrom::gpu
{

/** The file at `path`, with all links resolved. Every folder, every link and the file itself, from
    / on, must belong to root or to `user`. No other user may have write permission. A sticky
    folder, such as /tmp, is allowed above the file's own folder, because there only the owner of an
    entry can replace it. A group's write permission is allowed if it is the owner's private group:
    it has the owner's name and no other member.
    Entries are checked in the order in which the path is resolved. So after a success only root and
    `user` can make the returned path lead to a different file: it may be opened by its name.
    path    absolute
    thread  any but audio: asks the file system, and the user database for entries with group write
            permission
    fails   fileMissing: there is no such file; permissionDenied: the message names the entry, the
            reason and the cure */
Result<std::string> trustedFile (const std::string& path, std::uint32_t user);

} // namespace melstrom::gpu
