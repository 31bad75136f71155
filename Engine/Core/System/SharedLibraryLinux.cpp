#include "Engine/Core/System/SharedLibrary.h"

#include <dlfcn.h>
#include <filesystem>
#include <link.h>

namespace melstrom
{

namespace
{
std::string lastProblem ()
{
    const char* const text = dlerror ();
    return text != nullptr ? text : "";
}
} // namespace

SharedLibrary::SharedLibrary (const std::string& name)
    : handle_ (dlopen (name.c_str (), RTLD_NOW | RTLD_LOCAL))
{
    if (handle_ == nullptr)
        problem_ = lastProblem ();
}

void* SharedLibrary::address (const char* name)
{
    void* const found = dlsym (handle_, name);
    if (found == nullptr)
        problem_ = lastProblem ();
    return found;
}

std::string fileOfThisCode ()
{
    // The loader has no name for the program itself, and the name in argv may belong to a different
    // file.
    Dl_info info {};
    link_map* map = nullptr;
    void* const here = reinterpret_cast<void*> (&fileOfThisCode);
    const bool isKnown =
        dladdr1 (here, &info, reinterpret_cast<void**> (&map), RTLD_DL_LINKMAP) != 0;
    const bool isLibrary = isKnown && map != nullptr && map->l_name != nullptr && *map->l_name != 0;
    std::error_code problem;
    const auto file =
        std::filesystem::canonical (isLibrary ? map->l_name : "/proc/self/exe", problem);
    return problem ? std::string () : file.string ();
}

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
