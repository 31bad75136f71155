// The number of sinusoids from which a GPU pays: measured with simulated clocks; and when each
// process measures.
#include "Engine/Backend/Choice/VoiceCrossover.h"
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Live/Device/StartingDevice.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Live/SeededCrossover.h"

#include <atomic>
#include <latch>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** Seconds of a batch: a fixed part, and a part for each sinusoid and sample. */
struct Cost
{
    double fixed = 0, ofSinusoid = 0;
    double seconds (int numVoices, int numSegments) const
    {
        return fixed + ofSinusoid * numVoices * 512.0 * numSegments * 32.0;
    }
};

struct Machine
{
    Cost thread, cores, gpu;
    mutable int numTimed = 0;

    Result<Crossover> measure () const
    {
        return measureCrossover (
            [this] (VoiceSounder sounder, int numVoices, int numSegments) -> Result<double>
            {
                ++numTimed;
                return (sounder == VoiceSounder::thread  ? thread
                        : sounder == VoiceSounder::cores ? cores
                                                         : gpu)
                    .seconds (numVoices, numSegments);
            });
    }
};

/** Sinusoid samples a second for numSinusoids in real time at 48 kHz. */
constexpr double playing (double numSinusoids)
{
    return 1 / (48000 * numSinusoids);
}

std::unique_ptr<GpuDevice> emulatedGpu ()
{
    EmulationOptions options;
    options.totalBytes = std::size_t {256} << 20;
    return makeGpuDevice (
        std::make_unique<EmulatedDevice> (options, std::make_shared<EmulationRecord> ()), {});
}
} // namespace

