// What the app says of its computation: devices, reasons, load, memory.
#pragma once

#include "Standalone/App/Files/FilesPage.h"
#include "Standalone/App/Live/LivePage.h"
#include "Standalone/App/Window/ComputeDevices.h"

#include <array>

namespace melstrom
{

/** Of one part, as lines for a person. */
struct ComputeReport
{
    juce::String device;    ///< "NVIDIA H200", "CPU (AVX2), 16 threads"
    juce::String reason;    ///< a sentence
    juce::String load;      ///< "rows take 143 % of a core", "GPU 41 % busy; ..."
    juce::String memory;    ///< of rows and waveforms; with a GPU also the GPU's
    juce::String driver;    ///< "none" for a CPU
    bool hasFailed = false; ///< another device than the chosen one computes
    bool operator== (const ComputeReport&) const = default;
};

/** Thread: message. */
class ComputeReports
{
public:
    /** All outlive this object. */
    ComputeReports (ComputeDevices& devices, const LivePage& live, const FilesPage& files) noexcept
        : devices_ (devices), live_ (live), files_ (files)
    {
    }

    /** Looks again; the load is that of the time between two calls. Twice a second or so. */
    void update ();
    const ComputeReport& of (ComputePart part) const noexcept
    {
        return reports_[static_cast<std::size_t> (part)];
    }
    /** A sentence, once, when a device failed since the last call; empty: none did. */
    juce::String news ();

private:
    /** Seconds of computation at the last looks. */
    struct Meter
    {
        double seconds = 0, atSeconds = 0;
        double ratio (double secondsNow, double nowSeconds) noexcept;
    };
    struct Meters
    {
        Meter cpu, worker;
    };
    double loadOf (ComputePart part, bool isOnGpu, double waitSeconds, double nowSeconds);
    ComputeReport live (const GpuFacts& gpu, double nowSeconds);
    ComputeReport files (const GpuFacts& gpu, double nowSeconds);
    juce::String liveReason (bool isOnGpu, bool& hasFailed);

    ComputeDevices& devices_;
    const LivePage& live_;
    const FilesPage& files_;
    std::array<ComputeReport, kComputeParts.size ()> reports_;
    std::array<Meters, kComputeParts.size ()> meters_;
    std::array<juce::String, kComputeParts.size ()> told_;
    std::weak_ptr<LiveDevice> usedGpu_; ///< that has computed live rows
};

} // namespace melstrom
