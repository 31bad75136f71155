// A module with GPUs that are emulated on the host, for tests of the whole program. Environment
// variables control it:
//   MELSTROM_EMULATED_DEVICES  number of GPUs; 1 if it is not set. Each variable below is that of
//                              GPU 0; with _1 behind its name it is that of GPU 1, and so on. GPUs
//                              without their own NO_ROOM, WRONG and DRIVER have those of GPU 0.
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
//   MELSTROM_EMULATED_NAME     name of the GPU
//   MELSTROM_EMULATED_PCI      its place on the bus, such as 0000:1a:00.0
//   MELSTROM_EMULATED_BYTES    its memory
//   MELSTROM_EMULATED_ABSENT   if set, the GPU cannot be opened, for this reason
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
constexpr const char* kPrefix = "MELSTROM_EMULATED_";

/** The value of a GPU's own variable; null: it is not set. */
const char* ownSetting (const std::string& name, int index)
{
    return std::getenv (
        (kPrefix + name + (index == 0 ? "" : "_" + std::to_string (index))).c_str ());
}

/** The same, or the value of GPU 0. */
const char* settingOf (const std::string& name, int index)
{
    const char* const own = ownSetting (name, index);
    return own != nullptr ? own : ownSetting (name, 0);
}

/** Removes and returns the first line of the file that a GPU's variable names; empty without a
    line. No later process gets the same line. */
std::string takeLine (const std::string& name, int index)
{
    const char* const path = ownSetting (name, index);
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
LimitedDevice::Which namedBy (const std::string& name, int index)
{
    const char* const text = settingOf (name, index);
    const int frames = text != nullptr ? std::atoi (text) : -1;
    return [frames] (const gpu::FusedProgram& fused) { return fused.framesPerTile == frames; };
}

std::unique_ptr<gpu::Device> makeDevice (int index)
{
    EmulationOptions options;
    options.index = index;
    if (const char* const name = ownSetting ("NAME", index))
        options.name = name;
    if (const char* const place = ownSetting ("PCI", index))
        options.pciBusId = place;
    options.totalBytes = 64 << 20; // enough to render rich patches
    std::istringstream clock (takeLine ("CLOCKS", index));
    std::map<int, double> secondsOfTile;
    int frames = 0;
    for (double seconds = 0; clock >> frames >> seconds;)
        secondsOfTile[frames] = seconds;
    if (! secondsOfTile.empty ())
        options.totalBytes = std::size_t {1} << 28; // enough for variants to be timed
    if (const char* const release = settingOf ("DRIVER", index))
        options.driverRelease = release;
    if (const char* const bytes = ownSetting ("BYTES", index))
        options.totalBytes = static_cast<std::size_t> (std::atoll (bytes));
    auto device = std::make_unique<LimitedDevice> (
        options, std::not_fn (namedBy ("NO_ROOM", index)), namedBy ("WRONG", index));
    device->secondsOfTile = std::move (secondsOfTile);
    return device;
}

Result<int> countDevices ()
{
    const char* const count = ownSetting ("DEVICES", 0);
    return count != nullptr ? std::atoi (count) : 1;
}

Result<std::unique_ptr<gpu::Device>> openDevice (int index)
{
    if (index < 0 || index >= *countDevices ())
        return Error {ErrorCode::deviceUnavailable, "there is no such emulated GPU", {}};
    if (const char* const reason = ownSetting ("ABSENT", index))
        return Error {ErrorCode::deviceUnavailable, reason, {}};
    std::unique_ptr<gpu::Device> device = makeDevice (index);
    if (const std::string call = takeLine ("LOSSES", index); ! call.empty ())
        device = std::make_unique<FaultyDevice> (
            std::move (device), DeviceFault {{}, std::atoi (call.c_str ()), ErrorCode::deviceLost},
            std::make_shared<CallRecord> ());
    return device;
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
