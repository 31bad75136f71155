// The panel "Computation": choices by mouse and key, what it says, a GPU that is lost.
#include "Standalone/App/Window/ComputePanel.h"
#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Plugin/VanishingGpu.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{

constexpr int kNever = 1 << 30;
const juce::KeyPress kKey ('E', juce::ModifierKeys::commandModifier, 0);

std::string noiseFile (const TemporaryFolder& folder, int seconds)
{
    WavFields fields;
    fields.rateHz = 16000;
    return folder.write ("noise.wav", wav (fields, testSampleBytes (seconds * 16000)));
}

ComputePanel& opened (AppRun& app)
{
    REQUIRE (app.press (kKey));
    pumpMessages (50);
    return find<ComputePanel> (app.content ());
}

/** The shown text of "Files: Device" and so on. */
juce::String textOf (ComputePanel& panel, const juce::String& title)
{
    for (auto* const section : panel.getChildren ())
        for (auto* const label : allOf<juce::Label> (*section))
            if (label->getTitle () == title)
                return label->getText ();
    FAIL ("no text " << title);
    return {};
}

juce::Button& buttonOf (ComputePanel& panel, const juce::String& title)
{
    for (auto* const button : allOf<juce::Button> (panel))
        if (button->getTitle () == title)
            return *button;
    FAIL ("no button " << title);
    std::abort ();
}

OverviewStatus statusOf (AppRun& app)
{
    auto* const sound = app.content ().files ().chosen ();
    return sound != nullptr ? sound->overview->status () : OverviewStatus {};
}

bool isWhole (AppRun& app)
{
    return statusOf (app).doneRatio >= 1;
}

} // namespace

