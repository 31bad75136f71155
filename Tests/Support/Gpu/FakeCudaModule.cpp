// A module without CUDA. $MELSTROM_FAKE_CUDA selects its behaviour: "wrong-interface",
// "wrong-build", "busy" (two GPUs, both unavailable), "program" (the answer of the program's own
// melstromProgramCuda); otherwise it finds no driver.
#include "Engine/Backend/Gpu/Device/Device.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <string_view>

namespace melstrom::gpu
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

Result<std::unique_ptr<Device>> openDevice (int index)
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

} // namespace melstrom::gpu

extern "C" __attribute__ ((visibility ("default"))) const melstrom::gpu::ModuleEntry*
melstromCudaModule ()
{
    using namespace melstrom::gpu;
    static constexpr int kOtherInterface = kModuleInterfaceVersion + 6;
    static const ModuleEntry entry {kModuleInterfaceVersion, MELSTROM_VERSION, openDevice,
                                    countDevices};
    static const ModuleEntry otherBuild {kModuleInterfaceVersion, "0.0.0-fake", openDevice,
                                         countDevices};
    // With a different interface version, an entry may hold anything behind the version.
    static const ModuleEntry otherInterface {kOtherInterface, nullptr, nullptr, nullptr};
    if (isAsked ("program"))
        if (void* const ofProgram = dlsym (RTLD_DEFAULT, "melstromProgramCuda"))
            return reinterpret_cast<ModuleEntryFunction> (ofProgram) ();
    if (isAsked ("wrong-interface"))
        return &otherInterface;
    return isAsked ("wrong-build") ? &otherBuild : &entry;
}
