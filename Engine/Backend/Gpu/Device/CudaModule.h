// Finds and opens the loadable CUDA module. The program itself neither links nor loads CUDA.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"
#include "Engine/Core/Result.h"

#include <cstdint>
#include <string>

namespace melstrom::gpu
{

/** Settings of the search for the module. */
struct ModuleSearch
{
    /** Absolute, without links: the program or plugin that searches. Empty: unknown. */
    std::string ownFile;
    std::string named;            ///< value of $MELSTROM_CUDA_MODULE; empty: not set
    bool hasRaisedRights = false; ///< setuid, setgid or file capabilities: `named` is ignored
    std::uint32_t user = 0;       ///< effective user
};

/** The module's file: `named`, or else the first melstrom-cuda.so in these folders: ownFile's
    folder; `lib` in it (a plugin's bundle has the module there); and, for a program in a folder
    `bin` or `libexec`, `../lib` and `../lib/melstrom` (a build folder, a package, /usr). Folders
    above a plugin are not searched, because other users may be able to write there.
    fails   deviceUnavailable: there is no module, or a user other than root and `user` can change
            it (see trustedFile); the message names the file or every folder, the reason and the
            cure */
Result<std::string> findCudaModule (const ModuleSearch& search);

/** The module melstrom-cuda.so as findCudaModule finds it for this process. ownFile is the file
    into which this code was linked, links followed: the program, or a plugin. The host's own folder
    is not used.
    The first call opens the module, which stays open until the process ends. Later calls cost a few
    system calls. No driver is touched before a call of the entry's functions.
    thread  any but audio
    fails   deviceUnavailable: there is no module, it does not load, or it belongs to a different
            Melstrom; the message names the file, the reason and the cure */
Result<const ModuleEntry*> openCudaModule ();

/** Opens a device of that module.
    fails   deviceUnavailable: as openCudaModule and ModuleEntry::openDevice, and in a fork of a
            process that called this function */
Result<std::unique_ptr<Device>> openCudaDevice (int index);

/** True if there is a module, working or not, trusted or not. A build without CUDA has none.
    thread  any but audio: costs some system calls */
bool hasCudaModule ();

/** Checks whether a file may be loaded into this process: only if no other user can change it.
    Returns the file at `path`, with all links resolved. Every folder, every link and the file itself, from
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
