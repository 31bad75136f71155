#include "Tests/Support/Plugin/VanishingGpu.h"

#include "Engine/Backend/GpuDevice.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Gpu/FaultyDevice.h"
#include "Tests/Support/TestData.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace melstrom::testing
{

namespace
{
/** Records of the module's functions, which have no object. */
struct Openings
{
    std::mutex mutex;
    std::condition_variable isReleased;
    bool isHeld = false;
    int numAsked = 0;
    int numCallsUntilLost = 0;
    std::vector<std::shared_ptr<CallRecord>> calls; ///< one for each device
};

Openings& openings ()
{
    static Openings all;
    return all;
}

std::unique_ptr<EmulatedDevice> makeEmulatedDevice ()
{
    EmulationOptions options;
    options.totalBytes = std::size_t {256} << 20; // enough for several instances
    options.driverRelease = kSeededRelease;
    return std::make_unique<EmulatedDevice> (options, std::make_shared<EmulationRecord> ());
}

Result<std::unique_ptr<gpu::Device>> openDevice (int)
{
    auto calls = std::make_shared<CallRecord> ();
    DeviceFault fault;
    auto& all = openings ();
    std::unique_lock lock (all.mutex);
    ++all.numAsked;
    all.isReleased.wait (lock, [&all] { return ! all.isHeld; });
    fault.index = all.numCallsUntilLost;
    all.calls.push_back (calls);
    auto device = makeEmulatedDevice ();
    return std::unique_ptr<gpu::Device> (
        std::make_unique<FaultyDevice> (std::move (device), fault, calls));
}

Result<int> countDevices ()
{
    return 1;
}
} // namespace

VanishingGpu::VanishingGpu (int numCallsUntilLost, const std::optional<Crossover>& crossover)
    : cache_ (crossover, measuredOn (*makeGpuDevice (makeEmulatedDevice (), {}))),
      module_ ("MELSTROM_CUDA_MODULE", fakeCudaModule ().c_str ()),
      behaviour_ ("MELSTROM_FAKE_CUDA", "program")
{
    auto& all = openings ();
    const std::lock_guard lock (all.mutex);
    all.numCallsUntilLost = numCallsUntilLost;
    all.numAsked = 0;
    all.calls.clear ();
}

VanishingGpu::~VanishingGpu ()
{
    release ();
}

void VanishingGpu::hold ()
{
    auto& all = openings ();
    const std::lock_guard lock (all.mutex);
    all.isHeld = true;
}

void VanishingGpu::release ()
{
    auto& all = openings ();
    const std::lock_guard lock (all.mutex);
    all.isHeld = false;
    all.isReleased.notify_all ();
}

int VanishingGpu::numAsked () const
{
    auto& all = openings ();
    const std::lock_guard lock (all.mutex);
    return all.numAsked;
}

int VanishingGpu::numOpened () const
{
    auto& all = openings ();
    const std::lock_guard lock (all.mutex);
    return static_cast<int> (all.calls.size ());
}

int VanishingGpu::numLost () const
{
    auto& all = openings ();
    const std::lock_guard lock (all.mutex);
    return static_cast<int> (std::ranges::count_if (all.calls, [] (const auto& calls)
                                                    { return calls->hasFailed.load (); }));
}

} // namespace melstrom::testing

/** The entry that the module of Support/Gpu/FakeCudaModule.cpp asks for. */
extern "C" __attribute__ ((visibility ("default"))) const melstrom::gpu::ModuleEntry*
melstromProgramCuda ()
{
    using namespace melstrom::gpu;
    static const ModuleEntry entry {kModuleInterfaceVersion, MELSTROM_VERSION,
                                    melstrom::testing::openDevice, melstrom::testing::countDevices};
    return &entry;
}
