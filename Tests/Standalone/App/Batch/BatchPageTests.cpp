// The batch page on a screen, with mouse and keyboard.
#include "Source/Look/Theme.h"
#include "Standalone/App/Batch/BatchPage.h"
#include "Tests/Standalone/App/Batch/GatedBackend.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Plugin/Host.h"

#include <filesystem>
#include <set>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{

/** The page in a window, with a folder of two good files and one that is no audio. */
struct PageRun
{
    explicit PageRun (BackendOpener open = &openBackend) : page (std::move (open))
    {
        fs::create_directories (folder.file ("in"));
        folder.write ("in/a.wav", chirpWav (16000, 31000, 1));
        folder.write ("in/b.wav", chirpWav (16000, 47000, 2));
        folder.write ("in/bad.wav", "no audio");
        page.setSize (1200, 720);
        page.addToDesktop (juce::ComponentPeer::windowHasTitleBar);
        page.setVisible (true);
        page.show (state ());
        settleMessages ();
        REQUIRE (mouse.fault () == "");
    }

    BatchPageState state () const
    {
        BatchPageState made;
        made.inputs.add (folder.file ("in"));
        made.outputFolder = folder.file ("out");
        made.preset = "whisper-openai-80";
        made.labels = "none";
        made.backend = "cpu";
        return made;
    }
    juce::Button& button (const juce::String& text)
    {
        for (auto* const each : allOf<juce::Button> (page))
            if (each->getButtonText () == text || each->getTitle () == text)
                return *each;
        FAIL ("no button " << text);
        std::abort ();
    }
    void click (const juce::String& text)
    {
        REQUIRE (mouse.click (button (text)));
        settleMessages ();
    }
    void waitForEnd ()
    {
        for (int wait = 0; wait < 3000 && page.isRunning (); ++wait)
            pumpMessages (5);
        REQUIRE_FALSE (page.isRunning ());
        pumpMessages (200); // the page looks 15 times a second
    }
    void run (const juce::String& text)
    {
        click (text);
        waitForEnd ();
    }
    std::string message () { return find<BatchMessage> (page).text ().toStdString (); }
    std::string report () { return find<BatchReportView> (page).text ().toStdString (); }
    std::string problems () { return find<BatchProblemTable> (page).text ().toStdString (); }
    void takeFocus (juce::Component& component)
    {
        component.grabKeyboardFocus ();
        settleMessages ();
        REQUIRE (component.hasKeyboardFocus (true));
    }
    bool press (int key, int modifiers)
    {
        return page.getPeer ()->handleKeyPress (juce::KeyPress (key, modifiers, 0));
    }

    Host host; ///< also survives names that a bare screen lacks
    juce::SharedResourcePointer<MelstromLook> look;
    TemporaryFolder folder;
    BatchPage page;
    Mouse mouse;
};

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace

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
                                           "files.csv", "inputs.bin"});
    CHECK_FALSE (run.button ("Start").isEnabled ());
    run.click ("Keep them");
    CHECK (findOrNull<OverwritePanel> (run.page) == nullptr);
    CHECK (contentsOf (run.folder.file ("out")) == first);

    run.run ("Start");
    run.run ("Replace...");
    run.run ("Delete 5 files and start");
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

TEST_CASE ("every control of the batch page is named, explained and reached by Tab", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    std::set<juce::Component*> controls;
    for (auto* const button : allOf<juce::Button> (run.page))
        if (button->isShowing () && button->isEnabled ())
            controls.insert (button);
    for (auto* const box : allOf<juce::ComboBox> (run.page))
        controls.insert (box);
    for (auto* const text : allOf<juce::TextEditor> (run.page))
        controls.insert (text);
    controls.insert (&find<BatchReportView> (run.page));
    controls.insert (&find<BatchProblemTable> (run.page));
    CHECK (controls.size () >= 18);
    for (auto* const control : controls)
    {
        auto* const explained = dynamic_cast<juce::TooltipClient*> (control);
        INFO (control->getTitle ());
        CHECK (control->getTitle ().isNotEmpty ());
        REQUIRE (explained != nullptr);
        CHECK (explained->getTooltip ().isNotEmpty ());
    }
    run.takeFocus (run.page);
    for (int press = 0; press < 60; ++press)
    {
        run.press (juce::KeyPress::tabKey, 0);
        for (auto* at = juce::Component::getCurrentlyFocusedComponent (); at != nullptr;
             at = at->getParentComponent ())
            controls.erase (at);
    }
    for (auto* const missed : controls)
        FAIL_CHECK ("Tab misses " << missed->getTitle ());
}

TEST_CASE ("the shortcuts of the batch page work in its text fields, too", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    run.takeFocus (find<juce::TextEditor> (run.page));
    REQUIRE (run.press ('d', juce::ModifierKeys::commandModifier));
    pumpMessages (100);
    run.waitForEnd ();
    CHECK (contains (run.report (), "Dry run: nothing was written."));
    REQUIRE (run.press (juce::KeyPress::returnKey, juce::ModifierKeys::commandModifier));
    pumpMessages (100);
    run.waitForEnd ();
    CHECK (contains (run.report (), "2 are in, 1 failed"));
    CHECK (run.page.state () == run.state ());
}

TEST_CASE ("folders, a preset and the dataset's folder are dropped on the page", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    int numChanges = 0;
    run.page.show ({});
    run.page.onStateChange = [&numChanges] { ++numChanges; };
    auto& form = find<BatchForm> (run.page);
    form.filesDropped ({"/music", "/mine.toml", "/a.wav"}, 40, 40);
    CHECK (run.page.state ().inputs == juce::StringArray {"/music", "/a.wav"});
    CHECK (run.page.state ().preset == "/mine.toml");
    CHECK (numChanges > 0);
    const auto& output = *allOf<juce::TextEditor> (form).at (1);
    REQUIRE (output.getTitle () == "Dataset folder");
    form.filesDropped ({"/made"}, output.getBounds ().getCentreX (),
                       output.getBounds ().getCentreY ());
    CHECK (run.page.state ().outputFolder == "/made");
    settleMessages ();
    const auto command = find<BatchCommandStrip> (run.page).command ().toStdString ();
    CHECK (contains (command, "melstrom --batch /music /a.wav --out /made --preset /mine.toml"));
}

TEST_CASE ("problems are sorted by their headings, and copied", "[app][batch]")
{
    const Host host;
    const juce::SharedResourcePointer<MelstromLook> look;
    BatchProblemTable table;
    table.setSize (600, 300);
    table.show ({{BatchProblemKind::warning, "b", "two", ""},
                 {BatchProblemKind::failure, "c", "one", "again"},
                 {BatchProblemKind::failure, "a", "three", ""}});
    CHECK (table.text () == "Kind\tFile\tReason\tWhat to do\nWarning\tb\ttwo\t\n"
                            "Failed\tc\tone\tagain\nFailed\ta\tthree\t\n");
    table.getHeader ().setSortColumnId (2, true);
    pumpMessages (50);
    CHECK (table.text ().fromFirstOccurrenceOf ("\n", false, false) ==
           "Failed\ta\tthree\t\nWarning\tb\ttwo\t\nFailed\tc\tone\tagain\n");
    table.selectRow (1);
    CHECK (table.text () == "Kind\tFile\tReason\tWhat to do\nWarning\tb\ttwo\t\n");
}
