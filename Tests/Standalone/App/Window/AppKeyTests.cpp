// The keys of docs/app.md in the app's window: each of them acts, and no other one does.
#include "Standalone/App/Window/DevicePanel.h"
#include "Tests/Standalone/App/Files/FilePair.h"
#include "Tests/Support/App/FakeApp.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Documentation.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace melstrom::testing
{

namespace
{

using juce::KeyPress, juce::ModifierKeys;

struct DocumentedKey
{
    std::string pages; ///< first column of the table
    std::string name;  ///< "Ctrl+Shift+Z"
};

/** The table of the section "Keys". */
std::vector<DocumentedKey> documentedKeys ()
{
    const auto text = documentation ("app.md");
    const auto begin = text.find ("\n## Keys\n");
    REQUIRE (begin != std::string::npos);
    std::istringstream lines (text.substr (begin + 1, text.find ("\n## ", begin + 1) - begin));
    std::vector<DocumentedKey> keys;
    for (std::string line; std::getline (lines, line);)
    {
        if (! line.starts_with ("| ") || line.starts_with ("| Page "))
            continue;
        const auto pages = line.substr (2, line.find (" |") - 2);
        const auto column = line.substr (line.find (" |") + 2);
        const auto names = column.substr (0, column.find (" | "));
        for (auto at = names.find ('`'); at != std::string::npos;)
        {
            const auto end = names.find ('`', at + 1);
            REQUIRE (end != std::string::npos);
            keys.push_back ({pages, names.substr (at + 1, end - at - 1)});
            at = names.find ('`', end + 1);
        }
    }
    return keys;
}

/** As X11 sends it. */
KeyPress keyNamed (std::string name)
{
    int modifiers = 0;
    const auto take = [&] (const std::string& start, int modifier)
    {
        if (name.size () <= start.size () || ! name.starts_with (start))
            return;
        modifiers |= modifier;
        name.erase (0, start.size ());
    };
    take ("Ctrl+", ModifierKeys::commandModifier);
    take ("Alt+", ModifierKeys::altModifier);
    take ("Shift+", ModifierKeys::shiftModifier);
    const std::pair<const char*, int> named[] {
        {"Left", KeyPress::leftKey},      {"Right", KeyPress::rightKey},
        {"Up", KeyPress::upKey},          {"Down", KeyPress::downKey},
        {"Home", KeyPress::homeKey},      {"End", KeyPress::endKey},
        {"Page Up", KeyPress::pageUpKey}, {"Page Down", KeyPress::pageDownKey},
        {"Return", KeyPress::returnKey},  {"Escape", KeyPress::escapeKey},
        {"Delete", KeyPress::deleteKey},  {"Backspace", KeyPress::backspaceKey},
        {"Tab", KeyPress::tabKey},        {"F2", KeyPress::F2Key},
        {"F11", KeyPress::F11Key}};
    for (const auto& [text, code] : named)
        if (name == text)
            return {code, modifiers, 0};
    if (name == "Space")
        return {KeyPress::spaceKey, modifiers, ' '};
    REQUIRE (name.size () == 1);
    const bool isText =
        (modifiers & (ModifierKeys::commandModifier | ModifierKeys::altModifier)) == 0;
    const auto sign = static_cast<juce::juce_wchar> (static_cast<unsigned char> (name[0]));
    const auto letter = (modifiers & ModifierKeys::shiftModifier) != 0
                            ? sign
                            : juce::CharacterFunctions::toLowerCase (sign);
    return KeyPress (static_cast<int> (letter), modifiers, isText ? letter : juce::juce_wchar {0});
}

/** Two files over each other, marks with something to undo and to redo, a box, a cursor. */
struct KeyRun
{
    KeyRun ()
    {
        fake.play (0.5); // rows of the live page
        app.content ().openPaths ({tonesFile (app.folder (), "a.wav", 0, 4),
                                   tonesFile (app.folder (), "b.wav", 8000, 4)});
        REQUIRE (AppRun::pumpUntil (
            [&] { return files ().numOpen () == 2 && isWhole (files ().chosen ()); }));
        for (auto* const box : allOf<juce::ComboBox> (files ()))
            if (box->getName () == "Compare with" || box->getTitle () == "Compare with")
                box->setSelectedId (3); // the second file
        pumpMessages (100);
        REQUIRE (files ().files ().compared () != nullptr);
    }
    FilesPage& files () { return app.content ().files (); }
    TimelineView& view ()
    {
        return app.content ().page () == AppContent::Page::live ? app.content ().live ().view ()
                                                                : files ().view ();
    }
    void prepare ()
    {
        juce::ModalComponentManager::getInstance ()->cancelAllModalComponents ();
        pumpMessages (20);
        app.content ().takeFocus ();
        auto& marks = files ().chosen ()->marks;
        marks.clear ();
        REQUIRE (marks.add ({1.0, 2.0, 500.0, 900.0, "one"}).ok ());
        REQUIRE (marks.add ({2.5, 3.0, {}, {}, "two"}).ok ());
        marks.undo ();
        marks.select ({0});
        const auto plot = view ().mapping ().plot;
        view ().setCursor (plot.getCentre ());
        view ().setSelection (TimelineSelection {1.5, 2.5, {}, {}});
        fake.play (0.02);
        app.content ().takeFocus ();
    }

    FakeApp fake;
    AppRun& app = fake.app ();
    const EnvironmentVariable noDialogues {"PATH", app.folder ().path ().c_str ()};
};

/** Keys with another meaning, or with dialogues: tested below and beside. */
bool isTestedAlone (const std::string& name)
{
    return name == "Ctrl+W" || name == "Ctrl+O" || name == "Ctrl+S" || name == "Ctrl+Shift+S" ||
           name == "F11";
}

} // namespace

TEST_CASE ("each key that is documented acts on its page", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    KeyRun run;
    const auto keys = documentedKeys ();
    CHECK (keys.size () > 60);
    using Page = AppContent::Page;
    const std::pair<const char*, Page> pages[] {
        {"Files", Page::files}, {"Live", Page::live}, {"Batch", Page::batch}};
    for (const auto& [name, page] : pages)
        for (const auto& key : keys)
        {
            if ((key.pages != "all" && key.pages.find (name) == std::string::npos) ||
                isTestedAlone (key.name))
                continue;
            INFO (name << ": " << key.name);
            run.app.content ().showPage (page);
            run.prepare ();
            CHECK (run.app.press (keyNamed (key.name)));
            if (key.name == "Ctrl+," || key.name == "Ctrl+E")
                CHECK (run.app.press (keyNamed (key.name))); // closes the panel
            if (key.name == "R")
                CHECK (run.app.press (keyNamed (key.name))); // ends the recording, if there was one
            pumpMessages (20);
        }
    CHECK (run.files ().numOpen () == 2);
}

TEST_CASE ("no key acts on the pages that is not documented", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    KeyRun run;
    std::string others;
    for (char letter = '!'; letter <= '~'; ++letter)
        if (letter < 'a' || letter > 'z')
            others += letter;
    using Page = AppContent::Page;
    const std::pair<const char*, Page> pages[] {
        {"Files", Page::files}, {"Live", Page::live}, {"Batch", Page::batch}};
    for (const auto& [name, page] : pages)
    {
        std::set<std::string> documented;
        for (const auto& key : documentedKeys ())
            if (key.pages == "all" || key.pages.find (name) != std::string::npos)
                documented.insert (key.name);
        run.app.content ().showPage (page);
        std::vector<std::string> unknown;
        const auto check = [&] (const std::string& key)
        {
            if (documented.contains (key))
                return;
            run.prepare ();
            if (run.app.press (keyNamed (key)))
                unknown.push_back (key);
        };
        for (const char letter : others)
            for (const char* modifiers : {"", "Ctrl+"})
                check (modifiers + std::string (1, letter));
        for (const char* key : {"Space", "Return", "Delete", "Backspace", "F2", "Ctrl+Return"})
            check (key);
        INFO (name);
        CHECK (unknown == std::vector<std::string> ());
    }
}

TEST_CASE ("a pointer that rests over the plot leaves the cursor to the keys",
           "[plugin][app][screen]")
{
    if (! hasDisplay ())
        return;
    KeyRun run;
    run.app.content ().showPage (AppContent::Page::files);
    run.prepare ();
    auto& view = run.files ().view ();
    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    const auto plot = view.mapping ().plot;
    const auto place = plot.getRelativePoint (0.25, 0.25).toInt ();
    REQUIRE (mouse.wheel (view, place, 0)); // moves there alone
    REQUIRE (AppRun::pumpUntil ([&] { return view.cursorSeconds ().has_value (); }, 2000));
    const double before = *view.cursorSeconds ();
    constexpr int kSteps = 5;
    for (int step = 0; step < kSteps; ++step)
    {
        REQUIRE (run.app.press (keyNamed ("Shift+Right")));
        // as JUCE repeats a pointer that has not moved
        const auto source = juce::Desktop::getInstance ().getMainMouseSource ();
        const auto at = view.getLocalPoint (nullptr, source.getScreenPosition ());
        view.mouseMove (juce::MouseEvent (source, at, {}, 0, 0, 0, 0, 0, &view, &view,
                                          juce::Time (), at, juce::Time (), 0, false));
        pumpMessages (100);
    }
    const double moved = (*view.cursorSeconds () - before) / view.window ().spanSeconds;
    CHECK (moved == Approx (10.0 * kSteps / plot.getWidth ()).margin (2.0 / plot.getWidth ()));
    // the mouse has it back when it moves
    REQUIRE (mouse.wheel (view, place.translated (3, 3), 0));
    CHECK (AppRun::pumpUntil (
        [&]
        {
            const auto cursor = view.cursorSeconds ();
            return cursor && std::abs (*cursor - before) < 0.02 * view.window ().spanSeconds;
        },
        2000));
}

TEST_CASE ("the question of the batch page has the keys again after a panel and another page",
           "[plugin][app][batch][screen]")
{
    if (! hasDisplay ())
        return;
    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    AppRun app;
    auto& content = app.content ();
    auto& page = content.batch ();
    content.showPage (AppContent::Page::batch);
    BatchPageState state;
    state.inputs.add (app.folder ().write ("a.wav", chirpWav (16000, 31000, 1)));
    state.outputFolder = app.folder ().file ("out");
    state.preset = "whisper-openai-80";
    state.backend = "cpu";
    const auto click = [&] (const juce::String& text)
    {
        juce::Button* button = nullptr;
        const auto isThere = [&]
        {
            for (auto* const each : allOf<juce::Button> (page))
                if (each->isShowing () && each->isEnabled () && each->getButtonText () == text)
                    button = each;
            return button != nullptr;
        };
        return AppRun::pumpUntil (isThere) && mouse.click (*button);
    };
    page.show (state);
    REQUIRE (click ("Start"));
    REQUIRE (
        AppRun::pumpUntil ([&] { return find<BatchReportView> (page).text ().isNotEmpty (); }));
    state.type = "f16";
    page.show (state);
    REQUIRE (click ("Start"));
    REQUIRE (click ("Replace..."));
    const auto question = [&] { return findOrNull<OverwritePanel> (page); };
    const auto hasKeys = [&] { return question () && question ()->hasKeyboardFocus (true); };
    REQUIRE (AppRun::pumpUntil (hasKeys));

    constexpr unsigned long kEscape = 0xff1b; // XK_Escape
    const auto panel = [&] { return findOrNull<DevicePanel> (content); };
    CHECK (mouse.type (',', true, [&] { return panel () != nullptr; }));
    CHECK_FALSE (hasKeys ());
    CHECK (mouse.type (kEscape, false, [&] { return panel () == nullptr; }));
    CHECK (hasKeys ());
    CHECK (mouse.type ('1', true, [&] { return content.page () == AppContent::Page::live; }));
    CHECK_FALSE (hasKeys ());
    CHECK (mouse.type ('4', true, [&] { return content.page () == AppContent::Page::batch; }));
    CHECK (hasKeys ());
    CHECK (mouse.type (kEscape, false, [&] { return question () == nullptr; }));
}

TEST_CASE ("F11 fills the screen and gives it back", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const bool isManaged = GENERATE (false, true);
    INFO ((isManaged ? "with a window manager" : "without a window manager"));
    const Host host; // the desktop's life
    juce::ChildProcess manager;
    if (isManaged)
    {
        if (! manager.start ("openbox --sm-disable") || ! manager.isRunning ())
            return skipPart ("openbox is not installed");
        pumpMessages (1000);
    }
    AppRun app;
    auto& window = app.window ();
    window.setBounds (100, 80, 1000, 640);
    pumpMessages (200);
    const auto before = window.getBounds ();
    window.save (false);
    const auto screen =
        juce::Desktop::getInstance ().getDisplays ().getPrimaryDisplay ()->totalArea;
    REQUIRE (app.press (keyNamed ("F11")));
    CHECK (AppRun::pumpUntil ([&] { return app.content ().getScreenBounds () == screen; }, 10000));
    INFO (window.getBounds ().toString ());
    CHECK (window.fillsScreen ());
    app.keep ("app-full-screen");
    REQUIRE (app.press (keyNamed ("F11")));
    CHECK (AppRun::pumpUntil ([&] { return window.getBounds () == before; }, 10000));
    CHECK_FALSE (window.fillsScreen ());

    // an end on the full screen is no place for the next start
    REQUIRE (app.press (keyNamed ("F11")));
    CHECK (AppRun::pumpUntil ([&] { return app.content ().getScreenBounds () == screen; }, 10000));
    app.end ();
    app.start ();
    CHECK (
        AppRun::pumpUntil ([&] { return app.window ().getWidth () == before.getWidth (); }, 10000));
    app.end ();
    manager.kill ();
}

TEST_CASE ("keys open dialogues of files", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    KeyRun run;
    for (const char* const key : {"Ctrl+O", "Ctrl+S", "Ctrl+Shift+S"})
    {
        INFO (key);
        run.app.content ().showPage (AppContent::Page::files);
        run.prepare ();
        CHECK (run.app.press (keyNamed (key)));
        const auto* const modals = juce::ModalComponentManager::getInstance ();
        REQUIRE (AppRun::pumpUntil ([&] { return modals->getNumModalComponents () == 1; }, 3000));
        auto* const dialogue = modals->getModalComponent (0);
        pumpMessages (200);
        CHECK (findOrNull<juce::FileBrowserComponent> (*dialogue) != nullptr);
        keepPicture (*dialogue, "app-dialogue-" +
                                    juce::String (key).replaceCharacter ('+', '-').toLowerCase ());
        dialogue->exitModalState (
            0); // JUCE's shortcut for Escape asks for the real keyboard's state
        CHECK (AppRun::pumpUntil ([&] { return modals->getNumModalComponents () == 0; }, 3000));
        CHECK (run.files ().numOpen () == 2);
    }
    run.prepare ();
    run.files ().chosen ()->marks.clear (); // else the app asks
    CHECK (run.app.press (keyNamed ("Ctrl+W")));
    CHECK (run.files ().numOpen () == 1);
}

} // namespace melstrom::testing
