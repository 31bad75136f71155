#include "Engine/Backend/Gpu/Device/CudaModule.h"

#include "Engine/Core/System/ForkCount.h"
#include "Engine/Core/System/Process.h"
#include "Engine/Core/System/SharedLibrary.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom::gpu
{

namespace
{
namespace fs = std::filesystem;

constexpr const char* kPathVariable = "MELSTROM_CUDA_MODULE";
constexpr const char* kFileName = "melstrom-cuda.so";

Error unavailable (std::string message)
{
    return {ErrorCode::deviceUnavailable, std::move (message), {}};
}

bool isFile (const fs::path& path)
{
    std::error_code ignored; // an inaccessible file counts as missing
    return fs::is_regular_file (path, ignored);
}

/** Possible folders of the module, the nearest first. */
std::vector<fs::path> foldersFor (const fs::path& file)
{
    const auto folder = file.parent_path ();
    std::vector<fs::path> folders {folder, folder / "lib"};
    if (folder.filename () == "bin" || folder.filename () == "libexec")
    {
        folders.push_back (folder.parent_path () / "lib");
        folders.push_back (folder.parent_path () / "lib" / "melstrom");
    }
    return folders;
}

/** Empty: no module, or `file` is empty. */
fs::path moduleAround (const fs::path& file)
{
    if (file.empty ())
        return {};
    for (const auto& folder : foldersFor (file))
        if (isFile (folder / kFileName))
            return folder / kFileName;
    return {};
}

/** The search settings of this process. */
ModuleSearch ownSearch ()
{
    const char* const named = std::getenv (kPathVariable);
    return {fileOfThisCode (), named != nullptr ? named : "", hasRaisedRights (), effectiveUser ()};
}

Error noneAround (const ModuleSearch& search)
{
    const std::string cure =
        search.hasRaisedRights
            ? std::string (" (") + kPathVariable +
                  " is ignored, because this process has more rights than its user)"
            : std::string (", or set ") + kPathVariable + " to the module's path";
    if (search.ownFile.empty ())
        return unavailable ("there is no CUDA module: Melstrom cannot find the folder of its own "
                            "code; mount /proc" +
                            cure);
    std::string tried;
    for (const auto& folder : foldersFor (search.ownFile))
        tried += (tried.empty () ? "" : ", ") + folder.string ();
    return unavailable (std::string ("there is no CUDA module: ") + kFileName +
                        " is in none of the folders " + tried +
                        "; build Melstrom on a machine with nvcc" + cure);
}

Result<std::string> trustedModule (const fs::path& path, std::uint32_t user)
{
    auto trusted = trustedFile (path.string (), user);
    if (trusted)
        return trusted;
    return unavailable (
        "the CUDA module " + path.string () +
        " is not opened, because other users could change it: " + trusted.error ().message);
}

Result<ModuleEntryFunction> loadEntry (const std::string& path)
{
    SharedLibrary library (path);
    if (! library.isLoaded ())
        return unavailable ("the CUDA module cannot be loaded: " + library.problem () +
                            "; install Melstrom's module again");
    ModuleEntryFunction entry = nullptr;
    if (! library.find (kModuleEntryName, entry))
        return unavailable (path + " is not a CUDA module of Melstrom: it has no " +
                            kModuleEntryName + "; install Melstrom's module, or correct " +
                            kPathVariable);
    return entry;
}

/** CUDA does not work in a fork of a process that used it: its context belongs to the parent, and
    the first call fails or never returns. Fails in such a fork; the message names the cure. */
Result<void> claimGpuForProcess ()
{
    constexpr int kNobody = -1;
    static std::atomic<int> firstUser {
        kNobody}; // as a fork count; forked processes inherit the value
    int user = kNobody;
    if (firstUser.compare_exchange_strong (user, forkCount ()) || user == forkCount ())
        return {};
    return unavailable (
        "this process is a fork of one that used the GPU, where CUDA does not work; "
        "start processes with spawn instead of fork");
}
} // namespace

Result<std::string> findCudaModule (const ModuleSearch& search)
{
    if (search.named.empty () || search.hasRaisedRights)
    {
        const auto path = moduleAround (search.ownFile);
        return path.empty () ? noneAround (search) : trustedModule (path, search.user);
    }
    // The loader would search its own folders for a bare name.
    std::error_code problem;
    const auto path = fs::absolute (search.named, problem);
    if (! problem && isFile (path))
        return trustedModule (path, search.user);
    return unavailable (std::string (kPathVariable) + " names " + search.named +
                        ", but there is no such file; correct the variable, or unset it: the "
                        "program then searches the folders around it");
}

bool hasCudaModule ()
{
    const auto search = ownSearch ();
    return ! search.named.empty () || ! moduleAround (search.ownFile).empty ();
}

Result<const ModuleEntry*> openCudaModule ()
{
    MELSTROM_TRY_VALUE (const auto path, findCudaModule (ownSearch ()));
    MELSTROM_TRY_VALUE (const auto function, loadEntry (path));
    const ModuleEntry* const entry = function ();
    // The version is the first field in every version of ModuleEntry. No other field is read before
    // this check.
    if (entry->interfaceVersion != kModuleInterfaceVersion)
        return unavailable ("the CUDA module " + path + " has interface version " +
                            std::to_string (entry->interfaceVersion) + ", but this program needs " +
                            std::to_string (kModuleInterfaceVersion) +
                            "; install the module of Melstrom " MELSTROM_VERSION);
    if (std::string_view (entry->build) != MELSTROM_VERSION)
        return unavailable ("the CUDA module " + path + " is of Melstrom " + entry->build +
                            ", but this program is " MELSTROM_VERSION
                            "; install both of the same version");
    return entry;
}

Result<std::unique_ptr<Device>> openCudaDevice (int index)
{
    if (hasCudaModule ())
        MELSTROM_TRY (claimGpuForProcess ());
    MELSTROM_TRY_VALUE (const auto module, openCudaModule ());
    return module->openDevice (index);
}

} // namespace melstrom::gpu
