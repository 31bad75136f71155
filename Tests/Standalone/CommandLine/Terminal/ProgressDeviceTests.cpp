// Queries of the progress to the device that computes: rare, and only while it works.
#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/ProgressText.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/CommandLine/ManualClock.h"
#include "Tests/Support/TemporaryFolder.h"

#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

namespace
{

/** Counts queries for its device use; cannot compute. */
class AskedBackend final : public Backend
{
public:
    std::optional<DeviceUse> use () override
    {
        ++numAsked;
        return DeviceUse {42, 7'000'000};
    }
    std::string name () const override { return "asked"; }
    std::string deviceName () const override { return "asked"; }
    int concurrency () const override { return 1; }
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t) override { return nothing (); }
    std::int64_t scratchBytes (const MelGeometry&, const MelCapacity&) const override { return 0; }
    void observe (WorkObserver*) override {}
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec&, int, const MelCapacity&) override
    {
        return nothing ();
    }

    std::atomic<int> numAsked {0};

private:
    static Error nothing () { return {ErrorCode::deviceUnavailable, "", {}}; }
};

/** Shows progress in `phase` for that long. Returns the last line written. */
std::string lastLine (BatchPhase phase, std::chrono::milliseconds duration, AskedBackend& backend)
{
    const TemporaryFolder folder;
    const auto path = folder.write ("progress", "");
    const int descriptor = open (path.c_str (), O_WRONLY);
    REQUIRE (descriptor >= 0);
    BatchCounters counters;
    counters.phase = phase;
    counters.filesTotal = 1;
    {
        ManualClock clock;
        const Progress progress (ProgressStyle::json, counters, descriptor, &backend, clock);
        REQUIRE (clock.advance (duration));
    }
    close (descriptor);
    std::ifstream file (path);
    std::string last;
    for (std::string line; std::getline (file, line);)
        last = line;
    return last;
}

ProgressSample sampleHalfway ()
{
    ProgressSample sample;
    sample.seconds = 2;
    sample.phase = BatchPhase::extracting;
    sample.filesTotal = 39563;
    sample.filesDone = 20000;
    sample.bytesWritten = 1'000'000'000;
    sample.slabsReading = 3;
    sample.slabsTotal = 8;
    return sample;
}

bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace

TEST_CASE ("a device is asked at most once a second what it does", "[progress]")
{
    AskedBackend backend;
    const auto json = nlohmann::json::parse (lastLine (BatchPhase::extracting, 1300ms, backend));
    CHECK (backend.numAsked == 2);
    CHECK (json.at ("device_busy_percent") == 42);
    CHECK (json.at ("device_memory_bytes") == 7'000'000);
}

TEST_CASE ("a device that may still be coming up is not asked", "[progress]")
{
    for (const auto phase : {BatchPhase::listing, BatchPhase::planning, BatchPhase::sealing})
    {
        AskedBackend backend;
        const auto json = nlohmann::json::parse (lastLine (phase, 250ms, backend));
        CHECK (backend.numAsked == 0);
        CHECK (json.at ("device_busy_percent").is_null ());
    }
}

TEST_CASE ("how busy a GPU is stands beside the slabs, and goes after them", "[progress]")
{
    ProgressSample sample;
    sample.seconds = 2;
    sample.phase = BatchPhase::extracting;
    sample.filesTotal = 100;
    sample.filesDone = 40;
    sample.slabsReading = 3;
    sample.slabsComputing = 1;
    sample.slabsTotal = 8;
    CHECK_FALSE (mentions (progressPlainLine (sample, {}), "GPU"));

    sample.device = DeviceUse {93, 1'250'000'000};
    CHECK (mentions (progressPlainLine (sample, {}), "slabs 3r 1c 0w/8, GPU 93% 1.25 GB"));
    CHECK (mentions (progressBarLine (sample, {}, 200, false), "0w/8  GPU  93% 1.25 GB"));
    sample.device->numDevices = 4;
    CHECK (mentions (progressPlainLine (sample, {}), "slabs 3r 1c 0w/8, 4 GPUs 93% 1.25 GB"));
    for (int columns = 1; columns < 250; ++columns)
    {
        const auto line = progressBarLine (sample, {}, columns, false);
        INFO (line);
        REQUIRE (static_cast<int> (line.size ()) <= columns);
        REQUIRE_FALSE ((mentions (line, "slabs") && ! mentions (line, "GPU")));
    }
}

TEST_CASE ("the first line of a phase shows no rate of zero", "[progress]")
{
    RateSmoother smoother;
    auto sample = sampleHalfway ();
    sample.phase = BatchPhase::planning;
    smoother.add (sample);
    sample.seconds += 0.1;
    sample.phase = BatchPhase::extracting;
    smoother.add (sample); // nothing is known of this phase
    CHECK (progressPlainLine (sample, smoother.rates ()) ==
           "extracting 50%: 20,000/39,563 files, slabs 3r 0c 0w/8, elapsed 0:03");
    sample.seconds += 0.1;
    sample.filesDone += 100;
    smoother.add (sample);
    CHECK (mentions (progressPlainLine (sample, smoother.rates ()), ", 1.00k files/s, "));
}

TEST_CASE ("a line shows the process and the bus where they are known", "[progress]")
{
    auto sample = sampleHalfway ();
    sample.process = ProcessUse {187, 120'000'000};
    sample.bytesOnBus = 5'000'000'000;
    const auto line = progressPlainLine (sample, averageRates (sample));
    CHECK (mentions (line, "bus 2.50 GB/s"));
    CHECK (mentions (line, "CPU 187%, memory 120 MB"));
    CHECK_FALSE (mentions (progressPlainLine (sampleHalfway (), {}), "CPU"));
}
