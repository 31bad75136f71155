#include "Engine/Backend/Cuda/CudaModule.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
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

Result<fs::path> findBesideProgram ()
{
    std::error_code problem;
    const auto program = fs::read_symlink ("/proc/self/exe", problem);
    if (problem)
        return unavailable (
            "where the program lies, and so its CUDA module, cannot be read from /proc/self/exe: " +
            problem.message () + "; set " + kPathVariable + " to the module's path");
    const auto folder = program.parent_path ();
    std::string tried;
    for (const auto& place :
         {folder, folder.parent_path () / "lib", folder.parent_path () / "lib" / "melstrom"})
    {
        const auto path = place / "melstrom-cuda.so";
        if (isFile (path))
            return path;
        tried += (tried.empty () ? "" : ", ") + place.string ();
    }
    return unavailable ("there is no CUDA module: melstrom-cuda.so lies in none of " + tried +
                        "; build Melstrom where nvcc is found, or set " + kPathVariable +
                        " to the module's path");
}

Result<fs::path> findModule ()
{
    const char* const given = std::getenv (kPathVariable);
    if (given == nullptr || *given == '\0')
        return findBesideProgram ();
    // The loader would look for a bare name in its own folders.
    std::error_code problem;
    const auto path = fs::absolute (given, problem);
    if (! problem && isFile (path))
        return path;
    return unavailable (std::string (kPathVariable) + " names " + given +
                        ", and there is no such file; correct it, or unset it to have the module "
                        "looked for beside the program");
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

bool hasCudaModule ()
{
    const char* const given = std::getenv (kPathVariable);
    return (given != nullptr && *given != '\0') || findBesideProgram ();
}

Result<const ModuleEntry*> openCudaModule ()
{
    const auto path = findModule ();
    if (! path)
        return path.error ();
    const auto function = loadEntry (path->string ());
    if (! function)
        return function.error ();
    const ModuleEntry* const entry = (*function) ();
    // The version stands first in every version of the entry: nothing else is read before it.
    if (entry->interfaceVersion != kModuleInterfaceVersion)
        return unavailable ("the CUDA module " + path->string () + " has interface version " +
                            std::to_string (entry->interfaceVersion) + " and this program needs " +
                            std::to_string (kModuleInterfaceVersion) +
                            "; install the module of Melstrom " MELSTROM_VERSION);
    if (std::string_view (entry->build) != MELSTROM_VERSION)
        return unavailable (
            "the CUDA module " + path->string () + " is of Melstrom " + entry->build +
            " and this program is " MELSTROM_VERSION "; install both of the same version");
    return entry;
}

} // namespace melstrom::cuda
