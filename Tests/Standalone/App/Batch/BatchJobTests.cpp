// The job of the batch page: the code behind --batch, in a process that goes on.
#include "Standalone/App/Batch/BatchJob.h"
#include "Tests/Standalone/App/Batch/GatedBackend.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"

#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{

/** Folders of good files, and one that is no audio. */
void writeAudio (const TemporaryFolder& folder)
{
    fs::create_directories (folder.file ("in/low"));
    fs::create_directories (folder.file ("in/high"));
    folder.write ("in/low/a.wav", chirpWav (16000, 31000, 1));
    folder.write ("in/low/b.wav", chirpWav (22050, 90001, 2, 2));
    folder.write ("in/high/c.wav", chirpWav (48000, 123457, 3));
    folder.write ("in/high/bad.wav", "no audio");
}

/** Enough for several batches in the smallest memory. */
void writeLongAudio (const TemporaryFolder& folder)
{
    fs::create_directories (folder.file ("in"));
    for (unsigned i = 0; i < 12; ++i)
        folder.write ("in/" + std::to_string (i) + ".wav", chirpWav (16000, 960000, i + 1));
}

std::vector<std::string> arguments (const TemporaryFolder& folder,
                                    const std::vector<std::string>& more)
{
    std::vector<std::string> all {"--batch",           folder.file ("in"), "--out",
                                  folder.file ("out"), "--preset",         "whisper-openai-80"};
    all.insert (all.end (), more.begin (), more.end ());
    return all;
}

/** Two threads: with more, all slabs would be in flight before a gate, and no row done. */
const std::vector<std::string> kSmallest {"--max-mem", "16M", "--threads", "2", "--labels", "none"};

BatchEnd endOf (BatchJob& job)
{
    job.wait ();
    const auto shown = job.snapshot ();
    REQUIRE_FALSE (shown.isRunning);
    REQUIRE (shown.end);
    return *shown.end;
}

BatchEnd runToEnd (BatchJob& job, const std::vector<std::string>& words)
{
    const auto started = job.start (words);
    INFO (failureOf (started));
    REQUIRE (started);
    return endOf (job);
}

/** The dataset of the folder's inputs, without the job. */
std::string expectedFeatures (const TemporaryFolder& folder)
{
    auto options = batchOptions (folder.file ("in"), folder.file ("expected"), "whisper-openai-80");
    REQUIRE (failureOf (runWith (options)) == "");
    return contentsOf (folder.file ("expected")).at ("features.npy");
}

} // namespace

TEST_CASE ("a job writes the same bytes as a run with the same options", "[app][batch]")
{
    const TemporaryFolder folder;
    writeAudio (folder);
    BatchJob job;
    const auto end = runToEnd (job, arguments (folder, {"--backend", "cpu", "--threads", "2"}));
    CHECK (end.code == ExitCode::someFailed);
    CHECK_FALSE (end.error);
    REQUIRE (end.problems.size () == 1);
    CHECK (end.problems[0].path == folder.file ("in/high/bad.wav"));
    CHECK (end.problems[0].reason.ends_with ("[not-audio]"));
    CHECK_FALSE (end.problems[0].cure.empty ());
    CHECK (end.report.find ("3 are in, 1 failed") != std::string::npos);

    const auto options =
        batchOptions (folder.file ("in"), folder.file ("expected"), "whisper-openai-80");
    REQUIRE (failureOf (runWith (options)) == "");
    const auto made = contentsOf (folder.file ("out"));
    const auto expected = contentsOf (folder.file ("expected"));
    CHECK (made.size () == expected.size ());
    for (const auto* const name : {"features.npy", "files.csv", "errors.csv"})
    {
        INFO (name);
        REQUIRE (expected.contains (name));
        CHECK ((made.at (name) == expected.at (name)));
    }

    const auto shown = job.snapshot ();
    REQUIRE (shown.progress);
    CHECK (shown.progress->phase == BatchPhase::done);
    CHECK (shown.progress->filesDone == 4);
    CHECK (shown.progress->filesFailed == 1);
    CHECK (shown.progress->rowsDone == shown.progress->rowsTotal);
    CHECK (shown.device.starts_with ("CPU"));
}

