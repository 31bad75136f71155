// The measurements of --bench on an emulated GPU: shapes and checks, not speeds.
#include "Engine/Backend/Gpu/GpuBench.h"
#include "Engine/Backend/Gpu/Mel/ResidentMel.h"
#include "Engine/Backend/Gpu/Variants/VariantChoice.h"
#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"

#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;
using gpu::GpuBench;

namespace
{

constexpr int kSignalSeconds = 30; // of a signal in device memory

/** Two signals and few runs, because emulated kernels are slow. */
gpu::BenchSizes smallSizes (int rateHz)
{
    gpu::BenchSizes sizes;
    sizes.residentBytes = 2 * kSignalSeconds * sizeof (float) * static_cast<std::size_t> (rateHz);
    sizes.copyBytes = 1 << 16;
    sizes.numWarmUps = 1;
    sizes.numRuns = 2;
    return sizes;
}

struct Subject
{
    std::string preset;
    int rateHz;
    gpu::MelVariant variant = gpu::MelVariant::fused;
};

Result<gpu::ResidentTiming> timeOn (std::unique_ptr<gpu::Device> device, const Subject& subject)
{
    gpu::GpuOptions options;
    options.variant = subject.variant;
    GpuBench bench (std::move (device), smallSizes (subject.rateHz));
    return bench.timeResident (findPreset (subject.preset)->spec, subject.rateHz, options);
}

} // namespace

TEST_CASE ("every way of copying has a rate, and nothing is left behind", "[cuda][bench]")
{
    const bool runsLate = GENERATE (false, true);
    const auto record = std::make_shared<EmulationRecord> ();
    EmulationOptions options;
    options.runsLate = runsLate;
    {
        GpuBench bench (std::make_unique<EmulatedDevice> (options, record), smallSizes (16000));
        const auto rates = bench.copyRates ();
        REQUIRE (rates);
        for (const double rate :
             {rates->within, rates->pinnedIn, rates->pinnedOut, rates->pinnedBothOneStream,
              rates->pinnedBothTwoStreams, rates->pageableIn, rates->pageableOut})
        {
            CHECK (std::isfinite (rate));
            CHECK (rate > 0);
        }
    }
    CHECK (record->liveObjects == 0);
    CHECK (record->workDropped == 0);
    CHECK (record->misuse.empty ());
}

TEST_CASE ("all frames of all signals are timed on the device", "[cuda][bench]")
{
    const auto subject = GENERATE (
        values<Subject> ({{"leak", 4096},
                          {"leak-fine", 4096},
                          {"librosa", 4000},
                          {"librosa-db", 4000}, // depends on the maximum of the whole signal
                          {"leak", 4096, gpu::MelVariant::cufft}}));
    INFO (subject.preset << (subject.variant == gpu::MelVariant::cufft ? " by cufft" : ""));
    const auto record = std::make_shared<EmulationRecord> ();
    EmulationOptions options;
    options.runsLate = true;
    const auto timing = timeOn (std::make_unique<EmulatedDevice> (options, record), subject);
    INFO ((timing ? "" : timing.error ().message));
    REQUIRE (timing);

    const auto geometry = geometryAt (findPreset (subject.preset)->spec, subject.rateHz);
    REQUIRE (geometry);
    const std::int64_t samples = std::int64_t {kSignalSeconds} * subject.rateHz;
    const auto rows = 2 * geometry->numRows (samples);
    const bool hasSegments = geometry->spec.layout == Layout::segments;
    CHECK (timing->numRows == rows);
    CHECK (timing->numFrames == rows * (hasSegments ? geometry->framesPerSegment : 1));
    CHECK (timing->inputBytes == 2 * samples * static_cast<std::int64_t> (sizeof (float)));
    CHECK (timing->outputBytes == rows * geometry->rowBytes ());
    CHECK (timing->numRuns == 2);
    CHECK (timing->framesPerSecond () > 0);
    CHECK (timing->variant.find (subject.variant == gpu::MelVariant::cufft ? "cufft" : "fused") ==
           0);
    CHECK (record->liveObjects == 0);
    CHECK (record->misuse.empty ());
}

TEST_CASE ("less is computed where the device's memory is short", "[cuda][bench]")
{
    const auto record = std::make_shared<EmulationRecord> ();
    EmulationOptions options;
    options.totalBytes = 4 << 20;
    gpu::BenchSizes sizes = smallSizes (4096);
    sizes.residentBytes *= 16;
    GpuBench bench (std::make_unique<EmulatedDevice> (options, record), sizes);
    gpu::GpuOptions fused;
    fused.variant = gpu::MelVariant::fused;
    const auto timing = bench.timeResident (findPreset ("leak")->spec, 4096, fused);
    REQUIRE (timing);
    CHECK (timing->inputBytes < static_cast<std::int64_t> (sizes.residentBytes));
    CHECK (record->mostDeviceBytes <= options.totalBytes);
    REQUIRE (bench.copyRates ());

    fused.deviceBytes = 100'000; // less than one signal
    const auto none = bench.timeResident (findPreset ("leak")->spec, 4096, fused);
    REQUIRE_FALSE (none);
    CHECK (none.error ().code == ErrorCode::outOfMemory);
    CHECK (none.error ().message.find ("--device-mem") != std::string::npos);
}

TEST_CASE ("signals that do not come out alike are not timed", "[cuda][bench]")
{
    const auto record = std::make_shared<EmulationRecord> ();
    gpu::SharedDevice device (std::make_unique<EmulatedDevice> (EmulationOptions {}, record));
    const auto geometry = geometryAt (findPreset ("leak")->spec, 4096);
    REQUIRE (geometry);
    gpu::GpuOptions fused;
    fused.variant = gpu::MelVariant::fused;
    const auto variant = gpu::chooseVariant (*device, *geometry, fused);
    REQUIRE (variant);
    gpu::DeviceTimer timer (device);
    REQUIRE (timer.prepare ());
    gpu::ResidentMel mel (device, *geometry, *variant, 3);
    REQUIRE (mel.prepare (timer));
    CHECK (mel.check (timer));
    for (const int signal : {2, 0})
    {
        constexpr std::size_t oneWindow = 2048;
        REQUIRE (timer.hostSeconds (
            [&] (gpu::StreamHandle stream)
            { return device->clear (mel.inputOf (signal), oneWindow, stream); }));
        const auto checked = mel.check (timer);
        REQUIRE_FALSE (checked);
        CHECK (checked.error ().code == ErrorCode::verificationFailed);
    }
}
