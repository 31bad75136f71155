#include "Engine/Backend/Cuda/CudaModule.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom::cuda
{

namespace
{
namespace fs = std::filesystem;

constexpr const char* kPathVariable = "MELSTROM_CUDA_MODULE";

Error unavailable (std::string message)
{
    return {ErrorCode::deviceUnavailable, std::move (message), {}};
}

bool isFile (const fs::path& path)
{
    std::error_code ignored; // what cannot be looked at is not there
    return fs::is_regular_file (path, ignored);
}

/** The file that holds this function. The loader has no name for the program itself, and the name
    that it was started by may be another file's. */
fs::path ownFile (std::error_code& problem)
{
    Dl_info info {};
    link_map* map = nullptr;
    void* const here = reinterpret_cast<void*> (&ownFile);
    const bool isKnown =
        dladdr1 (here, &info, reinterpret_cast<void**> (&map), RTLD_DL_LINKMAP) != 0;
    const bool isLibrary = isKnown && map != nullptr && map->l_name != nullptr && *map->l_name != 0;
    return fs::canonical (isLibrary ? map->l_name : "/proc/self/exe", problem);
}

/** Where the module may lie, the nearest place first. */
std::vector<fs::path> placesAround (const fs::path& file)
{
    constexpr int kMostParents = 5; // as many as from a VST3's binary in /usr/lib/vst3 up to /usr
    auto folder = file.parent_path ();
    std::vector<fs::path> places {folder, folder / "lib"}; // a plugin that brings all it needs
    for (int i = 0; i < kMostParents && folder.has_relative_path (); ++i)
    {
        folder = folder.parent_path ();
        places.push_back (folder / "lib");
        places.push_back (folder / "lib" / "melstrom");
    }
    return places;
}

Result<std::string> findAroundOwnFile ()
{
    std::error_code problem;
    const auto file = ownFile (problem);
    if (problem)
        return unavailable (
            "where Melstrom's own code lies, and so its CUDA module, cannot be found "
            "out: " +
            problem.message () + "; set " + kPathVariable + " to the module's path");
    return findCudaModuleAround (file.string ());
}

Result<std::string> findModule ()
{
    const char* const given = std::getenv (kPathVariable);
    if (given == nullptr || *given == '\0')
        return findAroundOwnFile ();
    // The loader would look for a bare name in its own folders.
    std::error_code problem;
    const auto path = fs::absolute (given, problem);
    if (! problem && isFile (path))
        return path.string ();
    return unavailable (std::string (kPathVariable) + " names " + given +
                        ", and there is no such file; correct it, or unset it to have the module "
                        "looked for around the program");
}

Result<ModuleEntryFunction> loadEntry (const std::string& path)
{
    void* const library = dlopen (path.c_str (), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return unavailable ("the CUDA module cannot be loaded: " + std::string (dlerror ()) +
                            "; install Melstrom's module again");
    void* const symbol = dlsym (library, kModuleEntryName);
    if (symbol == nullptr)
        return unavailable (path + " is no CUDA module of Melstrom: it has no " + kModuleEntryName +
                            "; install Melstrom's module, or correct " + kPathVariable);
    return reinterpret_cast<ModuleEntryFunction> (symbol);
}
} // namespace

Result<std::string> findCudaModuleAround (const std::string& file)
{
    std::string tried;
    for (const auto& place : placesAround (file))
    {
        const auto path = place / "melstrom-cuda.so";
        if (isFile (path))
            return path.string ();
        tried += (tried.empty () ? "" : ", ") + place.string ();
    }
    return unavailable ("there is no CUDA module: melstrom-cuda.so lies in none of " + tried +
                        "; build Melstrom where nvcc is found, or set " + kPathVariable +
                        " to the module's path");
}

bool hasCudaModule ()
{
    const char* const given = std::getenv (kPathVariable);
    return (given != nullptr && *given != '\0') || findAroundOwnFile ();
}

Result<const ModuleEntry*> openCudaModule ()
{
    const auto path = findModule ();
    if (! path)
        return path.error ();
    const auto function = loadEntry (*path);
    if (! function)
        return function.error ();
    const ModuleEntry* const entry = (*function) ();
    // The version stands first in every version of the entry: nothing else is read before it.
    if (entry->interfaceVersion != kModuleInterfaceVersion)
        return unavailable ("the CUDA module " + *path + " has interface version " +
                            std::to_string (entry->interfaceVersion) + " and this program needs " +
                            std::to_string (kModuleInterfaceVersion) +
                            "; install the module of Melstrom " MELSTROM_VERSION);
    if (std::string_view (entry->build) != MELSTROM_VERSION)
        return unavailable ("the CUDA module " + *path + " is of Melstrom " + entry->build +
                            " and this program is " MELSTROM_VERSION
                            "; install both of the same version");
    return entry;
}

Result<std::unique_ptr<CudaDevice>> openCudaDevice (int index)
{
    const auto module = openCudaModule ();
    if (! module)
        return module.error ();
    return (*module)->openDevice (index);
}

} // namespace melstrom::cuda
