// Cached rates of the CPU and of a GPU for one front end, and the prediction that follows from them.
#pragma once

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

struct PresentGpus;

/** What a run has to do, known from its plan. */
struct MelWork
{
    MelSpec spec;
    int rateHz = 0;            ///< of most features
    std::int64_t numRows = 0;  ///< of all files
    double readingSeconds = 0; ///< estimated: all readers open, read, decode and resample
    double copyingSeconds = 0; ///< estimated: processors of all threads, for the output
    double writingSeconds = 0; ///< estimated: the least time for the output
};

struct GpuRates
{
    double rowsPerSecond = 0; ///< from host memory to host memory
    double startSeconds = 0;  ///< from the opening of the device to a plan with a checked variant
    bool operator== (const GpuRates&) const = default;
};

/** Predicted time after the planning. */
struct PredictedSeconds
{
    double cpu = 0, gpu = 0;
};

/** Pinned memory of the slabs, and the driver's release at the end: on an H100, whole runs took 0.2
    to 0.4 s longer than their start and their work. */
inline constexpr double kGpuSecondsBesideStart = 0.25;

/** The CPU's threads read, compute and write, so these times add up; a GPU computes beside the
    readers:
      cpu = max (reading + rows / cpuRate + copying, writing)
      gpu = start + kGpuSecondsBesideStart + max (reading, rows / gpuRate, writing)
    cpuRowsPerSecond: of all threads */
PredictedSeconds predictSeconds (const MelWork& work, double cpuRowsPerSecond,
                                 const GpuRates& gpu) noexcept;

/** How many of `numDevices` equal GPUs a run needs so that reading or writing limits it, even if these
    take half of their predicted times. At least one. */
int devicesWorthHaving (const MelWork& work, const GpuRates& gpu, int numDevices) noexcept;

/** Place of a front end's rates in a file of measured values.
      file  empty: nothing is cached
      here  machine and program, without a device
    Thread: any but audio. The functions never throw. */
class MelRateCache
{
public:
    MelRateCache (std::optional<std::string> file, const MelWork& work);

    /** Rows a second of one thread of the CPU; a rate of 0 or less is ignored. */
    std::optional<double> cpuRowsPerThread () const noexcept;
    /** Of the present GPU and driver release. Where the system does not list them, the newest entry
        of this machine counts. */
    std::optional<GpuRates> gpu (const PresentGpus& present) const noexcept;
    void keepCpu (double rowsPerThread) const noexcept;
    void keepGpu (const std::string& device, const std::string& driver,
                  const GpuRates& rates) const noexcept;

private:
    std::optional<std::string> file_;
    std::string what_;
    MeasuredOn here_;
};

} // namespace melstrom
