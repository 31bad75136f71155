// Finds and opens the loadable module, outside of which nothing of CUDA is linked or loaded.
#pragma once

#include "Engine/Backend/Cuda/CudaDevice.h"

#include <string>

namespace melstrom::cuda
{

/** The module melstrom-cuda.so: the file that $MELSTROM_CUDA_MODULE names, if that is set; else the
    first that lies beside this code or in lib beside it, or in lib or lib/melstrom of one of the five
    folders above.
    "This code" is the file that it was linked into, links followed: the program, or a plugin that
    some host has loaded, whose own folder says nothing. So bin/melstrom finds lib/melstrom-cuda.so,
    and so does plugins/Melstrom.vst3/Contents/x86_64-linux/Melstrom.so, in a build folder, a package
    and below /usr.
    It is opened when first asked for and stays open until the process ends; asking again costs a few
    system calls. No driver is touched before one of the entry's functions is called.
    thread  any, not the audio thread
    fails   deviceUnavailable: there is no module, it does not load, or it belongs to another
            Melstrom; the message names the file, the reason and the cure */
Result<const ModuleEntry*> openCudaModule ();

/** The same module's device. fails  deviceUnavailable, also as ModuleEntry::openDevice says */
Result<std::unique_ptr<CudaDevice>> openCudaDevice (int index);

/** Where the module lies for code in `file`, an absolute path: see above. Fails: deviceUnavailable, naming every place. */
Result<std::string> findCudaModuleAround (const std::string& file);

/** Whether there is a module at all, working or not: a build without CUDA has none. */
bool hasCudaModule ();

} // namespace melstrom::cuda
