// The whole app in its window: pages, files, refusals, sessions, keys, screen readers.
#include "Engine/Batch/Run/Extract.h"
#include "Source/State/FrontEnd.h"
#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/Skip.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 16000;

/** A tone of 1 kHz that begins after a second of silence, then silence again: three seconds. */
std::string toneFile (const TemporaryFolder& folder, const std::string& name)
{
    std::string samples;
    for (int n = 0; n < 3 * kRateHz; ++n)
    {
        const bool sounds = n / kRateHz == 1;
        const double value = sounds ? std::sin (2 * std::numbers::pi * 1000 * n / kRateHz) : 0;
        samples += littleEndian (
            static_cast<std::uint16_t> (static_cast<std::int16_t> (std::lround (16000 * value))),
            2);
    }
    WavFields fields;
    fields.rateHz = kRateHz;
    return folder.write (name, wav (fields, samples));
}

juce::Button& buttonNamed (juce::Component& within, const juce::String& text)
{
    for (auto* const button : allOf<juce::Button> (within))
        if (button->getButtonText () == text || button->getTitle () == text)
            return *button;
    FAIL ("no button " << text);
    std::abort ();
}

/** Standard error goes to a file during the object's life. */
class StandardErrorFile
{
public:
    explicit StandardErrorFile (const std::string& path) : before_ (::dup (STDERR_FILENO))
    {
        const int file = ::open (path.c_str (), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        REQUIRE (file >= 0);
        REQUIRE (::dup2 (file, STDERR_FILENO) == STDERR_FILENO);
        ::close (file);
    }
    ~StandardErrorFile ()
    {
        ::dup2 (before_, STDERR_FILENO);
        ::close (before_);
    }
    StandardErrorFile (const StandardErrorFile&) = delete;
    StandardErrorFile& operator= (const StandardErrorFile&) = delete;

private:
    int before_;
};

bool isWhole (AppRun& app)
{
    auto* const sound = app.content ().files ().chosen ();
    return sound != nullptr && sound->overview->status ().doneRatio >= 1;
}

void walk (juce::Component& component, const std::function<void (juce::Component&)>& visit)
{
    if (! component.isShowing ())
        return;
    visit (component);
    for (auto* const child : component.getChildren ())
        walk (*child, visit);
}

} // namespace

TEST_CASE ("the app shows a dropped file, whole and exact", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    const auto path = toneFile (app.folder (), "tone.wav");
    app.content ().filesDropped ({path}, 10, 10);
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (app); }));
    CHECK (app.content ().page () == AppContent::Page::files);

    auto& sound = *app.content ().files ().chosen ();
    const auto& rows = sound.overview->rows ();
    CHECK (sound.overview->seconds () == Approx (3));
    // the tone is there in its second, in the band of 1 kHz, and nowhere else
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().numBands));
    const auto loudest = [&] (double seconds)
    {
        const auto row = static_cast<std::int64_t> (
            std::llround ((seconds - rows.firstRowSeconds ()) * rows.rowsPerSecond ()));
        REQUIRE (rows.maximum (row, row + 1, levels) == RowPresence::whole);
        return *std::max_element (levels.begin (), levels.end ());
    };
    CHECK (loudest (1.5) > -10);
    CHECK (loudest (0.5) < -80);
    CHECK (loudest (2.5) < -80);
    app.content ().files ().view ().setCursor (
        app.content ().files ().view ().mapping ().plot.getCentre ());
    CHECK (app.content ().files ().view ().cursorText ().contains (" Hz"));
    pumpMessages (100);
    app.keep ("app-file");
}

