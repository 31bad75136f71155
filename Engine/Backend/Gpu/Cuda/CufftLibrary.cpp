#include "Engine/Backend/Gpu/Cuda/CufftLibrary.h"

#include "Engine/Core/System/SharedLibrary.h"

#include <cstdlib>
#include <optional>
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
    if (const auto module = fileOfThisCode (); ! module.empty ())
        folders.push_back (module.substr (0, module.rfind ('/') + 1));
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
} // namespace

Result<CufftLibrary> openCufft ()
{
    std::optional<SharedLibrary> library;
    std::string reason; // of the first attempt
    for (const auto& name : libraryNames ())
        for (const auto& folder : libraryFolders ())
            if (! library || ! library->isLoaded ())
            {
                library.emplace (folder + name);
                if (reason.empty ())
                    reason = library->problem ();
            }
    if (! library->isLoaded ())
        return Error {ErrorCode::deviceUnavailable,
                      "cuFFT was not found (" + reason +
                          "); install it with CUDA, set CUDA_HOME to its folder, or choose another "
                          "variant than cufft",
                      {}};
    CufftLibrary functions;
    if (library->find ("cufftCreate", functions.create) &&
        library->find ("cufftMakePlanMany", functions.makePlanMany) &&
        library->find ("cufftSetStream", functions.setStream) &&
        library->find ("cufftExecR2C", functions.execR2C) &&
        library->find ("cufftDestroy", functions.destroy))
        return functions;
    return Error {ErrorCode::deviceUnavailable,
                  "cuFFT lacks a function (" + library->problem () + "); install version " +
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