TEST_CASE ("a stopped job goes on where it stopped, and its bytes are the same", "[app][batch]")
{
    const TemporaryFolder folder;
    writeLongAudio (folder);
    const auto gate = std::make_shared<Gate> (8);
    {
        BatchJob job (gatedBackends (gate));
        REQUIRE (job.start (arguments (folder, kSmallest)));
        REQUIRE (gate->isReached ());
        CHECK (job.isRunning ());
        CHECK (job.snapshot ().end == nullptr);
        const auto second = job.start (arguments (folder, kSmallest));
        REQUIRE_FALSE (second);
        CHECK (second.error ().code == ErrorCode::locked);
        while (job.snapshot ().progress->rowsDone == 0) // of the batches before the gate
            std::this_thread::sleep_for (std::chrono::milliseconds (1));
        job.stop ();
        CHECK (job.snapshot ().isStopping);
        gate->open ();
        const auto end = endOf (job);
        REQUIRE (end.error);
        CHECK (end.error->code == ErrorCode::interrupted);
        CHECK (end.canGoOn ());
        CHECK (end.report.empty ());
    }
    CHECK_FALSE (fs::exists (folder.file ("out/features.npy")));
    CHECK (fs::exists (folder.file ("out/plan.json")));
    BatchJob job (
        [gate] (const BackendChoice& choice)
        {
            CHECK (choice.kind == BackendChoice::Kind::cpu); // that of the unfinished run
            return gatedBackends (gate) (choice);
        });
    const auto end = runToEnd (job, arguments (folder, kSmallest));
    CHECK (end.code == ExitCode::allIn);
    CHECK (end.report.find ("rows of an earlier run") != std::string::npos);
    CHECK (contentsOf (folder.file ("out")).at ("features.npy") == expectedFeatures (folder));
}

TEST_CASE ("a job that loses its device says so, and goes on when begun again", "[app][batch]")
{
    const TemporaryFolder folder;
    writeLongAudio (folder);
    bool isLost = true;
    BatchJob job (
        [&isLost] (const BackendChoice&) -> Result<std::unique_ptr<Backend>>
        {
            if (isLost)
                return std::unique_ptr<Backend> (std::make_unique<LosingBackend> ());
            return makeCpuBackend (2);
        });
    const auto lost = runToEnd (job, arguments (folder, kSmallest));
    REQUIRE (lost.error);
    CHECK (lost.error->code == ErrorCode::deviceLost);
    CHECK (lost.code == ExitCode::environment);
    CHECK (lost.canGoOn ());
    CHECK (lost.sentence ().starts_with ("the device does not answer any more"));
    isLost = false;
    CHECK (runToEnd (job, arguments (folder, kSmallest)).code == ExitCode::allIn);
    CHECK (contentsOf (folder.file ("out")).at ("features.npy") == expectedFeatures (folder));
}

TEST_CASE ("the end of a job's object ends its run", "[app][batch]")
{
    const TemporaryFolder folder;
    writeLongAudio (folder);
    const auto gate = std::make_shared<Gate> (8);
    std::thread opening;
    {
        BatchJob job (gatedBackends (gate));
        REQUIRE (job.start (arguments (folder, kSmallest)));
        REQUIRE (gate->isReached ());
        opening = std::thread ([gate] { gate->open (); });
    }
    opening.join ();
    CHECK (fs::exists (folder.file ("out")));
}

TEST_CASE ("a dry run lists files to be overwritten, and writes nothing", "[app][batch]")
{
    const TemporaryFolder folder;
    writeAudio (folder);
    BatchJob job;
    const std::vector<std::string> cpu {"--backend", "cpu"};
    const auto plan = runToEnd (job, arguments (folder, {"--backend", "cpu", "--dry-run"}));
    CHECK (plan.kind == BatchEndKind::plan);
    CHECK (plan.report.starts_with ("Dry run: nothing was written."));
    CHECK (plan.problems.size () == 1);
    CHECK_FALSE (fs::exists (folder.file ("out")));

    runToEnd (job, arguments (folder, cpu));
    const auto before = contentsOf (folder.file ("out"));
    const auto list = runToEnd (job, arguments (folder, {"--backend", "cpu", "--overwrite",
                                                         "--dry-run", "--dtype", "f16"}));
    const std::set<std::string> removals (list.removals.begin (), list.removals.end ());
    CHECK (removals == std::set<std::string> {"dataset.json", "errors.csv", "features.npy",
                                              "files.csv", "inputs.bin", "statistics.bin"});
    CHECK (contentsOf (folder.file ("out")) == before);
}

TEST_CASE ("a verification finds a changed byte", "[app][batch]")
{
    const TemporaryFolder folder;
    writeAudio (folder);
    BatchJob job;
    runToEnd (job, arguments (folder, {"--backend", "cpu"}));
    const std::vector<std::string> verify {"--verify", "--out", folder.file ("out")};
    const auto sound = runToEnd (job, verify);
    CHECK (sound.code == ExitCode::allIn);
    CHECK (sound.problems.empty ());
    auto features = contentsOf (folder.file ("out")).at ("features.npy");
    features[5000] = static_cast<char> (features[5000] ^ 1);
    folder.write ("out/features.npy", features);
    const auto damaged = runToEnd (job, verify);
    CHECK (damaged.code == ExitCode::verificationFailed);
    REQUIRE_FALSE (damaged.problems.empty ());
    CHECK (damaged.problems[0].kind == BatchProblemKind::fault);
}

TEST_CASE ("a job takes nothing but batches", "[app][batch]")
{
    BatchJob job;
    for (const auto& words :
         {std::vector<std::string> {"--list", "presets"}, std::vector<std::string> {"--help"}})
    {
        const auto started = job.start (words);
        REQUIRE_FALSE (started);
        CHECK (started.error ().code == ErrorCode::badUsage);
        CHECK_FALSE (job.isRunning ());
    }
}
