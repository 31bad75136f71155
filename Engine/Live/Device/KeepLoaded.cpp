// Pins the binary of this code. A file of its own: a module of the tests is built with it.
#include "Engine/Live/Device/DeviceThread.h"

#include <dlfcn.h>

namespace melstrom
{

void keepThisCodeLoaded () noexcept
{
    Dl_info own {};
    if (dladdr (reinterpret_cast<void*> (&keepThisCodeLoaded), &own) != 0 &&
        own.dli_fname != nullptr)
        // RTLD_NOLOAD marks a loaded library and loads nothing. dlopen does not find
        // the main program by this name, but the main program is never unloaded.
        static_cast<void> (dlopen (own.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE));
}

} // namespace melstrom
