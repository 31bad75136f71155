// Finds and opens the loadable module, outside of which nothing of CUDA is linked or loaded.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"

#include <string>
#include <sys/types.h>

namespace melstrom::cuda
{

/** What decides where the module is looked for. */
struct ModuleSearch
{
    /** Absolute, without links: the program or plugin that looks. Empty: it cannot be found out. */
    std::string ownFile;
    std::string named;            ///< what $MELSTROM_CUDA_MODULE says; empty: nothing
    bool hasRaisedRights = false; ///< setuid, setgid or file capabilities: `named` is ignored
    uid_t user = 0;               ///< the effective one
};

/** The module's file: `named`, or else the first melstrom-cuda.so of these folders: that of ownFile,
    `lib` in it (a plugin's bundle has the module there), and, for a program in a folder `bin` or
    `libexec`, `../lib` and `../lib/melstrom` (a build folder, a package, /usr). Folders above a plugin
    are not searched: a bundle may lie in a folder where others put files.
    fails   deviceUnavailable: there is no module, or not only root and the user can change it (see
            trustedFile); the message names the file or every folder, the reason and the cure */
Result<std::string> findCudaModule (const ModuleSearch& search);

/** The module melstrom-cuda.so as findCudaModule finds it for this process. ownFile is the file that
    this code was linked into, links followed: the program, or a plugin that some host has loaded,
    whose own folder says nothing.
    It is opened when first asked for and stays open until the process ends; asking again costs a few
    system calls. No driver is touched before one of the entry's functions is called.
    thread  any, not the audio thread
    fails   deviceUnavailable: there is no module, it does not load, or it belongs to another
            Melstrom; the message names the file, the reason and the cure */
Result<const ModuleEntry*> openCudaModule ();

/** The same module's device. fails  deviceUnavailable, also as ModuleEntry::openDevice says */
Result<std::unique_ptr<CudaDevice>> openCudaDevice (int index);

/** Whether there is a module at all, working or not, trusted or not: a build without CUDA has none.
    thread  any, not the audio thread: costs some system calls */
bool hasCudaModule ();

} // namespace melstrom::cuda
