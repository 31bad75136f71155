#include "Standalone/App/Window/ComputeReports.h"

#include "Source/Parameters/ParameterText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
using Kind = BackendChoice::Kind;

constexpr double kBytesInMegabyte = 1e6;

juce::String megabytes (std::size_t bytes)
{
    return juce::String (juce::roundToInt (static_cast<double> (bytes) / kBytesInMegabyte)) + " MB";
}

juce::String percent (double ratio)
{
    return ratio > 0 && ratio < 0.01 ? juce::String ("under 1 %")
                                     : juce::String (juce::roundToInt (100 * ratio)) + " %";
}

/** Load, memory and driver. rowRatio: processor time of the CPU's threads for rows by the time that
    passed; of a GPU, the part of the time in which the worker waited for rows. */
void describe (ComputeReport& report, bool isOnGpu, const GpuFacts& gpu, double rowRatio,
               std::size_t rowBytes)
{
    report.load =
        "rows take " + percent (rowRatio) + (isOnGpu ? " of the worker's time" : " of a core");
    report.memory = megabytes (rowBytes) + " of rows and waveforms";
    if (! isOnGpu)
    {
        report.driver = "none: a CPU";
        return;
    }
    if (gpu.use)
    {
        report.load = "GPU " + juce::String (gpu.use->busyPercent) + " % busy; " + report.load;
        report.memory << "; " << megabytes (gpu.use->memoryBytes) << " on the GPU";
    }
    report.driver = gpu.driver.empty () ? juce::String ("not known") : textOf (gpu.driver);
}

bool isGpu (const OverviewComputing& computing)
{
    return ! computing.backendName.empty () && computing.backendName != "cpu";
}

juce::String gpuText (const GpuFacts& gpu, const std::string& backendName)
{
    return gpu.deviceName.empty () ? textOf (backendName)
                                   : textOf (gpu.deviceName) + " (" + textOf (backendName) + ")";
}

juce::String cpuText (int numThreads)
{
    return textOf (cpuDeviceName ()) + ", " + juce::String (numThreads) +
           (numThreads == 1 ? " thread" : " threads");
}

/** With a capital and a full stop. */
juce::String sentence (const juce::String& words)
{
    return words.isEmpty () ? words
                            : words.substring (0, 1).toUpperCase () + words.substring (1) +
                                  (words.endsWithChar ('.') ? "" : ".");
}
} // namespace

double ComputeReports::Meter::ratio (double secondsNow, double nowSeconds) noexcept
{
    const double spent = secondsNow - seconds, passed = nowSeconds - atSeconds;
    seconds = secondsNow;
    atSeconds = nowSeconds;
    return passed > 0 && passed < 60 ? std::max (spent / passed, 0.0) : 0;
}

/** waitSeconds: in which the worker waited for rows, on all devices. */
double ComputeReports::loadOf (ComputePart part, bool isOnGpu, double waitSeconds,
                               double nowSeconds)
{
    auto& meters = meters_[static_cast<std::size_t> (part)];
    const double ofCpu = meters.cpu.ratio (devices_.cpuSeconds (part), nowSeconds);
    const double ofWorker = meters.worker.ratio (waitSeconds, nowSeconds);
    return isOnGpu ? std::min (ofWorker, 1.0) : ofCpu;
}

void ComputeReports::update ()
{
    const auto gpu = devices_.gpuFacts ();
    const double now = juce::Time::getMillisecondCounterHiRes () / 1000;
    reports_ = {live (gpu, now), files (gpu, now)};
}

juce::String ComputeReports::news ()
{
    juce::String news;
    for (const auto part : kComputeParts)
    {
        const auto& report = of (part);
        const auto told = report.hasFailed ? report.reason : juce::String ();
        if (std::exchange (told_[static_cast<std::size_t> (part)], told) != told)
            news << (news.isEmpty () || told.isEmpty () ? "" : " ") << told;
    }
    return news;
}

ComputeReport ComputeReports::live (const GpuFacts& gpu, double nowSeconds)
{
    const auto& first = live_.feed (0);
    const auto& second = live_.feed (1);
    const auto backend = first.backendName ();
    const bool isOnGpu = ! backend.empty () && backend != "cpu";
    ComputeReport report;
    report.device = isOnGpu ? gpuText (gpu, backend) : cpuText (1);
    report.reason = sentence (liveReason (isOnGpu, report.hasFailed));
    describe (report, isOnGpu, gpu,
              loadOf (ComputePart::live, isOnGpu,
                      first.computeSeconds () + second.computeSeconds (), nowSeconds),
              first.memoryBytes () + second.memoryBytes ());
    return report;
}

juce::String ComputeReports::liveReason (bool isOnGpu, bool& hasFailed)
{
    switch (devices_.kind (ComputePart::live))
    {
        case Kind::cpu: return "chosen";
        case Kind::automatic:
            return "the few rows that are due at a time take the CPU less than a GPU needs to "
                   "begin";
        case Kind::gpu: break;
    }
    const auto device = devices_.live ();
    if (isOnGpu)
    {
        usedGpu_ = device;
        return "chosen";
    }
    auto notice = textOf (live_.feed (0).notice ());
    if (notice.isEmpty ())
        notice = textOf (device->notice ());
    if (notice.isEmpty () && usedGpu_.lock () == device)
        notice = "the GPU failed and the CPU goes on; choose the GPU again to try it again";
    hasFailed = notice.isNotEmpty ();
    return hasFailed ? notice : "the CPU computes until the GPU is ready";
}

ComputeReport ComputeReports::files (const GpuFacts& gpu, double nowSeconds)
{
    OverviewComputing shown; // of a file on a GPU, if there is one, or of the chosen one, or of any
    double seconds = 0;
    std::size_t bytes = 0;
    for (const auto& sound : files_.sounds ())
    {
        const auto status = sound->overview->status ();
        seconds += status.computing.rowSeconds;
        bytes += status.memoryBytes;
        const bool isFirst = shown.reason.empty () || isGpu (status.computing) ||
                             (sound.get () == files_.shown () && ! isGpu (shown));
        if (! status.computing.reason.empty () && isFirst)
            shown = status.computing;
    }
    const bool isOnGpu = isGpu (shown);
    ComputeReport report;
    report.device =
        isOnGpu ? gpuText (gpu, shown.backendName) : cpuText (devices_.cpu ().concurrency ());
    report.hasFailed = shown.hasFailed;
    report.reason = sentence (textOf (shown.reason));
    if (files_.sounds ().empty ())
        report.reason = "No file is open.";
    else if (shown.reason.empty ())
        report.reason = "Nothing is computed yet: a file begins when it is shown.";
    describe (report, isOnGpu, gpu, loadOf (ComputePart::files, isOnGpu, seconds, nowSeconds),
              bytes);
    return report;
}

} // namespace melstrom