TEST_CASE ("the live crossover is half of what a thread plays in real time", "[crossover]")
{
    for (const double numSinusoids : {30'000.0, 122'880.0, 400'000.0})
    {
        const Machine machine {
            {0, playing (numSinusoids)}, {0, playing (1e6)}, {30e-6, playing (36e6)}};
        const auto crossover = machine.measure ();
        REQUIRE (crossover);
        REQUIRE (crossover->live);
        CHECK (std::abs (static_cast<double> (*crossover->live) - numSinusoids / 2) <= 1);
    }
}

TEST_CASE ("a GPU that plays less than twice as much as a thread is not taken in a host",
           "[crossover]")
{
    for (const auto& [ofGpu, pays] : {std::pair {190'000.0, false}, {260'000.0, true}})
    {
        const Machine machine {{0, playing (100'000)}, {0, playing (1e6)}, {0, playing (ofGpu)}};
        CHECK (machine.measure ()->live.has_value () == pays);
    }
    // Also at a size whose double cannot be measured.
    for (const auto& [ofGpu, pays] : {std::pair {1.5e6, false}, {2.5e6, true}})
    {
        const Machine machine {{0, playing (1e6)}, {0, playing (1e9)}, {0, playing (ofGpu)}};
        CHECK (machine.measure ()->live.has_value () == pays);
    }
}

TEST_CASE ("the offline crossover is the first power of two from which the GPU is faster",
           "[crossover]")
{
    // In blocks of 512 samples: 40 us against 1 us and 6.4 us a voice, equal at 6.1 voices.
    const Machine machine {
        {0, playing (120'000)}, {1e-6, 6.4e-6 / (512 * 512)}, {40e-6, playing (100e6)}};
    CHECK (machine.measure ()->offline == 8 * 512);
    const Machine fast {{0, playing (120'000)}, {0, playing (1e5)}, {1e-6, playing (100e6)}};
    CHECK (fast.measure ()->offline == 512);
    const Machine never {{0, playing (120'000)}, {0, playing (100e6)}, {40e-6, playing (50e6)}};
    CHECK (never.measure ()->offline == std::nullopt);
    CHECK (never.measure ()->live.has_value ());
}

TEST_CASE ("a GPU that is late with one voice is not measured further", "[crossover]")
{
    const Machine machine {{0, playing (120'000)}, {0, playing (1e6)}, {3e-3, 0}};
    CHECK (*machine.measure () == Crossover {});
    CHECK (machine.numTimed == 1);
}

TEST_CASE ("an error of what is measured is an error of the crossover", "[crossover]")
{
    for (int failing = 0; failing < 6; ++failing)
    {
        int numTimed = 0;
        const auto crossover = measureCrossover (
            [&] (VoiceSounder, int, int) -> Result<double>
            {
                if (numTimed++ == failing)
                    return Error {ErrorCode::deviceLost, "lost", {}};
                return 1e-4;
            });
        REQUIRE_FALSE (crossover.ok ());
        CHECK (crossover.error ().code == ErrorCode::deviceLost);
        CHECK (numTimed == failing + 1);
    }
}

TEST_CASE ("a crossover is recalled for its machine, GPU, driver and program", "[crossover]")
{
    const TemporaryFolder folder;
    const std::optional<std::string> file = folder.file ("measured.json");
    const auto here = measuredHere ();
    CHECK (
        here.machine.ends_with (", " + std::to_string (hardwareThreads ()) + " threads")); // a key
    auto first = here, second = here;
    first.device = "GPU A";
    first.driver = "1";
    second.device = "GPU B";
    second.driver = "1";
    const Crossover slow {20'000, std::nullopt}, quick {60'000, 4096};
    CHECK_FALSE (recallCrossover (file, here));
    CHECK (rememberCrossover (file, first, slow));
    CHECK (rememberCrossover (file, second, quick));
    CHECK (recallCrossover (file, first) == slow);
    CHECK (recallCrossover (file, second) == quick);
    CHECK (recallCrossover (file, here) == quick); // for any device: the newest
    second.driver = "2";
    CHECK_FALSE (recallCrossover (file, second));
    auto other = here;
    other.machine = "another";
    CHECK_FALSE (recallCrossover (file, other));
    other = here;
    other.melstrom = "another";
    CHECK_FALSE (recallCrossover (file, other));
    CHECK_FALSE (recallCrossover (std::nullopt, here));
    CHECK_FALSE (rememberCrossover (std::nullopt, here, slow));

    const auto damaged = [&] (std::vector<MeasuredNumber> numbers)
    {
        auto on = here;
        on.device = "GPU C";
        rememberMeasured (*file, {"voices-crossover", on, "", std::move (numbers)});
        return ! recallCrossover (file, on).has_value ();
    };
    CHECK_FALSE (damaged ({{"live_sinusoids", 5}, {"offline_sinusoids", {}}}));
    CHECK (damaged ({{"live_sinusoids", 5}}));
    CHECK (damaged ({{"live_sinusoids", -5}, {"offline_sinusoids", 5}}));
    CHECK (damaged ({{"live_sinusoids", 5}, {"offline_sinusoids", 1e300}}));
}

TEST_CASE ("a crossover is current for the driver and the GPUs that the system shows",
           "[crossover]")
{
    const TemporaryFolder folder;
    const std::optional<std::string> file = folder.file ("measured.json");
    const auto here = measuredHere ();
    const auto on = [&here] (const char* device, const char* driver) {
        return MeasuredOn {here.machine, device, driver, here.melstrom};
    };
    const Crossover first {20'000, std::nullopt}, second {60'000, 4096}, third {1, 1};
    REQUIRE (rememberCrossover (file, on ("GPU A", "570.86, CUDA 12.8"), first));
    REQUIRE (rememberCrossover (file, on ("GPU B", "570.86, CUDA 12.8"), second));
    REQUIRE (rememberCrossover (file, on ("GPU C", "CUDA 12.8"), third));
    const auto recalled = [&] (const PresentGpus& present)
    { return recallCrossover (file, here, present); };
    CHECK (recalled ({"570.86", {"GPU A"}}) == KnownCrossover {first, true});
    CHECK (recalled ({"570.86", {"GPU A", "GPU A"}}) == KnownCrossover {first, true});
    CHECK (recalled ({"570.86", {}}) == KnownCrossover {second, true}); // the newest
    const KnownCrossover ofAny {third, false};
    CHECK (recalled ({"570.86", {"GPU A", "GPU B"}}) == ofAny); // either GPU may be chosen
    CHECK (recalled ({"570.86", {"GPU D"}}) == ofAny);          // the GPU was replaced
    CHECK (recalled ({"570.8", {"GPU A"}}) == ofAny);           // a different driver
    CHECK (recalled ({"580.1", {}}) == ofAny);
    CHECK (recalled ({"", {"GPU C"}}) == ofAny); // driver release unknown
    auto elsewhere = here;
    elsewhere.machine = "another";
    CHECK_FALSE (recallCrossover (file, elsewhere, {"570.86", {}}));
    CHECK_FALSE (recallCrossover (std::nullopt, here, {"570.86", {}}));
}

TEST_CASE ("what the system shows of a driver and its GPUs is read without a driver", "[crossover]")
{
    const TemporaryFolder folder;
    const EnvironmentVariable system ("MELSTROM_SYSTEM_FILES", folder.path ().c_str ());
    CHECK (presentGpus ().driverRelease.empty ());
    CHECK (presentGpus ().models.empty ());
    folder.write ("sys/module/nvidia/version", "580.159.04\n");
    // The format of driver 580.159.04.
    folder.write ("proc/driver/nvidia/gpus/0000:00:06.0/information",
                  "Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 41\n");
    folder.write ("proc/driver/nvidia/gpus/0000:00:07.0/information", "IRQ: 42\nModel:\n");
    CHECK (presentGpus ().driverRelease == "580.159.04");
    CHECK (presentGpus ().models == std::vector<std::string> {"NVIDIA H100 80GB HBM3"});
}

TEST_CASE ("an emulated GPU is measured once and never pays", "[crossover][cuda]")
{
    const SeededCrossover cache (std::nullopt);
    const auto gpu = emulatedGpu ();
    CHECK_FALSE (knownCrossover ());
    measureOnce (*gpu, {});
    CHECK (knownCrossover () == KnownCrossover {{}, true});
    CHECK (recallCrossover (cache.file (), measuredOn (*gpu)) == Crossover {});

    // A stored crossover is not measured again.
    const Crossover kept {12'345, 678};
    REQUIRE (SeededCrossover::set (kept, measuredOn (*gpu)));
    measureOnce (*gpu, {});
    CHECK (knownCrossover () == KnownCrossover {kept, true});
}

TEST_CASE ("a crossover that cannot be kept is known to its process", "[crossover][cuda]")
{
    const SeededCrossover cache (std::nullopt);
    const EnvironmentVariable readOnly ("XDG_CACHE_HOME", "/proc");
    measureOnce (*emulatedGpu (), {});
    CHECK (knownCrossover () == KnownCrossover {{}, true});
    forgetCrossover ();
    CHECK_FALSE (knownCrossover ());
}

TEST_CASE ("a stop ends a measurement", "[crossover][cuda]")
{
    std::stop_source stop;
    stop.request_stop ();
    const auto crossover = measureCrossover (*emulatedGpu (), stop.get_token ());
    REQUIRE_FALSE (crossover.ok ());
    CHECK (crossover.error ().code == ErrorCode::interrupted);
}

TEST_CASE ("nobody waits for what is done with a device that is up", "[crossover][live][device]")
{
    std::latch isBegun (1);
    const auto caller = std::this_thread::get_id ();
    std::atomic<bool> isElsewhere {false}, isStopped {false}, hasRunJob {false};
    {
        StartingDevice device (
            "cuda:0", [] () -> Result<std::unique_ptr<GpuDevice>> { return emulatedGpu (); },
            [&] (GpuDevice&, const std::stop_token& stop)
            {
                isElsewhere = std::this_thread::get_id () != caller;
                isBegun.count_down ();
                while (! stop.stop_requested ())
                    std::this_thread::sleep_for (std::chrono::milliseconds (1));
                isStopped = true;
            });
        device.post ([&] (Backend&) { hasRunJob = true; });
        isBegun.wait ();
        CHECK (device.waitUntilKnown (20) == LiveDevice::State::gpu);
        CHECK (device.makeGpuVoices ({8, 8, 48000}).ok ());
        CHECK_FALSE (isStopped);
        CHECK_FALSE (hasRunJob); // it waits behind the measurement
    }
    CHECK (isElsewhere);
    CHECK (isStopped);
}
