#include "Engine/Batch/Run/DeviceForPlan.h"

#include "Engine/Backend/Choice/AutomaticBackend.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <map>

namespace melstrom
{

namespace
{
/** Processor time of one thread, page cache, 3 GHz: bounds to one significant digit. They matter
    little: both devices need this time, and it decides only between devices that are near each
    other. docs/performance.md has measured rates. */
constexpr double kSecondsPerFile = 20e-6;            ///< open, stat, read, close
constexpr double kSecondsPerByte = 0.5e-9;           ///< copy and CRC-32C
constexpr double kSecondsPerDecodedSample = 15e-9;   ///< FLAC of noise
constexpr double kSecondsPerResampledSample = 20e-9; ///< soxr VHQ, a sample of the input
constexpr double kSecondsPerWrittenByte = 1e-9;      ///< checksum, and copy to new pages
/** Page cache, one file, unless the file system was measured. The bound is high, so that writing
    decides only where it must. */
constexpr double kMostWrittenBytesPerSecond = 10e9;
constexpr int kMostReaders = 16;

AutomaticBackend* automaticOf (Backend& backend)
{
    return dynamic_cast<AutomaticBackend*> (&backend);
}

double readingSecondsOf (const PlannedFile& file)
{
    const double values = static_cast<double> (file.numSamples) * file.numChannels;
    const bool isResampled = file.featureRateHz != file.rateHz;
    double seconds =
        kSecondsPerFile + values * bytesPerSample (file.sourceFormat) * kSecondsPerByte;
    if (file.sourceInOrder)
        seconds += values * kSecondsPerDecodedSample;
    if (isResampled)
        seconds += values * kSecondsPerResampledSample;
    return seconds;
}

/** The folder, or the nearest one above it that exists. */
std::string existingFolder (Storage& storage, std::string path)
{
    while (! storage.info (path))
    {
        const auto above = std::string (folderOf (path));
        if (above.empty () || above == path)
            return above.empty () ? "." : above;
        path = above;
    }
    return path;
}

double writtenBytesPerSecond (const BatchOptions& options, const BatchContext& context,
                              std::int64_t bytes)
{
    if (! context.access.measuredFile)
        return kMostWrittenBytesPerSecond;
    const auto rates =
        knownOutputRates (existingFolder (context.storage, tidyPath (options.outputFolder)),
                          *context.access.measuredFile);
    return rates ? rates->gbPerSOf (bytes) * 1e9 : kMostWrittenBytesPerSecond;
}

/** With the rate of the output's file system. */
MelWork workHere (const DatasetPlan& plan, const BatchOptions& options, const BatchContext& context)
{
    MelWork work = workOf (plan, options, context.numHostThreads ());
    if (work.numRows == 0)
        return work;
    const std::int64_t bytes = work.numRows * plan.anyGeometry ().rowBytes ();
    work.writingSeconds =
        static_cast<double> (bytes) / writtenBytesPerSecond (options, context, bytes);
    return work;
}
} // namespace

bool isDeviceKnown (const Backend& backend)
{
    const auto* const automatic = dynamic_cast<const AutomaticBackend*> (&backend);
    return automatic == nullptr || automatic->isDecided ();
}

MelWork workOf (const DatasetPlan& plan, const BatchOptions& options, int hostThreads)
{
    MelWork work;
    work.spec = computedSpec (options.preset.spec);
    std::map<int, std::int64_t> rowsAtRate;
    double reading = 0;
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0)
        {
            work.numRows += file.numRows;
            rowsAtRate[file.featureRateHz] += file.numRows;
            reading += readingSecondsOf (file);
        }
    if (rowsAtRate.empty ())
        return work;
    work.rateHz =
        std::ranges::max_element (rowsAtRate, {}, [] (const auto& each) { return each.second; })
            ->first;
    const int readers = std::min (options.numReaders.value_or (kMostReaders), hostThreads);
    work.readingSeconds = reading / std::max (1, readers);
    const auto bytes = static_cast<double> (work.numRows * plan.anyGeometry ().rowBytes ());
    work.copyingSeconds = bytes * kSecondsPerWrittenByte / std::max (1, hostThreads);
    work.writingSeconds = bytes / kMostWrittenBytesPerSecond;
    return work;
}

Result<void> chooseDevice (const DatasetPlan& plan, const BatchOptions& options,
                           const BatchContext& context)
{
    AutomaticBackend* const automatic = automaticOf (context.backend);
    if (automatic == nullptr || automatic->isDecided ())
        return {};
    const TraceSpan span (context.trace, "choice of the device");
    const auto there = options.overwrite ? std::string ()
                                         : recordedBackend (context.storage, options.outputFolder);
    if (! there.empty ())
        return automatic->take (there == backendKindName (BackendChoice::Kind::cpu)
                                    ? BackendChoice::Kind::cpu
                                    : BackendChoice::Kind::gpu);
    return automatic->decide (workHere (plan, options, context));
}

std::string leaveOutSurplus (const DatasetPlan& plan, const BatchOptions& options,
                             const BatchContext& context)
{
    const auto numDevices = static_cast<int> (context.backend.devices ().size ());
    if (numDevices < 2 || ! context.access.measuredFile)
        return {};
    const MelWork work = workHere (plan, options, context);
    const std::string driver = context.backend.driver (); // "CUDA 13.0" without a release
    const auto release = driver.find (',');
    const auto rates = MelRateCache (context.access.measuredFile, work)
                           .gpu ({release == std::string::npos ? "" : driver.substr (0, release),
                                  {context.backend.deviceName ()}});
    const int numWorth = rates ? devicesWorthHaving (work, *rates, numDevices) : numDevices;
    if (numWorth == numDevices)
        return {};
    const std::string reason =
        "of the " + std::to_string (numDevices) + " GPUs " + std::to_string (numWorth) +
        (numWorth == 1 ? " is" : " are") + " enough: reading and writing are predicted to take " +
        fixedText (std::max (work.readingSeconds, work.writingSeconds), 2) +
        " s, computing on one GPU " +
        fixedText (static_cast<double> (work.numRows) / rates->rowsPerSecond, 2) + " s";
    return context.backend.leaveOutFrom (numWorth, reason)
               ? std::string ()
               : reason + "; with fewer the run starts sooner";
}

} // namespace melstrom
