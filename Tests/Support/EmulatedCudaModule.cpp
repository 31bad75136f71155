// A module whose one GPU is emulated on the host, for tests of the whole program. $MELSTROM_EMULATED_LOSSES names a file
// with a number a line: each process takes the first line away, and its device is lost for good at the call of that
// number. Without a line the device stays.
#include "Tests/Support/EmulatedCudaDevice.h"
#include "Tests/Support/FaultyCudaDevice.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace melstrom::testing
{

namespace
{
/** The number of the call at which this process loses its device. */
std::optional<int> takeLoss ()
{
    const char* const path = std::getenv ("MELSTROM_EMULATED_LOSSES");
    if (path == nullptr)
        return {};
    std::vector<std::string> lines;
    {
        std::ifstream file (path);
        for (std::string line; std::getline (file, line);)
            lines.push_back (line);
    }
    if (lines.empty ())
        return {};
    std::ofstream file (path);
    for (std::size_t i = 1; i < lines.size (); ++i)
        file << lines[i] << '\n';
    return std::atoi (lines[0].c_str ());
}

Result<std::unique_ptr<cuda::CudaDevice>> openDevice (int index)
{
    if (index != 0)
        return Error {ErrorCode::deviceUnavailable, "there is one emulated GPU", {}};
    std::unique_ptr<cuda::CudaDevice> device = std::make_unique<EmulatedCudaDevice> (
        EmulationOptions {}, std::make_shared<EmulationRecord> ());
    if (const auto call = takeLoss ())
        device = std::make_unique<FaultyCudaDevice> (
            std::move (device), CudaFault {{}, *call, ErrorCode::deviceLost},
            std::make_shared<CallRecord> ());
    return device;
}

Result<int> countDevices ()
{
    return 1;
}
} // namespace

} // namespace melstrom::testing

extern "C" __attribute__ ((visibility ("default"))) const melstrom::cuda::ModuleEntry*
melstromCudaModule ()
{
    using namespace melstrom;
    static const cuda::ModuleEntry entry {cuda::kModuleInterfaceVersion, MELSTROM_VERSION,
                                          testing::openDevice, testing::countDevices};
    return &entry;
}
