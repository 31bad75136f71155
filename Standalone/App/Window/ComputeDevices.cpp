#include "Standalone/App/Window/ComputeDevices.h"

#include "Engine/Backend/BackgroundBackend.h"
#include "Engine/Backend/GpuDevice.h"

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace melstrom
{

namespace
{
using Kind = BackendChoice::Kind;

constexpr std::array kSettings {"backend", "filesBackend"}; // for each part

Kind kindOf (const juce::String& text)
{
    return text == "cpu" ? Kind::cpu : text == "gpu" ? Kind::gpu : Kind::automatic;
}

juce::String textOf (Kind kind)
{
    switch (kind)
    {
        case Kind::cpu: return "cpu";
        case Kind::gpu: return "gpu";
        case Kind::automatic: break;
    }
    return "auto";
}

std::unique_ptr<Backend> allCores ()
{
    auto made = makeBackgroundCpuBackend ();
    if (! made)
        throw std::runtime_error (made.error ().message);
    return *std::move (made);
}
} // namespace

/** The open GPU and its answers. Thread: any. */
class ComputeDevices::Gpu
{
public:
    std::shared_ptr<LiveDevice> open ()
    {
        const std::lock_guard lock (mutex_);
        if (device_ == nullptr)
        {
            BackendChoice choice;
            choice.kind = Kind::gpu;
            device_ = LiveDevice::shared (choice);
        }
        return device_;
    }
    GpuFacts facts ()
    {
        const std::lock_guard lock (mutex_);
        if (device_ != nullptr && ! answers_->isAsked.exchange (true))
            device_->post ([answers = answers_] (Backend& gpu) { answers->fill (gpu); });
        const std::lock_guard known (answers_->mutex);
        return answers_->facts;
    }

private:
    /** Shared with a job, which must not own the device. */
    struct Answers
    {
        std::mutex mutex;
        GpuFacts facts;
        std::atomic<bool> isAsked {false}; ///< and has not answered

        /** A driver may take its time: the device's own thread asks it. */
        void fill (Backend& gpu)
        {
            GpuFacts now {gpu.deviceName (), gpu.driver (), gpu.use ()};
            const std::lock_guard lock (mutex);
            facts = std::move (now);
            isAsked = false;
        }
    };

    std::mutex mutex_;
    std::shared_ptr<LiveDevice> device_;
    std::shared_ptr<Answers> answers_ = std::make_shared<Answers> ();
};

ComputeDevices::ComputeDevices (const AppSettings& settings)
    : cpu_ (allCores ()), gpu_ (std::make_shared<Gpu> ())
{
    cpu_->observe (&fileTime_);
    for (const auto part : kComputeParts)
        kinds_[static_cast<std::size_t> (part)] =
            kindOf (settings.text (kSettings[static_cast<std::size_t> (part)]));
    choose (ComputePart::live, kind (ComputePart::live));
}

void ComputeDevices::save (AppSettings& settings) const
{
    for (const auto part : kComputeParts)
        settings.setText (kSettings[static_cast<std::size_t> (part)], textOf (kind (part)));
}

void ComputeDevices::choose (ComputePart part, Kind kind)
{
    kinds_[static_cast<std::size_t> (part)] = kind;
    gpu_ = std::make_shared<Gpu> ();
    if (part == ComputePart::live)
    {
        BackendChoice cpu;
        cpu.kind = Kind::cpu;
        live_ = kind == Kind::gpu ? gpu_->open () : LiveDevice::shared (cpu);
    }
    else if (this->kind (ComputePart::live) == Kind::gpu)
        gpu_->open (); // facts are of the device that computes
}

OverviewDevice ComputeDevices::files () const
{
    OverviewDevice device {kind (ComputePart::files), {}};
    if (device.kind == Kind::gpu || (device.kind == Kind::automatic && hasGpuModule ()))
        device.openGpu = [gpu = gpu_] { return gpu->open (); };
    return device;
}

GpuFacts ComputeDevices::gpuFacts ()
{
    return gpu_->facts ();
}

} // namespace melstrom
