// Which devices compute live rows and files: choices, and the devices that they open.
#pragma once

#include "Engine/Backend/ProcessorTime.h"
#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Overview/FileOverview.h"
#include "Standalone/App/Settings/AppSettings.h"

#include <array>
#include <memory>
#include <string>

namespace melstrom
{

/** What the app computes. */
enum class ComputePart : std::int8_t
{
    live,
    files
};
inline constexpr std::array kComputeParts {ComputePart::live, ComputePart::files};

/** The GPU as the app knows it. */
struct GpuFacts
{
    std::string deviceName, driver; ///< empty: not known yet
    std::optional<DeviceUse> use;   ///< empty: not measured
};

/** A GPU is opened when it is to compute for the first time, and stays open. `automatic` is the CPU
    for live rows: a GPU takes longer to begin than the CPU for the few rows that are due at a time
    (docs/gpu.md). For files RowDevice decides.
    Thread: message; no call waits for a device. */
class ComputeDevices
{
public:
    using Kind = BackendChoice::Kind;

    /** With the remembered choices. Throws std::bad_alloc, std::runtime_error. */
    explicit ComputeDevices (const AppSettings& settings);
    void save (AppSettings& settings) const;

    Kind kind (ComputePart part) const noexcept { return kinds_[static_cast<std::size_t> (part)]; }
    /** Also tries a GPU again that was lost. */
    void choose (ComputePart part, Kind kind);

    std::shared_ptr<LiveDevice> live () const { return live_; } ///< for taps
    OverviewDevice files () const;                              ///< for overviews
    Backend& cpu () noexcept { return *cpu_; }                  ///< of files: all cores
    /** Processor time in which a CPU computed rows of the part, since the start of the app. */
    double cpuSeconds (ComputePart part) const noexcept
    {
        return part == ComputePart::live ? ProcessorTime::ofLiveRows ().seconds ()
                                         : fileTime_.seconds ();
    }

    /** What the GPU's own thread answered last; asks it again. */
    GpuFacts gpuFacts ();

private:
    class Gpu;
    std::array<Kind, kComputeParts.size ()> kinds_;
    ProcessorTime fileTime_; ///< outlives cpu_
    std::unique_ptr<Backend> cpu_;
    std::shared_ptr<Gpu> gpu_; ///< shared with the threads of overviews
    std::shared_ptr<LiveDevice> live_;
};

} // namespace melstrom
