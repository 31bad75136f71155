// An emulated device that mel features and voices share. A test can hold its work back.
#pragma once

#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"
#include "Tests/Support/Gpu/FaultyDevice.h"

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

namespace melstrom::testing
{

/** Work that a device holds back; outlives the device. */
struct Hold
{
    std::atomic<bool> mel {false};     ///< kernels of mel features do not execute
    std::atomic<bool> voices {false};  ///< kernels of voices do not execute
    std::atomic<int> numLooks {0};     ///< polls of events that are held back
    std::atomic<bool> isWrong {false}; ///< no fused variant agrees
};

/** Kernels run until the test lets them end. Polls of their events report this. */
class HoldingDevice final : public FaultyDevice
{
public:
    HoldingDevice (std::shared_ptr<Hold> hold, const std::shared_ptr<EmulationRecord>& record,
                   bool runsLate)
        : FaultyDevice (std::make_unique<EmulatedDevice> (options (runsLate), record),
                        DeviceFault {DeviceCall::memoryUse, 1 << 30},
                        std::make_shared<CallRecord> ()),
          hold_ (std::move (hold))
    {
    }
    using FaultyDevice::launch;
    Result<void> launch (gpu::MelKernel kernel, const gpu::MelWork& work, int grid,
                         gpu::StreamHandle stream) override
    {
        ofMel_.insert (stream);
        gpu::MelWork changed = work;
        changed.program.padSamples += kernel == gpu::MelKernel::fused && hold_->isWrong ? 1 : 0;
        return FaultyDevice::launch (kernel, changed, grid, stream);
    }
    Result<void> makeWait (gpu::StreamHandle stream, gpu::EventHandle event) override
    {
        if (ofMelEvents_.contains (event))
            ofMel_.insert (stream); // the stream waits for mel work: its work counts as mel work
        return FaultyDevice::makeWait (stream, event);
    }
    Result<void> record (gpu::EventHandle event, gpu::StreamHandle stream) override
    {
        if (ofMel_.contains (stream))
            ofMelEvents_.insert (event);
        return FaultyDevice::record (event, stream);
    }
    Result<bool> isDone (gpu::EventHandle event) override
    {
        const auto& isHeld = ofMelEvents_.contains (event) ? hold_->mel : hold_->voices;
        if (! isHeld)
            return FaultyDevice::isDone (event);
        ++hold_->numLooks;
        return false;
    }

private:
    static EmulationOptions options (bool runsLate)
    {
        EmulationOptions options;
        options.runsLate = runsLate;
        options.totalBytes = std::size_t {256} << 20;
        return options;
    }
    std::shared_ptr<Hold> hold_;
    std::set<gpu::StreamHandle> ofMel_;
    std::set<gpu::EventHandle> ofMelEvents_;
};

/** A device that mel features and voices share. */
struct SharedRig
{
    explicit SharedRig (bool runsLate, std::chrono::milliseconds deadline)
        : device (std::make_shared<gpu::SharedDevice> (
              std::make_unique<HoldingDevice> (hold, record, runsLate)))
    {
        gpu::GpuOptions mel;
        mel.deviceBytes = std::size_t {4} << 20; // too little for timing, which takes minutes here
        backend = gpu::makeGpuBackend (device, mel);
        gpu::GpuVoiceOptions ofVoices;
        ofVoices.deadline = deadline;
        auto made = gpu::makeGpuVoiceRenderer (device, {8, 8, 48000}, ofVoices);
        REQUIRE (made);
        renderer = std::move (*made);
        REQUIRE (renderer->setTables (run.tables));
    }
    ~SharedRig ()
    {
        renderer.reset ();
        backend.reset ();
        device.reset ();
        CHECK (record->liveObjects == 0);
        CHECK (record->misuse == std::vector<std::string> {});
    }
    /** A plan of a spec without a cached choice: its variants are tried. */
    Result<std::unique_ptr<MelPlan>> plan () const
    {
        MelSpec spec = findPreset ("whisper-openai-80")->spec;
        spec.fftSamples = 400;
        return backend->planMel (spec, 16000, {1 << 14, 1 << 16, 1});
    }
    bool isHung () const { return device->isHung (); }

    VoiceRun run = smallVoiceRun ();
    std::shared_ptr<Hold> hold = std::make_shared<Hold> ();
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<gpu::SharedDevice> device;
    std::unique_ptr<Backend> backend;
    std::unique_ptr<VoiceRenderer> renderer;
};

inline constexpr std::chrono::seconds kLongTrial {20};

/** Waits until events that are held back were polled numLooks times. */
inline bool waitForLooks (const Hold& hold, int numLooks)
{
    const int before = hold.numLooks;
    const auto end = std::chrono::steady_clock::now () + kLongTrial;
    while (hold.numLooks < before + numLooks && std::chrono::steady_clock::now () < end)
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    return hold.numLooks >= before + numLooks;
}

} // namespace melstrom::testing