TEST_CASE ("what cannot be opened is told, and what is open stays", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    const auto good = toneFile (app.folder (), "good.wav");
    app.content ().openPaths ({good});
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (app); }));
    struct Case
    {
        const char* name;
        std::string bytes;
    };
    for (const auto& [name, bytes] :
         {Case {"noise.wav", std::string (5000, '\x5a')}, Case {"empty.flac", ""},
          Case {"words.mp3", "these are words"}})
    {
        INFO (name);
        app.content ().showMessage ({});
        app.content ().openPaths ({app.folder ().write (name, bytes)});
        CHECK (AppRun::pumpUntil ([&] { return app.content ().message ().contains (name); }));
        CHECK (app.content ().files ().numOpen () == 1);
        CHECK (app.content ().files ().chosen ()->file.getFileName () == "good.wav");
    }
    app.content ().openPaths ({app.folder ().file ("missing.wav")});
    CHECK (AppRun::pumpUntil ([&] { return app.content ().message ().contains ("missing.wav"); }));
    CHECK (app.content ().files ().numOpen () == 1);
}

TEST_CASE ("without a device the app offers what needs none", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto& content = app.content ();
    if (! app.goWithoutDevice ())
        return skipTest ("a device cannot be closed here");
    app.keep ("app-no-device");
    auto& button = buttonNamed (content.live (), "Play the synthesizer");
    REQUIRE (button.isShowing ());
    button.triggerClick ();
    pumpMessages (300);
    CHECK (content.page () == AppContent::Page::synth);
    app.keep ("app-synth");
}

TEST_CASE ("an app without a JACK server prints nothing of JACK", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    if (dlopen ("libjack.so.0", RTLD_LAZY) == nullptr)
        return skipTest ("libjack.so.0 is not installed");
    const TemporaryFolder folder;
    const auto path = folder.file ("stderr.txt");
    {
        const StandardErrorFile errors (path);
        AppRun app;
        pumpMessages (2500); // two looks for devices
    }
    const auto printed = juce::File (path).loadFileAsString ();
    INFO (printed);
    CHECK_FALSE (printed.containsIgnoreCase ("jack"));
    CHECK_FALSE (printed.containsIgnoreCase ("server"));
}

TEST_CASE ("after a crash the app offers its files and unsaved marks", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    app.content ().openPaths ({toneFile (app.folder (), "tone.wav")});
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (app); }));
    const Mark mark {1.0, 2.0, 900.0, 1100.0, "tone"};
    REQUIRE (app.content ().files ().chosen ()->marks.add (mark));
    app.crash ();

    app.start ();
    CHECK (app.content ().files ().numOpen () == 0);
    buttonNamed (app.content (), "Open its files again").triggerClick ();
    REQUIRE (AppRun::pumpUntil ([&] { return app.content ().files ().numOpen () == 1; }));
    REQUIRE (app.content ().files ().chosen ()->marks.size () == 1);
    CHECK (app.content ().files ().chosen ()->marks[0] == mark);
    CHECK (app.content ().files ().chosen ()->marks.isDirty ());

    // a file that is gone keeps its marks for a later start
    app.crash ();
    REQUIRE (juce::File (app.folder ().file ("tone.wav")).deleteFile ());
    app.start ();
    buttonNamed (app.content (), "Open its files again").triggerClick ();
    pumpMessages (500);
    CHECK (app.content ().files ().numOpen () == 0);
    CHECK (app.content ().files ().hasUnsavedMarks ());
    app.end ();
    (void)toneFile (app.folder (), "tone.wav");
    app.start ();
    buttonNamed (app.content (), "Open its files again").triggerClick ();
    REQUIRE (AppRun::pumpUntil ([&] { return app.content ().files ().numOpen () == 1; }));
    REQUIRE (app.content ().files ().chosen ()->marks.size () == 1);

    // an end by the user leaves nothing to offer
    app.content ().files ().chosen ()->marks.clear ();
    app.end ();
    app.start ();
    CHECK (app.content ().files ().numOpen () == 0);
    for (auto* const button : allOf<juce::Button> (app.content ()))
        CHECK_FALSE ((button->isShowing () && button->getButtonText () == "Open its files again"));
}

