// `auto`: the device that is predicted to end first, from cached or measured rates.
#include "Engine/Backend/Choice/AutomaticBackend.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Mel/ForwardingBackend.h"
#include "Tests/Support/TemporaryFolder.h"

#include <thread>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr const char* kDriver = "570.86, CUDA 12.8";

/** Computes like the CPU. */
class PretendedGpu final : public ForwardingBackend
{
public:
    PretendedGpu () : ForwardingBackend (1) {}
    std::string name () const override { return "cuda:0"; }
    std::string deviceName () const override { return "A GPU"; }
    std::string driver () const override { return kDriver; }
};

/** A machine with a CPU of two threads and a GPU that counts how often it was opened. */
struct TwoDevices
{
    TemporaryFolder folder;
    std::string file = folder.file ("measured.json");
    int numOpened = 0, numListed = 0;
    std::optional<Error> failure; ///< of the GPU
    PresentGpus listed {"570.86", {"A GPU"}};

    AutomaticDevices devices (std::optional<std::string> cache)
    {
        return {[] { return makeCpuBackend (2); },
                [this] () -> Result<std::unique_ptr<Backend>>
                {
                    ++numOpened;
                    if (failure)
                        return *failure;
                    return std::unique_ptr<Backend> (std::make_unique<PretendedGpu> ());
                },
                "cuda:0", std::move (cache),
                [this]
                {
                    ++numListed;
                    return listed;
                }};
    }
    AutomaticDevices devices () { return devices (file); }

    void keep (const MelWork& work, double cpuRowsPerThread, const GpuRates& rates) const
    {
        const MelRateCache cache (file, work);
        cache.keepCpu (cpuRowsPerThread);
        cache.keepGpu ("A GPU", kDriver, rates);
    }
};

MelWork workOfRows (std::int64_t numRows)
{
    MelWork work;
    work.rateHz = 16000;
    work.numRows = numRows;
    return work;
}

/** More than any CPU computes in the least time of a start. */
constexpr std::int64_t kManyRows = 1'000'000'000;

std::string deviceChosen (AutomaticBackend& backend, const MelWork& work)
{
    REQUIRE (backend.decide (work));
    return backend.name ();
}
} // namespace

TEST_CASE ("a prediction adds all work of the CPU, and the start of a GPU", "[choice]")
{
    auto work = workOfRows (1000);
    work.readingSeconds = 2;
    work.writingSeconds = 3;
    auto predicted =
        predictSeconds (work, 500, {1000, 0.5}); // 2 + 1000 / 500; 0.75 + max (2, 1, 3)
    CHECK (predicted.cpu == Approx (4));
    CHECK (predicted.gpu == Approx (3.75));
    work.copyingSeconds = 0.5;
    predicted = predictSeconds (work, 500, {1000, 0.5});
    CHECK (predicted.cpu == Approx (4.5));
    CHECK (predicted.gpu == Approx (3.75));
    work.writingSeconds = 9; // the output limits both
    predicted = predictSeconds (work, 500, {1000, 0.5});
    CHECK (predicted.cpu == Approx (9));
    CHECK (predicted.gpu == Approx (9.75));
}

