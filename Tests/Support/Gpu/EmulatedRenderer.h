// The CUDA renderer of voices on an emulated device.
#pragma once

#include "Engine/Backend/Gpu/Voices/GpuVoiceRenderer.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Voices/VoiceRuns.h"

namespace melstrom::testing
{

/** Bound for a renderer with exact sines, like the emulation's. */
inline constexpr double kMostResidualDb = -115;
inline constexpr VoiceCapacity kSmallCapacity {16, 16, 48000};

/** A few short notes that an emulated device renders quickly. */
inline VoiceRun smallVoiceRun ()
{
    VoiceRunOptions options;
    options.numSegments = 4;
    options.numNotes = 3;
    options.numPartials = 12;
    return makeVoiceRun (options);
}

/** Executes work late. The destructor checks the device's record. */
struct EmulatedRenderer
{
    explicit EmulatedRenderer (const VoiceCapacity& capacity,
                               const gpu::GpuVoiceOptions& options = {})
    {
        EmulationOptions emulation;
        emulation.runsLate = true;
        emulation.totalBytes = std::size_t {256} << 20;
        auto made = gpu::makeGpuVoiceRenderer (std::make_unique<EmulatedDevice> (emulation, record),
                                               capacity, options);
        REQUIRE (made);
        renderer = std::move (*made);
    }
    ~EmulatedRenderer ()
    {
        renderer.reset ();
        CHECK (record->liveObjects == 0);
        CHECK (record->misuse == std::vector<std::string> {});
    }
    EmulatedRenderer (const EmulatedRenderer&) = delete;
    EmulatedRenderer& operator= (const EmulatedRenderer&) = delete;

    VoiceRenderer& with (const VoiceRun& run)
    {
        REQUIRE (renderer->setTables (run.tables));
        return *renderer;
    }

    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::unique_ptr<VoiceRenderer> renderer;
};

} // namespace melstrom::testing
