// A disk that is full or fails at each call in turn (RELIABILITY F7, F8), and a process that ends
// there (K1): the run's message, the files it leaves, and the same command that completes the
// dataset.
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Storage/CrashScenario.h"
#include "Tests/Support/Storage/FaultStorage.h"

#include <cstdio>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kMostCalls = 1000;

/** Runs the command with a fault at each call. Returns the number of calls. */
int failEachCall (const CrashScenario& scenario, StorageFault fault, int hostThreads)
{
    for (int call = 1; call < kMostCalls; ++call)
    {
        INFO (scenario.title << ", call " << call);
        PowerLossStorage disk (scenario.before, Recording::off);
        FaultStorage faulty (disk, fault, call);
        const auto outcome = scenario.run (faulty, hostThreads);
        if (! faulty.hasFailed ())
            return call - 1;
        CHECK (scenario.faultOf (disk.image (), outcome.ok ()).value_or ("") == "");
        if (! outcome && fault != StorageFault::processEnds)
            CHECK (
                outcome.error ().code ==
                (fault == StorageFault::diskFull ? ErrorCode::diskFull : ErrorCode::writeFailed));
        PowerLossStorage mended (disk.image (), Recording::off);
        const auto again = scenario.run (mended, hostThreads);
        CHECK (scenario.faultAfter (again, mended.image ()).value_or ("") == "");
    }
    return kMostCalls;
}
} // namespace

TEST_CASE ("whichever call of a run fails, the run says so and the same command ends the dataset",
           "[storage][batch][faults]")
{
    const EnvironmentVariable date ("SOURCE_DATE_EPOCH", "0");
    const auto format = GENERATE (values ({OutputFormat::npy, OutputFormat::h5}));
    const auto make = GENERATE (values ({&newDataset, &replacedDataset, &normalisedDataset}));
    const int hostThreads = GENERATE (1, 2);
    const CrashScenario scenario = make (format);
    for (const StorageFault fault :
         {StorageFault::diskFull, StorageFault::writeFailed, StorageFault::processEnds})
    {
        INFO ("fault " << static_cast<int> (fault) << ", threads " << hostThreads);
        const int numCalls = failEachCall (scenario, fault, hostThreads);
        CHECK (numCalls > 20);
        CHECK (numCalls < kMostCalls);
    }
}

TEST_CASE ("a sync that fails has lost what was written since the last one", "[storage]")
{
    DiskImage image;
    image.add ("out/a", "one");
    PowerLossStorage disk (image, Recording::off);
    FaultStorage faulty (disk, StorageFault::writeFailed, 4);
    auto file = faulty.openForUpdate ("out/a");
    REQUIRE (file);
    REQUIRE ((*file)->writeAt ("two", 3, 0));
    REQUIRE ((*file)->sync ());
    REQUIRE ((*file)->writeAt ("six", 3, 0));
    CHECK ((*file)->sync ().error ().code == ErrorCode::writeFailed);
    CHECK (*disk.image ().files.at ("out/a").bytes == "two");
    CHECK ((*file)->sync ()); // the second sync succeeds, although the bytes are lost
}