TEST_CASE ("a click chooses the GPU for files, and the panel says what computes", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const VanishingGpu gpu (kNever);
    AppRun app;
    app.content ().openPaths ({noiseFile (app.folder (), 5)});
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (app); }));
    auto* panel = &opened (app);
    CHECK (buttonOf (*panel, "Files: Automatic").getToggleState ());
    CHECK (textOf (*panel, "Files: Device").startsWith ("CPU ("));
    CHECK (textOf (*panel, "Files: Reason").contains ("less than 2.0 s"));
    CHECK (textOf (*panel, "Files: Load").endsWith (" of a core")); // processor time
    CHECK (textOf (*panel, "Live rows: Load").endsWith (" of a core"));
    CHECK (textOf (*panel, "Live rows: Reason").isNotEmpty ());
    CHECK (gpu.numAsked () == 0); // nothing needs it

    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    REQUIRE (mouse.click (buttonOf (*panel, "Files: GPU")));
    REQUIRE (AppRun::pumpUntil ([&] { return statusOf (app).computing.backendName == "cuda:0"; },
                                60'000));
    REQUIRE (
        AppRun::pumpUntil ([&] { return textOf (*panel, "Files: Driver").contains ("CUDA"); }));
    CHECK (buttonOf (*panel, "Files: GPU").getToggleState ());
    CHECK_FALSE (buttonOf (*panel, "Files: Automatic").getToggleState ());
    CHECK (textOf (*panel, "Files: Device").contains ("cuda:0"));
    CHECK (textOf (*panel, "Files: Reason") == "Chosen.");
    // the emulated GPU has no counters of its own: see GpuBackend::use
    CHECK (textOf (*panel, "Files: Load").contains ("of the worker's time"));
    CHECK (textOf (*panel, "Files: Memory").contains ("of rows and waveforms"));
    CHECK (textOf (*panel, "Live rows: Device").startsWith ("CPU ("));
    CHECK (buttonOf (*panel, "Live rows: Automatic").getToggleState ());
    app.keep ("app-computation");

    REQUIRE (mouse.click (buttonOf (*panel, "Close")));
    REQUIRE (
        AppRun::pumpUntil ([&] { return findOrNull<ComputePanel> (app.content ()) == nullptr; }));
    // remembered; Escape closes, and the key closes what it opened
    app.end ();
    app.start ();
    panel = &opened (app);
    CHECK (buttonOf (*panel, "Files: GPU").getToggleState ());
    auto& focused = buttonOf (*panel, "Live rows: Automatic");
    CHECK (focused.getToggleState ());
    CHECK (AppRun::pumpUntil ([&] { return focused.hasKeyboardFocus (false); }));
    app.window ().grabKeyboardFocus (); // which hands it on
    CHECK (focused.hasKeyboardFocus (false));
    REQUIRE (app.press (juce::KeyPress (juce::KeyPress::escapeKey)));
    CHECK (
        AppRun::pumpUntil ([&] { return findOrNull<ComputePanel> (app.content ()) == nullptr; }));
    static_cast<void> (opened (app));
    REQUIRE (app.press (kKey));
    CHECK (findOrNull<ComputePanel> (app.content ()) == nullptr);
}

TEST_CASE ("files that wait or are missing have a reason", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const juce::String kind = GENERATE (as<std::string> (), "automatic", "cpu", "gpu");
    INFO (kind);
    const EnvironmentVariable module ("MELSTROM_CUDA_MODULE", "/no/module/here.so");
    AppRun app ([&] (AppSettings& settings) { settings.setText ("filesBackend", kind); });
    const auto reason = [&]
    { return textOf (find<ComputePanel> (app.content ()), "Files: Reason"); };
    CHECK (textOf (opened (app), "Files: Reason") == "No file is open.");

    // the second one is never shown: it has computed nothing
    app.folder ().write ("second.wav", wav ({}, testSampleBytes (16000)));
    app.content ().openPaths ({noiseFile (app.folder (), 5), app.folder ().file ("second.wav")});
    REQUIRE (AppRun::pumpUntil (
        [&] { return app.content ().files ().numOpen () == 2 && isWhole (app); }));
    const juce::String expected (kind == "cpu"   ? "Chosen."
                                 : kind == "gpu" ? "/no/module/here.so"
                                                 : "take the CPU less than 2.0 s");
    CHECK (AppRun::pumpUntil ([&] { return reason ().contains (expected); }));
    INFO (reason ().toStdString ());
    CHECK (reason ().contains (expected));
}

TEST_CASE ("the engine menu opens the panel, and chooses for live rows and files", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto menu = find<EngineMenu> (app.content ()).menu ();
    const auto perform = [&] (const juce::String& start)
    {
        for (juce::PopupMenu::MenuItemIterator item (menu); item.next ();)
            if (item.getItem ().text.startsWith (start))
            {
                item.getItem ().action ();
                return true;
            }
        return false;
    };
    REQUIRE (perform ("Details"));
    auto& panel = find<ComputePanel> (app.content ());
    REQUIRE (perform ("CPU"));
    REQUIRE (AppRun::pumpUntil ([&] { return textOf (panel, "Live rows: Reason") == "Chosen."; }));
    CHECK (buttonOf (panel, "Live rows: CPU").getToggleState ());
    CHECK (buttonOf (panel, "Files: CPU").getToggleState ());
}

TEST_CASE ("a GPU that is lost or missing is told, and files go on", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    SECTION ("missing")
    {
        const EnvironmentVariable module ("MELSTROM_CUDA_MODULE", "/no/module/here.so");
        AppRun app;
        app.content ().openPaths ({noiseFile (app.folder (), 5)});
        auto& panel = opened (app);
        buttonOf (panel, "Files: GPU").triggerClick ();
        buttonOf (panel, "Live rows: GPU").triggerClick ();
        REQUIRE (AppRun::pumpUntil (
            [&]
            {
                return textOf (panel, "Files: Reason").contains ("/no/module/here.so") &&
                       textOf (panel, "Live rows: Reason").contains ("/no/module/here.so");
            }));
        CHECK (textOf (panel, "Files: Device").startsWith ("CPU ("));
        CHECK (AppRun::pumpUntil (
            [&]
            { return find<StatusLine> (app.content ()).message ().contains ("/no/module/here"); }));
        CHECK (AppRun::pumpUntil ([&] { return isWhole (app); }));
        app.keep ("app-computation-no-gpu");
    }
    SECTION ("lost while it computes")
    {
        const int numCalls = GENERATE (300, 1000); // of the emulated device; the start takes some
        const VanishingGpu gpu (numCalls);
        AppRun app ([] (AppSettings& settings) { settings.setText ("filesBackend", "gpu"); });
        app.content ().openPaths ({noiseFile (app.folder (), 120)});
        REQUIRE (AppRun::pumpUntil ([&] { return isWhole (app); }, 60'000));
        auto& files = app.content ().files ();
        // looking at other places goes on until the device is lost
        for (int n = 0; n < 400 && ! statusOf (app).computing.hasFailed; ++n)
        {
            auto view = files.chosen ()->overview.get ();
            auto frontEnd = view->settings ().frontEnd;
            frontEnd.spec.lowestHz = 20 + n % 50;
            REQUIRE (view->setFrontEnd (frontEnd, OverviewChannel::mean).ok ());
            AppRun::pumpUntil ([&] { return isWhole (app); });
        }
        CHECK (statusOf (app).computing.hasFailed);
        CHECK (statusOf (app).computing.backendName == "cpu");
        CHECK (isWhole (app));
        CHECK_FALSE (statusOf (app).error.has_value ());
        CHECK (AppRun::pumpUntil (
            [&]
            {
                return find<StatusLine> (app.content ()).message ().contains ("CPU") ||
                       find<StatusLine> (app.content ()).message ().contains ("GPU");
            }));
    }
}

TEST_CASE ("a screen reader finds names and values in the panel", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto& panel = opened (app);
    int numControls = 0, numTexts = 0;
    const std::function<void (juce::Component&)> walk = [&] (juce::Component& component)
    {
        auto* const handler = component.getAccessibilityHandler ();
        if (handler != nullptr && component.isShowing ())
        {
            INFO (component.getName () << " at " << component.getBounds ().toString ());
            if (dynamic_cast<juce::Button*> (&component) != nullptr)
            {
                ++numControls;
                CHECK (handler->getTitle ().isNotEmpty ());
                CHECK (handler->getRole () != juce::AccessibilityRole::unspecified);
            }
            if (dynamic_cast<juce::Label*> (&component) != nullptr)
            {
                ++numTexts;
                CHECK ((component.getTitle ().startsWith ("Files: ") ||
                        component.getTitle ().startsWith ("Live rows: ")));
                CHECK (handler->getDescription ().isNotEmpty ());
            }
        }
        for (auto* const child : component.getChildren ())
            walk (*child);
    };
    walk (panel);
    CHECK (numControls == 7); // three choices twice, and the button that closes
    CHECK (numTexts == 10);
}

} // namespace melstrom::testing
