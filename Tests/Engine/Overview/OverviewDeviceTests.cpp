// An overview that changes its device while it computes.
#include "Engine/Overview/RowDevice.h"
#include "Tests/Engine/Overview/OverviewRuns.h"
#include "Tests/Engine/Overview/PacedBackend.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/TemporaryFolder.h"

#include <sndfile.h>

namespace melstrom::testing
{
namespace
{

using Kind = BackendChoice::Kind;
constexpr int kRateHz = 16000;

std::string noiseFile (const TemporaryFolder& folder, int seconds)
{
    return folder.write ("noise.wav", encoded (SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, kRateHz,
                                               testSamples (std::int64_t {seconds} * kRateHz)));
}

/** The GPU's own host code and kernels, executed by the host: rows differ from the CPU's by
    rounding. */
Result<std::unique_ptr<GpuDevice>> emulatedGpu ()
{
    EmulationOptions options;
    options.totalBytes = std::size_t {256} << 20;
    BackendChoice choice;
    choice.kind = Kind::gpu;
    choice.variants = {"fused-20x10-t32"};
    return makeGpuDevice (
        std::make_unique<EmulatedDevice> (options, std::make_shared<EmulationRecord> ()), choice);
}

/** Levels of all rows of an overview. */
std::vector<float> levelsOf (const RowStore& rows)
{
    const auto width = static_cast<std::size_t> (rows.geometry ().rowElements ());
    std::vector<float> all (static_cast<std::size_t> (rows.endRow ()) * width);
    for (std::int64_t row = 0; row < rows.endRow (); ++row)
        REQUIRE (rows.maximum (row, row + 1,
                               std::span (all).subspan (static_cast<std::size_t> (row) * width,
                                                        width)) == RowPresence::whole);
    return all;
}

/** Number of values at the beginning of two lists that are equal in every bit. */
std::size_t numEqual (std::span<const float> a, std::span<const float> b)
{
    return static_cast<std::size_t> (std::mismatch (a.begin (), a.end (), b.begin ()).first -
                                     a.begin ());
}

bool computesOn (FileOverview& overview, const std::string& name)
{
    return updatedUntil (overview,
                         [&] { return overview.status ().computing.backendName == name; });
}

} // namespace

TEST_CASE ("from the change on rows are the other device's, and none is lost", "[overview][cuda]")
{
    const TemporaryFolder folder;
    const auto path = noiseFile (folder, 100);
    const auto preset = presetNamed ("whisper-openai-80");
    const auto cpuPace = std::make_shared<Pace> ();
    PacedBackend cpu ("cpu", cpuPace);
    cpuPace->numAllowed = 2;
    const auto overview = opened (path, cpu, {.frontEnd = preset});
    overview->setDevice (deviceOf (Kind::gpu, emulatedGpu));
    REQUIRE (cpuPace->reaches (cpuPace->numBatches, 3)); // the third piece of seven waits
    std::this_thread::sleep_for (std::chrono::milliseconds (20));
    overview->update ();
    std::vector<float> row (80);
    CHECK (overview->rows ().maximum (10, 11, row) == RowPresence::whole);
    const auto shown = row;
    cpuPace->msABatch = 100; // the GPU's plan is made before the CPU is done
    cpuPace->numAllowed = 1 << 30;
    REQUIRE (computesOn (*overview, "cuda:0"));
    CHECK (overview->status ().computing.reason == "chosen");
    CHECK_FALSE (overview->status ().computing.hasFailed);
    CHECK (overview->rows ().maximum (10, 11, row) == RowPresence::whole);
    CHECK (row == shown);
    REQUIRE (becomesWhole (*overview));

    const auto gpu = emulatedGpu ();
    REQUIRE (gpu.ok ());
    const auto byCpu = batchLevels (path, cpu, preset);
    const auto byGpu = batchLevels (path, (*gpu)->melBackend (), preset);
    const auto levels = levelsOf (overview->rows ());
    REQUIRE (levels.size () == byCpu.size ());
    REQUIRE (levels.size () == byGpu.size ());
    const auto change = numEqual (levels, byCpu);
    INFO ("change at row " << change / 80 << " of " << levels.size () / 80);
    CHECK (change > 80 * 3000);          // two pieces at least
    CHECK (change < levels.size () - 1); // the devices round differently
    const auto firstRow = change / 80 * 80;
    CHECK (std::equal (levels.begin () + static_cast<std::ptrdiff_t> (firstRow), levels.end (),
                       byGpu.begin () + static_cast<std::ptrdiff_t> (firstRow)));

    // a new front end: rows in the end are those of an overview that never changed
    auto other = preset;
    other.spec.lowestHz = 100;
    REQUIRE (overview->setFrontEnd (other, OverviewChannel::left).ok ());
    overview->setDevice ({});
    REQUIRE (computesOn (*overview, "cpu"));
    cpuPace->msABatch = 0;
    REQUIRE (becomesWhole (*overview));
    CHECK (firstWrongRow (overview->rows (), batchLevels (path, cpu, other), 0,
                          overview->rows ().endRow ()) == -1);
}

TEST_CASE ("a GPU that fails is replaced by the CPU, and a sentence says so", "[overview]")
{
    const int lostFrom = GENERATE (0, 1, 3);
    INFO ("lost at its batch " << lostFrom);
    const TemporaryFolder folder;
    const auto path = noiseFile (folder, 150);
    const auto preset = presetNamed ("whisper-openai-80");
    const auto cpuPace = std::make_shared<Pace> (), gpuPace = std::make_shared<Pace> ();
    PacedBackend cpu ("cpu", cpuPace);
    cpuPace->msABatch = 30;
    gpuPace->lostFrom = lostFrom;
    const auto overview = opened (path, cpu, {.frontEnd = preset});
    overview->setDevice (pacedGpu (Kind::gpu, gpuPace));
    REQUIRE (updatedUntil (*overview, [&] { return overview->status ().computing.hasFailed; }));
    const auto computing = overview->status ().computing;
    CHECK (computing.backendName == "cpu");
    CHECK (computing.reason.find ("the test took the GPU away") != std::string::npos);
    REQUIRE (becomesWhole (*overview));
    CHECK_FALSE (overview->status ().error.has_value ());
    CHECK (gpuPace->numBatches == lostFrom + 1); // not tried again
    CHECK (firstWrongRow (overview->rows (), batchLevels (path, cpu, preset), 0,
                          overview->rows ().endRow ()) == -1);
    // nor for another front end, until it is chosen anew
    auto other = preset;
    other.spec.lowestHz = 100;
    REQUIRE (overview->setFrontEnd (other, OverviewChannel::mean).ok ());
    REQUIRE (becomesWhole (*overview));
    CHECK (gpuPace->numPlans == 1);
    gpuPace->lostFrom = 1 << 30;
    overview->setDevice (pacedGpu (Kind::gpu, gpuPace));
    CHECK (computesOn (*overview, "cuda:0"));
    CHECK_FALSE (overview->status ().computing.hasFailed);
}

TEST_CASE ("without a GPU, or without memory on it, the CPU computes and says why", "[overview]")
{
    const TemporaryFolder folder;
    const auto path = noiseFile (folder, 20);
    const auto preset = presetNamed ("whisper-openai-80");
    const auto cpu = *makeCpuBackend (1);
    const auto overview = opened (path, *cpu, {.frontEnd = preset});
    const auto pace = std::make_shared<Pace> ();
    pace->hasNoMemory = true;
    const auto refused = [] () -> Result<std::unique_ptr<GpuDevice>> {
        return Error {ErrorCode::deviceUnavailable, "no driver here", {}};
    };
    struct Case
    {
        OverviewDevice device;
        const char* reason;
    };
    for (const auto& [device, reason] :
         {Case {{Kind::gpu, {}}, "there is no GPU"},
          Case {{Kind::gpu, [] { return std::shared_ptr<LiveDevice> (); }}, "there is no GPU"},
          Case {deviceOf (Kind::gpu, refused), "no driver here"},
          Case {pacedGpu (Kind::gpu, pace), "the test leaves no memory"}})
    {
        INFO (reason);
        overview->setDevice (device);
        CHECK (updatedUntil (*overview,
                             [&, reason = reason]
                             {
                                 const auto now = overview->status ().computing;
                                 return now.hasFailed &&
                                        now.reason.find (reason) != std::string::npos;
                             }));
        CHECK (overview->status ().computing.backendName == "cpu");
    }
    REQUIRE (becomesWhole (*overview));
    CHECK (firstWrongRow (overview->rows (), batchLevels (path, *cpu, preset), 0,
                          overview->rows ().endRow ()) == -1);
}

TEST_CASE ("automatic takes the GPU where the CPU would need long, and leaves a slower one",
           "[overview]")
{
    const TemporaryFolder folder;
    const auto path = noiseFile (folder, 600); // 60'000 rows in 37 pieces
    const auto preset = presetNamed ("whisper-openai-80");
    const auto cpuPace = std::make_shared<Pace> (), gpuPace = std::make_shared<Pace> ();
    PacedBackend cpu ("cpu", cpuPace);

    SECTION ("a fast CPU keeps the file")
    {
        const auto overview = opened (path, cpu, {.frontEnd = preset});
        overview->setDevice (pacedGpu (Kind::automatic, gpuPace));
        REQUIRE (becomesWhole (*overview));
        CHECK (gpuPace->numPlans == 0);
        CHECK (overview->status ().computing.backendName == "cpu");
        CHECK_FALSE (overview->status ().computing.hasFailed);
    }
    SECTION ("a CPU of 100 ms a piece gives it to the GPU after the measurement")
    {
        cpuPace->msABatch = 100;
        const auto overview = opened (path, cpu, {.frontEnd = preset});
        overview->setDevice (pacedGpu (Kind::automatic, gpuPace));
        REQUIRE (computesOn (*overview, "cuda:0"));
        REQUIRE (becomesWhole (*overview));
        const auto computing = overview->status ().computing;
        CHECK (computing.backendName == "cuda:0");
        CHECK (computing.numRows == overview->rows ().endRow ());
        CHECK (computing.rowSeconds > 0.25);
        CHECK (cpuPace->numBatches >= 3); // of about 1640 rows each
        CHECK (firstWrongRow (overview->rows (), batchLevels (path, cpu, preset), 0,
                              overview->rows ().endRow ()) == -1);
    }
    SECTION ("a GPU of 200 ms a piece is left again")
    {
        cpuPace->msABatch = 100;
        gpuPace->msABatch = 200;
        const auto overview = opened (path, cpu, {.frontEnd = preset});
        overview->setDevice (pacedGpu (Kind::automatic, gpuPace));
        REQUIRE (computesOn (*overview, "cuda:0"));
        REQUIRE (computesOn (*overview, "cpu"));
        CHECK (overview->status ().computing.reason.find ("faster") != std::string::npos);
        CHECK_FALSE (overview->status ().computing.hasFailed);
        CHECK (gpuPace->numBatches >= 3);
        cpuPace->msABatch = 0;
        REQUIRE (becomesWhole (*overview));
        CHECK (firstWrongRow (overview->rows (), batchLevels (path, cpu, preset), 0,
                              overview->rows ().endRow ()) == -1);
        CHECK (gpuPace->numPlans == 1);
    }
}

} // namespace melstrom::testing
