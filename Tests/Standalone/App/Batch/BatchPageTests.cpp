// The batch page on a screen, with a mouse.
#include "Tests/Standalone/App/Batch/BatchPageRun.h"
#include "Tests/Standalone/App/Batch/GatedBackend.h"
#include "Tests/Support/Editor/Pictures.h"

#include <set>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

TEST_CASE ("a dataset is made, checked and shown by clicks", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    run.run ("Dry run");
    CHECK (contains (run.report (), "Dry run: nothing was written."));
    CHECK_FALSE (fs::exists (run.folder.file ("out")));

    run.run ("Start");
    CHECK (contains (run.report (), "2 are in, 1 failed"));
    CHECK (contains (run.problems (), run.folder.file ("in/bad.wav")));
    CHECK (contains (run.problems (), "[not-audio]"));
    const auto options =
        batchOptions (run.folder.file ("in"), run.folder.file ("expected"), "whisper-openai-80");
    REQUIRE (failureOf (runWith (options)) == "");
    CHECK (contentsOf (run.folder.file ("out")).at ("features.npy") ==
           contentsOf (run.folder.file ("expected")).at ("features.npy"));
    keepPicture (run.page, "batch-done");

    run.run ("Verify");
    CHECK (run.message () == "The dataset is sound.");
    juce::File opened;
    run.page.onOpenFolder = [&opened] (const juce::File& shown) { opened = shown; };
    run.click ("Open folder");
    CHECK (opened.getFullPathName ().toStdString () == run.folder.file ("out"));
}

TEST_CASE ("the batch page shows the refusals of the command line", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    const auto refusal = [&run] (const BatchPageState& state)
    {
        run.page.show (state);
        run.click ("Start");
        CHECK_FALSE (run.page.isRunning ());
        return run.message ();
    };
    auto state = run.state ();
    state.outputFolder = run.folder.file ("in");
    CHECK (contains (refusal (state), "itself; choose a separate folder for the dataset"));
    state = run.state ();
    state.threads = "many";
    CHECK (refusal (state) == "--threads = many: must be a whole number from 1 to 256");
    state = run.state ();
    state.outputFolder = {};
    CHECK (contains (refusal (state), "--out is missing"));
    state = run.state ();
    state.inputs.clear ();
    CHECK (contains (refusal (state), "--batch needs INPUT..."));
    CHECK_FALSE (fs::exists (run.folder.file ("out")));
    CHECK (contentsOf (run.folder.file ("in")).size () == 3);
}

TEST_CASE ("files of another run are replaced only after a question", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    run.run ("Start");
    const auto first = contentsOf (run.folder.file ("out"));
    auto state = run.state ();
    state.type = "f16";
    run.page.show (state);
    CHECK_FALSE (run.button ("Replace...").isVisible ());
    run.run ("Start");
    CHECK (contains (run.message (), "of another spec or of other options"));
    run.run ("Replace...");
    keepPicture (run.page, "batch-replace");
    const auto list = find<OverwritePanel> (run.page).names ();
    CHECK (list == std::set<juce::String> {"dataset.json", "errors.csv", "features.npy",
                                           "files.csv", "inputs.bin", "statistics.bin"});
    CHECK_FALSE (run.button ("Start").isEnabled ());
    run.click ("Keep them");
    CHECK (findOrNull<OverwritePanel> (run.page) == nullptr);
    CHECK (contentsOf (run.folder.file ("out")) == first);

    run.run ("Start");
    run.run ("Replace...");
    run.run ("Delete 6 files and start");
    CHECK (contains (run.report (), "float16"));
    CHECK (contentsOf (run.folder.file ("out")).at ("features.npy").size () <
           first.at ("features.npy").size ());
}

TEST_CASE ("Stop ends a run, and Resume goes on", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    const auto gate = std::make_shared<Gate> (3);
    PageRun run (gatedBackends (gate));
    for (unsigned i = 0; i < 40; ++i) // several slabs
        run.folder.write ("in/long" + std::to_string (i) + ".wav", chirpWav (16000, 960000, i + 9));
    run.click ("Start");
    REQUIRE (gate->isReached ());
    CHECK (run.page.isRunning ());
    CHECK_FALSE (run.button ("Start").isEnabled ());
    CHECK_FALSE (find<BatchForm> (run.page).isEnabled ());
    const auto& status = find<BatchStatus> (run.page);
    for (int wait = 0; wait < 1000 && status.text ().contains (", 0 of "); ++wait)
        pumpMessages (10);
    pumpMessages (100);
    keepPicture (run.page, "batch-runs");
    run.click ("Stop");
    gate->open ();
    run.waitForEnd ();
    CHECK (contains (run.message (), "Stopped. The same run goes on"));
    CHECK (run.button ("Resume").isEnabled ());
    run.run ("Resume");
    CHECK (contains (run.report (), "rows of an earlier run"));
    CHECK (contains (run.report (), "42 are in, 1 failed"));
}

TEST_CASE ("the page's end stops its run", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    const auto gate = std::make_shared<Gate> (3);
    PageRun run (gatedBackends (gate));
    for (unsigned i = 0; i < 40; ++i)
        run.folder.write ("in/long" + std::to_string (i) + ".wav", chirpWav (16000, 960000, i + 9));
    run.click ("Start");
    REQUIRE (gate->isReached ());
    std::thread opening ([gate] { gate->open (); });
    run.page.stopAndWait ();
    opening.join ();
    CHECK_FALSE (run.page.isRunning ());
}
