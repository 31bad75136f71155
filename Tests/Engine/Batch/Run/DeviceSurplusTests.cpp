// Which of several GPUs a run has work for.
#include "Engine/Batch/Run/DeviceForPlan.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/ForwardingBackend.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr const char* kDriver = "570.86, CUDA 12.8";

class SomeGpus final : public ForwardingBackend
{
public:
    explicit SomeGpus (std::size_t count) : ForwardingBackend (1), parts_ (count) {}
    std::string deviceName () const override { return "A GPU"; }
    std::string driver () const override { return kDriver; }
    std::vector<DevicePart> devices () const override { return parts_; }

private:
    const std::vector<DevicePart> parts_;
};

/** As many as the machine has: some may be left out. */
class AllGpus final : public ForwardingBackend
{
public:
    AllGpus () : ForwardingBackend (1) {}
    std::string deviceName () const override { return "A GPU"; }
    std::string driver () const override { return kDriver; }
    std::vector<DevicePart> devices () const override { return std::vector<DevicePart> (4); }
    bool leaveOutFrom (int numDevices, const std::string& why) override
    {
        numUsed = numDevices;
        reason = why;
        return true;
    }
    int numUsed = 4;
    std::string reason;
};

/** 1,000 WAVs of a million rows each, 20 us a file to open and no bytes to speak of: reading takes
    0.02 s on one thread. */
DatasetPlan manyRows (const MelSpec& spec)
{
    DatasetPlan plan;
    plan.geometries.emplace (16000, *geometryAt (spec, 16000));
    for (int i = 0; i < 1000; ++i)
    {
        PlannedFile& file = plan.files.emplace_back ();
        file.path = std::to_string (i);
        file.rateHz = file.featureRateHz = 16000;
        file.numChannels = file.numSignals = 1;
        file.numRows = 1'000'000;
    }
    return plan;
}
} // namespace

TEST_CASE ("only as many GPUs are worth having as reading and writing can feed", "[choice]")
{
    MelWork work;
    work.numRows = 1000;
    work.readingSeconds = 2;
    work.writingSeconds = 1;
    CHECK (devicesWorthHaving (work, {1000, 0}, 4) == 1); // 1 s
    CHECK (devicesWorthHaving (work, {800, 0}, 4) == 2);  // 1.25 s
    CHECK (devicesWorthHaving (work, {400, 0}, 4) == 3);  // 2.5 s
    CHECK (devicesWorthHaving (work, {100, 0}, 4) == 4);  // 10 s
    work.writingSeconds = 10;
    CHECK (devicesWorthHaving (work, {200, 0}, 4) == 1); // 5 s
    work.readingSeconds = work.writingSeconds = 0;       // not estimated
    CHECK (devicesWorthHaving (work, {100, 0}, 4) == 4);
}

TEST_CASE (
    "a run on more GPUs than it can feed says so, from their measured rate, and leaves out those "
    "that nobody named",
    "[choice]")
{
    TemporaryFolder folder;
    BatchOptions options = batchOptions ("in", folder.file ("out"), "torchaudio");
    options.preset.spec.rateHz = 16000;
    const DatasetPlan plan = manyRows (options.preset.spec);
    SomeGpus four (4), one (1);
    BatchCounters counters;
    Trace trace (false);
    const std::atomic<bool> stop {false};
    const auto said = [&] (Backend& backend, const std::string& measuredFile)
    {
        return leaveOutSurplus (
            plan, options,
            {posixStorage (), backend, counters, trace, stop, 1, {}, {true, measuredFile}});
    };
    const std::string file = folder.file ("measured.json");
    CHECK (said (four, file) == ""); // nothing was measured
    const MelRateCache cache (file, workOf (plan, options, 1));
    // 1,000 million rows of 512 bytes take 51.20 s at the most that a file system is believed to take
    cache.keepGpu ("A GPU", kDriver, {1e9 / 50, 0.5});
    CHECK (said (four, file) == "of the 4 GPUs 2 are enough: reading and writing are predicted to "
                                "take 51.20 s, computing on one GPU 50.00 s; with fewer the run "
                                "starts sooner");
    CHECK (said (one, file) == "");
    AllGpus all;
    CHECK (said (all, file) == "");
    CHECK (all.numUsed == 2);
    CHECK (all.reason == "of the 4 GPUs 2 are enough: reading and writing are predicted to take "
                         "51.20 s, computing on one GPU 50.00 s");
    cache.keepGpu ("A GPU", kDriver, {1e9 / 10, 0.5});
    CHECK (said (four, file).starts_with ("of the 4 GPUs 1 is enough: "));
    cache.keepGpu ("A GPU", kDriver, {1e9 / 1000, 0.5});
    CHECK (said (four, file) == ""); // each has work
    AllGpus busy;
    CHECK (said (busy, file) == "");
    CHECK (busy.numUsed == 4);
}
