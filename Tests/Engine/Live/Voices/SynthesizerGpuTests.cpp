// The whole synthesizer on CUDA: on an emulated device, and on a GPU if there is one.
#include "Engine/Backend/Gpu/Voices/GpuVoiceRenderer.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/DeviceRenderer.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Voices/SynthRuns.h"

namespace melstrom::testing
{

namespace
{
constexpr double kMostResidualDb = -110;

using RendererMaker = std::function<std::unique_ptr<VoiceRenderer> ()>;

/** Chords, a pedal, a bend and the wheel, off and on the control grid. spanSamples: length of all
    events */
std::vector<SynthEvent> livelyEvents (int spanSamples)
{
    const auto at = [spanSamples] (double share) { return static_cast<int> (share * spanSamples); };
    return {noteOn (0, 57, 0.9f),
            noteOn (37, 64, 0.7f),
            controller (at (0.1), 1, 0.6f),
            {at (0.25), SynthEventKind::bend, 0, 0, 0.5f},
            controller (at (0.3), 64, 1.0f),
            noteOff (at (0.4), 64),
            noteOn (at (0.4) + 1, 69, 0.5f),
            controller (at (0.6), 64, 0.0f),
            noteOff (at (0.75), 57)};
}

/** Compares with the CPU, and with itself for several cuts into blocks. */
void checkPatch (const Patch& patch, int numSamples, const RendererMaker& make)
{
    INFO (patch.name);
    const auto events = livelyEvents (numSamples);
    const auto played = [&] (const BlockCutter& cut)
    { return playOn (make (), patch, events, numSamples, cut); };
    const StereoSound whole = played (blocksOf (4096));
    CHECK (peakDb (differenceOf (whole, StereoSound (numSamples))) > -60);
    CHECK (peakDb (differenceOf (whole, play (patch, events, numSamples))) < kMostResidualDb);
    for (const int blockSamples : {1, 7, 64})
    {
        INFO ("blocks of " << blockSamples);
        CHECK (sameBits (whole, played (blocksOf (blockSamples))));
    }
    CHECK (sameBits (whole, played (randomBlocks (3))));
}

std::unique_ptr<VoiceRenderer> emulatedRenderer (const std::shared_ptr<EmulationRecord>& record)
{
    EmulationOptions options;
    options.runsLate = true;
    options.totalBytes = std::size_t {256} << 20;
    auto made = gpu::makeGpuVoiceRenderer (std::make_unique<EmulatedDevice> (options, record),
                                           kPlayCapacity, {});
    REQUIRE (made);
    return *std::move (made);
}
} // namespace

TEST_CASE ("patches on emulated CUDA are those of the CPU, however blocks are cut",
           "[cuda][synth][patches]")
{
    // Unison and pan; bell partials and a pitch envelope; a saw under a filter's envelope.
    for (const char* name : {"Halo", "Tine", "Rubber"})
    {
        const auto patch = findPatch (name);
        REQUIRE (patch);
        const auto record = std::make_shared<EmulationRecord> ();
        checkPatch (*patch, 2400, [&] { return emulatedRenderer (record); });
        CHECK (record->liveObjects == 0);
        CHECK (record->misuse == std::vector<std::string> {});
    }
}

TEST_CASE ("every factory patch on the GPU is that of the CPU, however blocks are cut",
           "[cuda][gpu][synth][patches]")
{
    const auto held = deviceRenderer (kPlayCapacity); // keeps the device open
    if (held == nullptr)
        return;
    for (const auto& patch : factoryPatches ())
        checkPatch (patch, 48000, [] { return deviceRenderer (kPlayCapacity); });
}

} // namespace melstrom::testing
