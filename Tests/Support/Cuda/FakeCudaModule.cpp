// A module with no CUDA in it, that is what $MELSTROM_FAKE_CUDA says: "wrong-interface",
// "wrong-build", "busy" (two GPUs, none of which can be had), "program" (what the program's own
// melstromProgramCuda answers), else one that finds no driver.
#include "Engine/Backend/Gpu/Device/CudaDevice.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <string_view>

namespace melstrom::cuda
{

namespace
{
bool isAsked (std::string_view behaviour) noexcept
{
    const char* const asked = std::getenv ("MELSTROM_FAKE_CUDA");
    return asked != nullptr && asked == behaviour;
}

Error unavailable (std::string message)
{
    return {ErrorCode::deviceUnavailable, std::move (message), {}};
}

Result<std::unique_ptr<CudaDevice>> openDevice (int index)
{
    if (isAsked ("busy"))
        return unavailable ("fake GPU " + std::to_string (index) + " is busy");
    return unavailable ("there is no fake driver");
}

Result<int> countDevices ()
{
    if (isAsked ("busy"))
        return 2;
    return unavailable ("there is no fake driver");
}
} // namespace

} // namespace melstrom::cuda

extern "C" __attribute__ ((visibility ("default"))) const melstrom::cuda::ModuleEntry*
melstromCudaModule ()
{
    using namespace melstrom::cuda;
    static constexpr int kOtherInterface = kModuleInterfaceVersion + 6;
    static const ModuleEntry entry {kModuleInterfaceVersion, MELSTROM_VERSION, openDevice,
                                    countDevices};
    static const ModuleEntry otherBuild {kModuleInterfaceVersion, "0.0.0-fake", openDevice,
                                         countDevices};
    // What stands behind the version of another interface is anything but an entry.
    static const ModuleEntry otherInterface {kOtherInterface, nullptr, nullptr, nullptr};
    if (isAsked ("program"))
        if (void* const ofProgram = dlsym (RTLD_DEFAULT, "melstromProgramCuda"))
            return reinterpret_cast<ModuleEntryFunction> (ofProgram) ();
    if (isAsked ("wrong-interface"))
        return &otherInterface;
    return isAsked ("wrong-build") ? &otherBuild : &entry;
}
