#include "Engine/Backend/Gpu/Cuda/CufftLibrary.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace melstrom::gpu::cuda
{

namespace
{
/** Folders with a slash at the end. The empty string means the loader's folders. */
std::vector<std::string> libraryFolders ()
{
    std::vector<std::string> folders;
    Dl_info module {};
    if (dladdr (reinterpret_cast<const void*> (&openCufft), &module) != 0)
    {
        const std::string path = module.dli_fname;
        folders.push_back (path.substr (0, path.rfind ('/') + 1));
    }
    folders.emplace_back ();
    if (const char* const home = std::getenv ("CUDA_HOME"); home != nullptr && *home != '\0')
        folders.push_back (std::string (home) + "/lib64/");
    folders.emplace_back ("/usr/local/cuda/lib64/");
    return folders;
}

/** Library names of the major versions with the same functions; the headers' version comes
    first. */
std::vector<std::string> libraryNames ()
{
    std::vector<std::string> names {"libcufft.so." + std::to_string (CUFFT_VER_MAJOR)};
    for (const char* const other : {"libcufft.so.12", "libcufft.so.11"})
        if (names.front () != other)
            names.emplace_back (other);
    return names;
}

template <typename Function>
bool load (void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function> (dlsym (library, name));
    return function != nullptr;
}
} // namespace

Result<CufftLibrary> openCufft ()
{
    void* library = nullptr;
    std::string reason;
    for (const auto& name : libraryNames ())
        for (const auto& folder : libraryFolders ())
            if (library == nullptr)
            {
                library = dlopen ((folder + name).c_str (), RTLD_NOW | RTLD_LOCAL);
                if (library == nullptr && reason.empty ())
                    reason = dlerror ();
            }
    if (library == nullptr)
        return Error {ErrorCode::deviceUnavailable,
                      "cuFFT was not found (" + reason +
                          "); install it with CUDA, set CUDA_HOME to its folder, or choose another "
                          "variant than cufft",
                      {}};
    CufftLibrary functions;
    if (load (library, "cufftCreate", functions.create) &&
        load (library, "cufftMakePlanMany", functions.makePlanMany) &&
        load (library, "cufftSetStream", functions.setStream) &&
        load (library, "cufftExecR2C", functions.execR2C) &&
        load (library, "cufftDestroy", functions.destroy))
        return functions;
    return Error {ErrorCode::deviceUnavailable,
                  "cuFFT lacks a function (" + std::string (dlerror ()) + "); install version " +
                      std::to_string (CUFFT_VER_MAJOR) + ", or choose another variant than cufft",
                  {}};
}

Error cufftError (const char* call, cufftResult status)
{
    const auto code =
        status == CUFFT_ALLOC_FAILED ? ErrorCode::outOfMemory : ErrorCode::internalFault;
    return {code, std::string (call) + " failed: cufftResult " + std::to_string (status), {}};
}

} // namespace melstrom::gpu::cuda