TEST_CASE ("the cached rates and the start of the GPU decide", "[choice]")
{
    TwoDevices two;
    const auto work = workOfRows (10'000);  // 1 s of two threads at the rates below
    two.keep (work, 5000, {100'000, 0.55}); // 0.9 s
    AutomaticBackend onGpu (two.devices ());
    CHECK (deviceChosen (onGpu, work) == "cuda:0");
    CHECK (onGpu.choice () == "GPU: predicted 0.90 s, of which 0.55 s start; CPU 1.00 s");
    CHECK (two.numOpened == 1);

    two.keep (work, 5000, {100'000, 0.7}); // 1.05 s
    AutomaticBackend onCpu (two.devices ());
    CHECK (deviceChosen (onCpu, work) == "cpu");
    CHECK (onCpu.choice () == "CPU: predicted 1.00 s, GPU 1.05 s, of which 0.70 s start");
    CHECK (onCpu.notice ().empty ());
    CHECK (two.numOpened == 1); // not opened again
}

TEST_CASE ("a real start replaces the cached time of the start", "[choice]")
{
    TwoDevices two;
    const auto work = workOfRows (100'000);
    two.keep (work, 5000, {100'000, 8});
    AutomaticBackend backend (two.devices ());
    CHECK (deviceChosen (backend, work) == "cuda:0");
    const auto kept = MelRateCache (two.file, work).gpu ({});
    REQUIRE (kept);
    CHECK (kept->rowsPerSecond == 100'000);
    CHECK (kept->startSeconds < 8);
}

TEST_CASE ("work that the CPU ends before any GPU starts opens no GPU", "[choice]")
{
    TwoDevices two;
    AutomaticBackend backend (two.devices ());
    CHECK (deviceChosen (backend, workOfRows (1)) == "cpu");
    CHECK (two.numOpened == 0);
    CHECK (two.numListed == 0);
    CHECK (backend.choice ().empty ());
    CHECK (MelRateCache (two.file, workOfRows (1)).cpuRowsPerThread ());
    AutomaticBackend empty (two.devices ());
    CHECK (deviceChosen (empty, MelWork {}) == "cpu");
    CHECK (empty.choice ().empty ());
}

TEST_CASE ("an empty cache is filled by one measurement of each device", "[choice]")
{
    TwoDevices two;
    AutomaticBackend first (two.devices ());
    const auto chosen = deviceChosen (first, workOfRows (kManyRows));
    CHECK (two.numOpened == 2); // to try variants, and to time a start
    const MelRateCache cache (two.file, workOfRows (kManyRows));
    const auto gpu = cache.gpu ({"570.86", {"A GPU"}});
    REQUIRE (cache.cpuRowsPerThread ());
    REQUIRE (gpu);
    // both are the same code: one thread each. A busy machine delays either.
    CHECK (gpu->rowsPerSecond / *cache.cpuRowsPerThread () > 0.05);
    CHECK (gpu->rowsPerSecond / *cache.cpuRowsPerThread () < 20);
    AutomaticBackend second (two.devices ());
    REQUIRE (second.decide (workOfRows (kManyRows)));
    CHECK (two.numOpened == 2 + (second.name () == "cuda:0" ? 1 : 0)); // no second measurement
}

TEST_CASE ("without a cache nothing is read and nothing is kept", "[choice]")
{
    TwoDevices two;
    two.keep (workOfRows (kManyRows), 1e12, {1, 1e6}); // would choose the CPU without a GPU
    const auto before = bytesOfFile (two.file);
    AutomaticBackend backend (two.devices (std::nullopt));
    REQUIRE (backend.decide (workOfRows (kManyRows)));
    CHECK (two.numOpened == 2);
    CHECK (bytesOfFile (two.file) == before);
}

TEST_CASE ("a damaged cache, another machine and another GPU are measured anew", "[choice]")
{
    TwoDevices two;
    const auto work = workOfRows (kManyRows);
    SECTION ("damaged")
    {
        two.folder.write ("measured.json", "{\"values\": [");
    }
    SECTION ("rates that no device has")
    {
        two.keep (work, -5, {0, -1});
    }
    SECTION ("another machine")
    {
        two.keep (work, 5000, {100'000, 1});
        auto values = measuredValues (two.file);
        for (auto& value : values)
        {
            value.on.machine = "another processor, 3 threads";
            REQUIRE (rememberMeasured (two.file, value));
        }
        two.keep (work, 5000, {0, -1}); // the entries of this machine are useless
    }
    SECTION ("another GPU")
    {
        const MelRateCache cache (two.file, work);
        cache.keepCpu (5000);
        cache.keepGpu ("Another GPU", kDriver, {1e12, 0});
    }
    SECTION ("another driver")
    {
        const MelRateCache cache (two.file, work);
        cache.keepCpu (5000);
        cache.keepGpu ("A GPU", "571.1, CUDA 12.8", {1e12, 0});
    }
    AutomaticBackend backend (two.devices ());
    REQUIRE (backend.decide (work));
    CHECK (two.numOpened == 2);
    const auto kept = MelRateCache (two.file, work).gpu ({"570.86", {"A GPU"}});
    REQUIRE (kept);
    CHECK (kept->rowsPerSecond > 0);
    CHECK (kept->rowsPerSecond < 1e12);
}

TEST_CASE ("a GPU that cannot be opened leaves the CPU, with the reason", "[choice]")
{
    TwoDevices two;
    two.failure = Error {ErrorCode::deviceUnavailable, "no driver", {}};
    std::string notice = "cpu computes instead of cuda:0: no driver";
    SECTION ("a GPU is listed, rates unknown") {}
    SECTION ("a GPU is listed, rates cached")
    {
        two.keep (workOfRows (kManyRows), 5000, {1e12, 0.1});
    }
    SECTION ("the rates say that it would be faster")
    {
        two.listed = {};
        two.keep (workOfRows (kManyRows), 5000, {1e12, 0.1});
    }
    SECTION ("a machine without a GPU")
    {
        two.listed = {};
        notice.clear ();
    }
    AutomaticBackend backend (two.devices ());
    CHECK (deviceChosen (backend, workOfRows (kManyRows)) == "cpu");
    CHECK (backend.choice () == "CPU: cuda:0 cannot be used: no driver");
    CHECK (backend.notice () == notice);
}

TEST_CASE ("a recorded kind of device is taken without a prediction", "[choice]")
{
    TwoDevices two;
    AutomaticBackend gpu (two.devices ()), cpu (two.devices ());
    REQUIRE (gpu.take (BackendChoice::Kind::gpu));
    REQUIRE (cpu.take (BackendChoice::Kind::cpu));
    CHECK (gpu.name () == "cuda:0");
    CHECK (cpu.name () == "cpu");
    CHECK (gpu.choice ().empty ());
    CHECK (two.numOpened == 1);
}

TEST_CASE ("threads wait for the decision, and a run that ends early ends the wait", "[choice]")
{
    TwoDevices two;
    AutomaticBackend decided (two.devices ()), abandoned (two.devices ());
    Result<void> ready = Error {ErrorCode::internalFault, "not called", {}};
    {
        const std::jthread waiting ([&] { ready = decided.ready (); });
        CHECK_FALSE (decided.isDecided ());
        REQUIRE (decided.take (BackendChoice::Kind::cpu));
    }
    CHECK (ready);
    {
        const std::jthread waiting ([&] { ready = abandoned.ready (); });
        abandoned.abandon ();
    }
    REQUIRE_FALSE (ready);
    CHECK (ready.error ().code == ErrorCode::interrupted);
}
