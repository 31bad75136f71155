#include "Engine/Backend/Choice/MelRates.h"

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Core/Clock.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>
#include <cmath>
#include <exception>

namespace melstrom
{

namespace
{
constexpr const char* kCpuRate = "cpu_rows_per_second_a_thread";
constexpr const char* kGpuRate = "gpu_rows_per_second";
constexpr const char* kGpuStart = "gpu_start_seconds";

/** on.driver: "580.65.06, CUDA 13.0", or without a release "CUDA 13.0" */
bool mayBe (const PresentGpus& present, const MeasuredOn& on)
{
    return (present.driverRelease.empty () ||
            on.driver.starts_with (present.driverRelease + ",")) &&
           std::ranges::all_of (present.models,
                                [&on] (const std::string& model) { return model == on.device; });
}

std::optional<GpuRates> gpuRatesIn (const MeasuredValue& value)
{
    const auto rate = numberNamed (value, kGpuRate), start = numberNamed (value, kGpuStart);
    if (! rate || ! start || *rate <= 0 || *start < 0)
        return std::nullopt;
    return GpuRates {*rate, *start};
}
} // namespace

PredictedSeconds predictSeconds (const MelWork& work, double cpuRowsPerSecond,
                                 const GpuRates& gpu) noexcept
{
    const auto rows = static_cast<double> (work.numRows);
    return {std::max (work.readingSeconds + rows / cpuRowsPerSecond + work.copyingSeconds,
                      work.writingSeconds),
            gpu.startSeconds + kGpuSecondsBesideStart +
                std::max ({work.readingSeconds, rows / gpu.rowsPerSecond, work.writingSeconds})};
}

int devicesWorthHaving (const MelWork& work, const GpuRates& gpu, int numDevices) noexcept
{
    const double beside = std::max (work.readingSeconds, work.writingSeconds);
    // twice: the times beside are known to one digit, and a device too few costs more than one too many
    const double computing = 2 * static_cast<double> (work.numRows) / gpu.rowsPerSecond;
    if (! (computing < beside * numDevices)) // also for rates that are no numbers
        return std::max (1, numDevices);
    return std::max (1, static_cast<int> (std::ceil (computing / beside)));
}

MelRateCache::MelRateCache (std::optional<std::string> file, const MelWork& work)
    : file_ (std::move (file)),
      what_ ("mel-rates " + specHash (work.spec) + " at " + std::to_string (work.rateHz) + " Hz"),
      here_ (measuredHere ())
{
}

std::optional<double> MelRateCache::cpuRowsPerThread () const noexcept
{
    if (! file_)
        return std::nullopt;
    for (const auto& value : measuredValues (*file_))
        if (value.what == what_ && value.on == here_)
            if (const auto rate = numberNamed (value, kCpuRate); rate && *rate > 0)
                return rate;
    return std::nullopt;
}

std::optional<GpuRates> MelRateCache::gpu (const PresentGpus& present) const noexcept
{
    std::optional<GpuRates> newest;
    if (! file_)
        return newest;
    for (const auto& value : measuredValues (*file_))
        if (value.what == what_ && value.on.machine == here_.machine &&
            value.on.melstrom == here_.melstrom && ! value.on.device.empty () &&
            mayBe (present, value.on))
            if (const auto rates = gpuRatesIn (value))
                newest = rates;
    return newest;
}

void MelRateCache::keepCpu (double rowsPerThread) const noexcept
{
    keepGpu ({}, {}, {rowsPerThread, 0});
}

void MelRateCache::keepGpu (const std::string& device, const std::string& driver,
                            const GpuRates& rates) const noexcept
{
    if (! file_)
        return;
    try
    {
        MeasuredValue value {what_, here_, utcText (std::time (nullptr)), {}};
        value.on.device = device;
        value.on.driver = driver;
        if (device.empty ())
            value.numbers = {{kCpuRate, rates.rowsPerSecond}};
        else
            value.numbers = {{kGpuRate, rates.rowsPerSecond}, {kGpuStart, rates.startSeconds}};
        rememberMeasured (*file_, value);
    }
    catch (const std::exception&) // without memory nothing is kept
    {
    }
}

} // namespace melstrom