TEST_CASE ("keys reach the pages, and each page remembers itself", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    const auto control = juce::ModifierKeys::commandModifier;
    for (const auto& [key, page] :
         {std::pair ('4', AppContent::Page::batch), std::pair ('2', AppContent::Page::files),
          std::pair ('1', AppContent::Page::live)})
    {
        CHECK (app.press (juce::KeyPress (key, control, 0)));
        CHECK (app.content ().page () == page);
        pumpMessages (100);
        app.keep ("app-page-" + juce::String (static_cast<int> (page)));
    }
    app.content ().showPage (AppContent::Page::batch);
    app.end ();
    app.start ();
    CHECK (app.content ().page () == AppContent::Page::batch);
}

TEST_CASE ("a place of a larger display, or of another scale, comes up whole on this one",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    for (const char* const place : {"1300 900 1200 700", "20 30 5000 3000", "-900 40 1200 700"})
    {
        INFO (place);
        AppRun app ([place] (AppSettings& settings) { settings.setText ("window", place); });
        const auto display =
            juce::Desktop::getInstance ().getDisplays ().getPrimaryDisplay ()->userArea;
        auto& window = app.window ();
        CHECK (display.contains (window.getBounds ()));
        CHECK (window.getWidth () >= 1200);
    }
}

TEST_CASE ("a button with the key Escape closes the chooser of files, which has a border",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    app.content ().showPage (AppContent::Page::files);
    const int numBefore = juce::TopLevelWindow::getNumTopLevelWindows ();
    app.content ().files ().openDialog ();
    REQUIRE (AppRun::pumpUntil (
        [&] { return juce::TopLevelWindow::getNumTopLevelWindows () > numBefore; }));
    const juce::Component::SafePointer<juce::TopLevelWindow> chooser (
        juce::TopLevelWindow::getTopLevelWindow (numBefore));
    REQUIRE (chooser != nullptr);
    REQUIRE (chooser.getComponent () != &app.window ());
    pumpMessages (500);
    const auto picture = chooser->createComponentSnapshot (chooser->getLocalBounds ());
    keepPicture (picture, "app-chooser");
    CHECK (picture.getPixelAt (0, picture.getHeight () / 2) !=
           picture.getPixelAt (2, picture.getHeight () / 2));
    // JUCE asks the keyboard itself whether the key of a button is down, so the button is clicked
    const auto buttons = allOf<juce::Button> (*chooser);
    const auto cancel = std::ranges::find_if (
        buttons, [] (const juce::Button* button)
        { return button->isRegisteredForShortcut (juce::KeyPress (juce::KeyPress::escapeKey)); });
    REQUIRE (cancel != buttons.end ());
    (*cancel)->triggerClick ();
    CHECK (AppRun::pumpUntil ([&] { return chooser == nullptr || ! chooser->isVisible (); }));
    CHECK (app.content ().files ().numOpen () == 0);
}

TEST_CASE ("a screen reader finds a name and a role for each control", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    app.content ().openPaths ({toneFile (app.folder (), "tone.wav")});
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (app); }));
    for (const auto page : {AppContent::Page::live, AppContent::Page::files,
                            AppContent::Page::synth, AppContent::Page::batch})
    {
        app.content ().showPage (page);
        pumpMessages (100);
        int numControls = 0;
        walk (app.content (),
              [&] (juce::Component& component)
              {
                  const bool isControl = dynamic_cast<juce::Button*> (&component) != nullptr ||
                                         dynamic_cast<juce::ComboBox*> (&component) != nullptr ||
                                         dynamic_cast<TimelineView*> (&component) != nullptr;
                  auto* const handler = component.getAccessibilityHandler ();
                  if (! isControl || handler == nullptr || handler->isIgnored ())
                      return;
                  ++numControls;
                  INFO ("page " << static_cast<int> (page) << ", " << component.getName () << " at "
                                << component.getScreenBounds ().toString ());
                  // JUCE's handler of a combo box gives the chosen text, which may be empty
                  CHECK (
                      (handler->getTitle ().isNotEmpty () || component.getTitle ().isNotEmpty ()));
                  CHECK (handler->getRole () != juce::AccessibilityRole::unspecified);
              });
        CHECK (numControls >= 5);
    }
}

} // namespace melstrom::testing
