// A module with one GPU, emulated on the host, for tests of the whole program. Environment
// variables control it:
//   MELSTROM_EMULATED_LOSSES   a file with one number a line. Each process removes the first line,
//                              and its device is lost for good at the call of that number. Without
//                              a line the device is never lost.
//   MELSTROM_EMULATED_CLOCKS   a file of the same kind, with lines such as "32 0.002 16 0.001": run
//                              times of the fused kernel by the device's clock in seconds, each
//                              behind its number of frames a tile. Without a line the clock is too
//                              coarse to time variants.
//   MELSTROM_EMULATED_NO_ROOM  frames a tile of fused kernels that cannot be launched
//   MELSTROM_EMULATED_WRONG    frames a tile of fused kernels with wrong results
//   MELSTROM_EMULATED_DRIVER   release of the driver
#include "Tests/Support/Gpu/FaultyDevice.h"
#include "Tests/Support/Gpu/LimitedDevice.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace melstrom::testing
{

namespace
{
/** Removes and returns the first line of the file that a variable names; empty without a line. No
    later process gets the same line. */
std::string takeLine (const char* variable)
{
    const char* const path = std::getenv (variable);
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
    return lines[0];
}

/** Selects fused kernels with the frames a tile that a variable names. */
LimitedDevice::Which namedBy (const char* variable)
{
    const char* const text = std::getenv (variable);
    const int frames = text != nullptr ? std::atoi (text) : -1;
    return [frames] (const gpu::FusedProgram& fused) { return fused.framesPerTile == frames; };
}

std::unique_ptr<gpu::Device> makeDevice ()
{
    EmulationOptions options;
    options.totalBytes = 64 << 20; // enough to render rich patches
    std::istringstream clock (takeLine ("MELSTROM_EMULATED_CLOCKS"));
    std::map<int, double> secondsOfTile;
    int frames = 0;
    for (double seconds = 0; clock >> frames >> seconds;)
        secondsOfTile[frames] = seconds;
    if (! secondsOfTile.empty ())
        options.totalBytes = std::size_t {1} << 28; // enough for variants to be timed
    if (const char* const release = std::getenv ("MELSTROM_EMULATED_DRIVER"))
        options.driverRelease = release;
    auto device = std::make_unique<LimitedDevice> (
        options, std::not_fn (namedBy ("MELSTROM_EMULATED_NO_ROOM")),
        namedBy ("MELSTROM_EMULATED_WRONG"));
    device->secondsOfTile = std::move (secondsOfTile);
    return device;
}

Result<std::unique_ptr<gpu::Device>> openDevice (int index)
{
    if (index != 0)
        return Error {ErrorCode::deviceUnavailable, "there is one emulated GPU", {}};
    std::unique_ptr<gpu::Device> device = makeDevice ();
    if (const std::string call = takeLine ("MELSTROM_EMULATED_LOSSES"); ! call.empty ())
        device = std::make_unique<FaultyDevice> (
            std::move (device), DeviceFault {{}, std::atoi (call.c_str ()), ErrorCode::deviceLost},
            std::make_shared<CallRecord> ());
    return device;
}

Result<int> countDevices ()
{
    return 1;
}
} // namespace

} // namespace melstrom::testing

extern "C" __attribute__ ((visibility ("default"))) const melstrom::gpu::ModuleEntry*
melstromCudaModule ()
{
    using namespace melstrom;
    static const gpu::ModuleEntry entry {gpu::kModuleInterfaceVersion, MELSTROM_VERSION,
                                         testing::openDevice, testing::countDevices};
    return &entry;
}
