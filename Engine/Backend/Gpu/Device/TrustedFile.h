// Whether a file may be loaded into this process: only if no other user can change it.
#pragma once

#include "Engine/Core/Result.h"

#include <string>
#include <sys/types.h>

namespace melstrom::cuda
{

/** The file that `path` leads to, without a link in its path.
    Every folder, every link and the file itself, from / on, must belong to root or to `user`. Nobody
    else may have the right to write to them; a sticky folder, such as /tmp, is allowed above the
    file's own folder, because there only the owner of an entry can replace it. The right of a group
    does not count if the group is the owner's own: it has the owner's name and no other member.
    Entries are checked in the order in which the path is resolved. So after a success only root and
    `user` can make the returned path lead to another file: it may be opened by its name.
    path    absolute
    thread  any but audio: asks the file system, and the user database where a group may write
    fails   fileMissing: there is no such file; permissionDenied: the message names the entry, the
            reason and the cure */
Result<std::string> trustedFile (const std::string& path, uid_t user);

} // namespace melstrom::cuda
