#include "Engine/Live/Device/KeepLoaded.h"

#include <dlfcn.h>

namespace melstrom
{

void keepThisCodeLoaded () noexcept
{
    Dl_info own {};
    if (dladdr (reinterpret_cast<void*> (&keepThisCodeLoaded), &own) != 0 &&
        own.dli_fname != nullptr)
        // NOLOAD: marks what is loaded, and loads nothing. A program, which the loader has no such
        // name for, is never unloaded.
        static_cast<void> (dlopen (own.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE));
}

} // namespace melstrom
