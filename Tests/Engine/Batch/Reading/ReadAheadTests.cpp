// The order and the amount of what is read ahead of the readers.
#include "Engine/Batch/Reading/ReadAhead.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <chrono>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::int64_t kMiB = 1 << 20;

/** What a ReadAhead asked of its CacheFill. */
struct Asked
{
    std::mutex mutex;
    std::vector<FileStretch> filled;
    int numLooks = 0;
    std::atomic<bool> areCached {false};
};

class RecordingFill final : public CacheFill
{
public:
    explicit RecordingFill (Asked& asked) : asked_ (asked) {}
    const char* name () const noexcept override { return "recording"; }
    void fill (std::span<const FileStretch> stretches) override
    {
        const std::lock_guard lock (asked_.mutex);
        asked_.filled.insert (asked_.filled.end (), stretches.begin (), stretches.end ());
    }
    bool isCached (const FileStretch&) override
    {
        const std::lock_guard lock (asked_.mutex);
        ++asked_.numLooks;
        return asked_.areCached;
    }

private:
    Asked& asked_;
};

DatasetPlan planOfFiles (int numFiles, std::int64_t bytes)
{
    DatasetPlan plan;
    for (int i = 0; i < numFiles; ++i)
    {
        PlannedFile& file = plan.files.emplace_back ();
        file.path = std::to_string (i);
        file.stat.bytes = bytes;
        file.numRows = 1;
    }
    return plan;
}

/** A ReadAhead over a plan, and the place that readers have reached. */
struct Run
{
    explicit Run (const DatasetPlan& plan, std::int64_t windowBytes)
        : ahead (
              plan, storage, std::make_unique<RecordingFill> (asked),
              [this] { return reached.load (); }, windowBytes)
    {
    }

    bool filledSoon (std::size_t numFiles)
    {
        for (int tries = 0; tries < 1000; ++tries)
        {
            if (numFilled () >= numFiles)
                return true;
            std::this_thread::sleep_for (std::chrono::milliseconds (5));
        }
        return false;
    }
    std::size_t numFilled ()
    {
        const std::lock_guard lock (asked.mutex);
        return asked.filled.size ();
    }
    /** Long enough for several rounds of the thread. */
    static void settle () { std::this_thread::sleep_for (std::chrono::milliseconds (60)); }

    MemoryStorage storage;
    Asked asked;
    std::atomic<std::int64_t> reached {-1};
    ReadAhead ahead;
};
} // namespace

TEST_CASE ("files are read ahead in order, and never more than the window", "[reading]")
{
    const auto plan = planOfFiles (100, kMiB);
    Run run (plan, 10 * kMiB);
    Run::settle ();
    CHECK (run.numFilled () == 0); // no reader has begun
    run.reached = 0;
    CHECK (run.filledSoon (10)); // the window
    Run::settle ();
    CHECK (run.numFilled () == 10);
    CHECK (run.ahead.bytesFilled () == 10 * kMiB);
    run.reached = 8; // the first stretch, of 8 MiB
    CHECK (run.filledSoon (18));
    Run::settle ();
    CHECK (run.numFilled () == 18);
    for (std::size_t i = 0; i < 18; ++i)
        CHECK (run.asked.filled[i] == FileStretch {std::to_string (i + 1), 0, kMiB});
    run.reached = 60; // readers were faster: what they have is not asked for
    CHECK (run.filledSoon (28));
    Run::settle ();
    REQUIRE (run.numFilled () == 28);
    CHECK (run.asked.filled[18].path == "61");
    CHECK (run.asked.filled[27].path == "70");
}

TEST_CASE ("files in the page cache are looked at once a stretch, and not asked for", "[reading]")
{
    const auto plan = planOfFiles (1281, 16 << 10);
    Run run (plan, 256 * kMiB);
    run.asked.areCached = true;
    run.reached = 0;
    Run::settle ();
    CHECK (run.numFilled () == 0);
    const std::lock_guard lock (run.asked.mutex);
    CHECK (run.asked.numLooks == 10); // of 128 files each
}

TEST_CASE ("read-ahead follows the order of the splits and leaves out files without rows",
           "[reading]")
{
    auto plan = planOfFiles (6, kMiB);
    plan.files[1].split = 1;
    plan.files[2].numRows = 0;
    plan.files[4].split = 1;
    Run run (plan, 64 * kMiB);
    run.reached = placeInOrder (0, 0);
    CHECK (run.filledSoon (4));
    Run::settle ();
    std::string order;
    for (const FileStretch& file : run.asked.filled)
        order += file.path;
    CHECK (order == "3514");
}

TEST_CASE ("a file longer than the window is read ahead in part", "[reading]")
{
    const auto plan = planOfFiles (3, 1000 * kMiB);
    Run run (plan, 64 * kMiB);
    run.reached = 0;
    CHECK (run.filledSoon (2));
    CHECK (run.asked.filled[0] == FileStretch {"1", 0, 32 * kMiB});
    CHECK (run.asked.filled[1] == FileStretch {"2", 0, 32 * kMiB});
}

TEST_CASE ("without a window nothing is read ahead, and a run may end at any time", "[reading]")
{
    const auto plan = planOfFiles (1000, kMiB);
    Run none (plan, 0);
    none.reached = 0;
    Run::settle ();
    CHECK (none.numFilled () == 0);
    const auto start = std::chrono::steady_clock::now ();
    {
        Run early (plan, kMiB);
    }
    CHECK (std::chrono::steady_clock::now () - start < std::chrono::seconds (1));
}
