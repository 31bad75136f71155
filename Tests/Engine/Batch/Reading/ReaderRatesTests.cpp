// The measured number of readers.
#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Batch/Reading/ReaderRates.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
const std::atomic<bool> kGoOn {false};

DatasetPlan planOfFiles (const TemporaryFolder& folder, int numFiles)
{
    DatasetPlan plan;
    for (int i = 0; i < numFiles; ++i)
    {
        PlannedFile& file = plan.files.emplace_back ();
        file.path = folder.write (std::to_string (i), "abc");
        file.stat.bytes = 3;
        file.numRows = 1;
    }
    return plan;
}

void remember (const std::string& file, const TemporaryFolder& folder, const char* what,
               double once, double twice, double fourTimes)
{
    const auto system = fileSystemOf (folder.path ());
    REQUIRE (system.ok ());
    REQUIRE (rememberMeasured (file, {what,
                                      measuredOn (*system),
                                      "2026-11-23T05:54:00Z",
                                      {{"threads_1x", 3},
                                       {"files_per_s_1x", once},
                                       {"files_per_s_2x", twice},
                                       {"files_per_s_4x", fourTimes}}}));
}
} // namespace

TEST_CASE ("more readers are taken only where they are faster by a fifth", "[reading]")
{
    CHECK (ReaderRates {{100, 119, 118}}.bestMultiple () == 1);
    CHECK (ReaderRates {{100, 150, 160}}.bestMultiple () == 2);
    CHECK (ReaderRates {{100, 119, 130}}.bestMultiple () == 4);
    CHECK (ReaderRates {{100, 200, 400}}.bestMultiple () == 4);
    CHECK (ReaderRates {{100, 50, 20}}.bestMultiple () == 1);
}

TEST_CASE ("rates of small files are measured once for a file system", "[reading]")
{
    const TemporaryFolder folder, caches;
    const auto cache = caches.file ("measured.json");
    const auto plan = planOfFiles (folder, 2048);
    const auto fill = makeDirectFill ();
    const auto rates = readerRates (plan, {posixStorage (), *fill, 3, cache, kGoOn});
    REQUIRE (rates);
    for (const double rate : rates->filesPerSecond)
        CHECK (rate > 0);
    const auto values = measuredValues (cache);
    REQUIRE (values.size () == 1);
    CHECK (values[0].what == "readers, warm"); // they were just written
    CHECK (numberNamed (values[0], "threads_1x") == 3);

    remember (cache, folder, "readers, warm", 1, 2, 4);
    const auto again = readerRates (plan, {posixStorage (), *fill, 3, cache, kGoOn});
    REQUIRE (again);
    CHECK (again->filesPerSecond == std::array {1.0, 2.0, 4.0}); // no file was read
    const auto other = readerRates (plan, {posixStorage (), *fill, 2, cache, kGoOn});
    REQUIRE (other);
    CHECK (other->filesPerSecond[0] > 1000); // another number of threads is measured
}

TEST_CASE ("few files, a file that is gone and a stop give no rates of readers", "[reading]")
{
    const TemporaryFolder folder, caches;
    const auto cache = caches.file ("measured.json");
    const auto fill = makeDirectFill ();
    auto plan = planOfFiles (folder, 2048);
    const std::atomic<bool> stopped {true};
    CHECK_FALSE (readerRates (plan, {posixStorage (), *fill, 2, cache, stopped}));
    std::filesystem::remove (folder.file ("0"));
    CHECK_FALSE (readerRates (plan, {posixStorage (), *fill, 2, cache, kGoOn}));
    plan.files.pop_back ();
    CHECK_FALSE (readerRates (plan, {posixStorage (), *fill, 2, cache, kGoOn}));
    plan = planOfFiles (folder, 2048);
    plan.files[5].numRows = 0; // a damaged file is not read
    CHECK_FALSE (readerRates (plan, {posixStorage (), *fill, 2, cache, kGoOn}));
    CHECK (measuredValues (cache).empty ());
}
