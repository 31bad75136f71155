#include "Engine/Batch/Output/OutputRates.h"

#include "Engine/Core/Clock.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Quantile.h"
#include "Engine/Core/TimedRuns.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace melstrom
{

namespace
{
/** Entries "output" of older versions are of mappings whose pages stayed. */
constexpr const char* kWhat = "writing";
constexpr const char* kPwrite = "pwrite_gb_per_s";
constexpr const char* kMapping = "mapping_gb_per_s";
constexpr std::int64_t kTrialBytes = 128 << 20, kLeastFreeBytes = 4 * kTrialBytes;
constexpr int kMostRuns = 3;
constexpr double kMostSeconds = 2, kLeastGain = 1.1;

std::optional<double> rateNamed (const MeasuredValue& value, const char* name)
{
    const auto rate = numberNamed (value, name);
    return rate.value_or (0) > 0 ? rate : std::nullopt;
}

std::optional<OutputRates> cachedRates (const std::string& file, const MeasuredOn& on)
{
    for (const MeasuredValue& value : measuredValues (file))
        if (value.what == kWhat && value.on == on)
            if (const auto pwrite = rateNamed (value, kPwrite))
                return OutputRates {*pwrite, rateNamed (value, kMapping)};
    return std::nullopt;
}
} // namespace

MeasuredOn measuredOn (const FileSystem& system)
{
    MeasuredOn on = measuredHere ();
    on.device = system.type + ", device " + system.device;
    on.driver = system.system;
    return on;
}

double OutputRates::bestGbPerS () const noexcept
{
    return std::max (pwriteGbPerS, mappingGbPerS.value_or (0));
}

double OutputRates::gbPerSOf (std::int64_t bytes) const noexcept
{
    return bytes >= kLeastMappedBytes && mappingWins () ? *mappingGbPerS : pwriteGbPerS;
}

bool OutputRates::mappingWins () const noexcept
{
    return mappingGbPerS && *mappingGbPerS >= kLeastGain * pwriteGbPerS;
}

Result<OutputRates> measureOutput (const std::string& folder, const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (const FileSystem system, fileSystemOf (folder));
    if (system.freeBytes < kLeastFreeBytes)
        return Error {ErrorCode::diskFull, "the file system has no room to be measured", {}};
    WriteTrial trial;
    trial.numThreads = hardwareThreads ();
    trial.bytes = kTrialBytes;
    const auto measured = [&] (WriteWay way) -> Result<double>
    {
        trial.way = way;
        MELSTROM_TRY_VALUE (const WriteTime time, timeWrite (folder, trial, stop));
        return time.gigabytesPerSecond ();
    };
    std::vector<double> pwriteRates, mappingRates;
    const auto start = std::chrono::steady_clock::now ();
    for (int run = 0; run < kMostRuns && (run == 0 || secondsSince (start) < kMostSeconds); ++run)
    {
        MELSTROM_TRY_VALUE (pwriteRates.emplace_back (), measured (WriteWay::pwrite));
        if (! system.isMappable)
            continue;
        MELSTROM_TRY_VALUE (mappingRates.emplace_back (), measured (WriteWay::mapping));
    }
    OutputRates rates {RunValues (std::move (pwriteRates)).median (), std::nullopt};
    if (system.isMappable)
        rates.mappingGbPerS = RunValues (std::move (mappingRates)).median ();
    return rates;
}

Result<OutputRates> outputRates (const std::string& folder,
                                 const std::optional<std::string>& cacheFile,
                                 const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (const FileSystem system, fileSystemOf (folder));
    const MeasuredOn on = measuredOn (system);
    if (cacheFile)
        if (const auto cached = cachedRates (*cacheFile, on))
            return *cached;
    MELSTROM_TRY_VALUE (const OutputRates rates, measureOutput (folder, stop));
    if (cacheFile)
        (void)rememberMeasured (*cacheFile,
                                {kWhat,
                                 on,
                                 utcText (std::time (nullptr)),
                                 {{kPwrite, rates.pwriteGbPerS}, {kMapping, rates.mappingGbPerS}}});
    return rates;
}

std::optional<OutputRates> knownOutputRates (const std::string& folder,
                                             const std::string& cacheFile)
{
    const auto system = fileSystemOf (folder);
    return system ? cachedRates (cacheFile, measuredOn (*system)) : std::nullopt;
}

} // namespace melstrom
