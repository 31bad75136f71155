// The user's front ends in the window: edited by mouse and keyboard, dropped, shown, kept in the
// state, saved, refused.
#include "Source/Editor/InstrumentEditor.h"
#include "Source/Spectrogram/FrontEndControls.h"
#include "Source/State/FrontEnd.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Editor/SpectrogramRig.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Plugin/PluginRuns.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

namespace melstrom::testing
{

namespace
{
constexpr const char* kBell = "# of mine\nname = \"bell\"\nbands = 48\nhop_ms = 4\nwindow_ms = 30\n"
                              "fft_samples = \"power-of-two\"\n";

FrontEndEntry& entryOf (juce::Component& within, const juce::String& title)
{
    for (auto* const entry : allOf<FrontEndEntry> (within))
        if (entry->getTitle () == title)
            return *entry;
    FAIL ("no entry of that title");
    std::abort ();
}

/** The instrument's editor on the screen with the spectrogram's controls open. */
struct FrontEndRig
{
    FrontEndRig () : window (processor)
    {
        processor.prepareToPlay (48000, 512);
        pumpMessages (50);
    }
    SpectrogramPanel& panel () { return find<SpectrogramPanel> (window.editor ()); }
    juce::Button& button (const juce::String& title)
    {
        for (auto* const one : allOf<juce::Button> (window.editor ()))
            if (one->getTitle () == title && one->isShowing ())
                return *one;
        FAIL ("no button of that title");
        std::abort ();
    }
    bool click (juce::Component& component)
    {
        const bool isClicked = mouse.click (component);
        pumpMessages (30);
        return isClicked;
    }
    /** Types the text, then Return. */
    void type (const char* text)
    {
        auto* const peer = window.editor ().getPeer ();
        for (const char* letter = text; *letter != 0; ++letter)
            peer->handleKeyPress (juce::KeyPress (*letter, juce::ModifierKeys (),
                                                  static_cast<juce::juce_wchar> (*letter)));
        peer->handleKeyPress (juce::KeyPress (juce::KeyPress::returnKey));
        pumpMessages (30);
    }
    /** Drops files on the middle of the spectrogram. False: no component took them. */
    bool drop (const juce::StringArray& paths)
    {
        auto* const peer = window.editor ().getPeer ();
        juce::ComponentPeer::DragInfo dragged;
        dragged.files = paths;
        dragged.position = peer->getComponent ().getLocalPoint (
            &panel (), panel ().getLocalBounds ().getCentre ());
        const bool isTaken = peer->handleDragMove (dragged) && peer->handleDragDrop (dragged);
        if (! isTaken)
            peer->handleDragExit (dragged); // as if the mouse moved on
        pumpMessages (30);
        return isTaken;
    }
    const ViewState& view () { return processor.view (); }

    Host host;
    InstrumentProcessor processor;
    Mouse mouse;
    EditorWindow window;
};
} // namespace

TEST_CASE ("what is typed into the window is a derived front end, which the state keeps",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    FrontEndRig rig;
    if (! rig.mouse.fault ().empty ())
        return skipTest (rig.mouse.fault ());
    CHECK (rig.view ().preset == "musical");
    REQUIRE (rig.click (rig.button ("Settings of the spectrogram")));
    REQUIRE (rig.click (entryOf (rig.panel (), "Bands")));
    rig.type ("96");
    CHECK (rig.panel ().message ().isEmpty ());
    REQUIRE (rig.view ().showsOwn);
    auto shown = frontEndOf (rig.view ());
    REQUIRE (shown.ok ());
    CHECK (shown->name == "musical-changed");
    CHECK (shown->spec.numBands == 96);
    CHECK (rig.processor.outputTap ().settings ().spec == shown->spec);
    CHECK (boxOf (rig.panel (), "Front end").getText () == "musical-changed");

    REQUIRE (rig.click (entryOf (rig.panel (), "Window")));
    rig.type ("64 ms");
    REQUIRE (rig.click (entryOf (rig.panel (), "Lowest frequency")));
    rig.type ("55");
    shown = frontEndOf (rig.view ());
    REQUIRE (shown.ok ());
    CHECK (shown->spec.window == Length {64, Length::Unit::milliseconds});
    CHECK (shown->spec.lowestHz == 55);
    CHECK (shown->spec.numBands == 96);

    // A refused value changes nothing, and a message appears.
    REQUIRE (rig.click (entryOf (rig.panel (), "Bands")));
    rig.type ("0");
    CHECK (rig.panel ().message ().contains ("bands = 0: must be"));
    CHECK (frontEndOf (rig.view ())->spec == shown->spec);
    CHECK (entryOf (rig.panel (), "Bands").getText () == "0"); // for a second try
    rig.type ("80");
    CHECK (rig.panel ().message ().isEmpty ());
    CHECK (frontEndOf (rig.view ())->spec.numBands == 80);

    InstrumentProcessor other;
    const auto state = stateOf (rig.processor);
    setState (other, state);
    CHECK (other.view ().own == rig.view ().own);
    CHECK (other.view ().showsOwn);
}

TEST_CASE (
    "a front end that is dropped on the spectrogram is shown, and can be left and taken again",
    "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    const TemporaryFolder folder;
    const auto path = [&folder] (const char* name, const char* text)
    { return juce::String (folder.write (name, text)); };
    FrontEndRig rig;
    CHECK_FALSE (rig.drop ({path ("song.mid", "x")}));
    REQUIRE (rig.drop ({path ("song.mid", "x"), path ("bell.toml", kBell)}));
    CHECK (rig.panel ().message ().isEmpty ());
    CHECK (rig.view ().own.text == kBell);
    CHECK (rig.processor.outputTap ().settings ().spec.numBands == 48);
    auto& box = boxOf (rig.panel (), "Front end");
    CHECK (box.getText () == "bell");

    REQUIRE (rig.drop ({path ("wrong.toml", "bands = 40\nhopp_ms = 3\n")}));
    for (const char* const part : {"wrong.toml:2:", "hopp_ms", "hop_ms"})
        CHECK (rig.panel ().message ().contains (part));
    CHECK (rig.view ().own.text == kBell);
    REQUIRE (rig.drop ({path ("fine.toml", "hop_samples = 1\n")}));
    CHECK (rig.panel ().message ().contains ("fine.toml: a hop of 1 sample with"));
    CHECK (rig.view ().own.text == kBell);

    box.setText ("Fast", juce::sendNotificationSync);
    CHECK (rig.panel ().message ().isEmpty ());
    CHECK (rig.processor.outputTap ().settings ().spec == findPreset ("fast")->spec);
    box.setText ("bell", juce::sendNotificationSync);
    CHECK (rig.processor.outputTap ().settings ().spec.numBands == 48);
    box.setText ("vggish", juce::sendNotificationSync); // under Research
    CHECK (rig.processor.outputTap ().settings ().spec == findPreset ("vggish")->spec);
}

TEST_CASE ("a saved front end is what is shown, and comments of the user's file stay",
           "[spectrogram]")
{
    const TemporaryFolder folder;
    SpectrogramRig rig;
    const auto saved = [&] (const char* name)
    {
        REQUIRE (rig.panel->saveFrontEnd (juce::File (folder.file (name))));
        return bytesOfFile (folder.file (name));
    };
    (void)saved ("one.toml");
    const auto one = findPreset (folder.file ("one.toml")); // as --preset FILE reads it
    REQUIRE (one.ok ());
    CHECK (one->spec == findPreset ("musical")->spec);
    CHECK (one->equals.empty ());
    rig.panel->loadFrontEnd (juce::File (folder.write ("bell.toml", kBell)));
    CHECK (rig.source.numChanges == 1);
    CHECK (saved ("two.toml") == kBell);
    CHECK_FALSE (rig.panel->saveFrontEnd (juce::File (folder.file ("none/two.toml"))).ok ());
}

TEST_CASE ("the front ends of the program stand first, those of the datasets under Research",
           "[spectrogram]")
{
    SpectrogramRig rig;
    auto& box = boxOf (*rig.panel, "Front end");
    CHECK (box.getText () == "Musical");
    std::vector<juce::String> lines;
    juce::PopupMenu::MenuItemIterator items (*box.getRootMenu ());
    while (items.next ())
        lines.push_back ((items.getItem ().isSectionHeader ? "# " : "") + items.getItem ().text);
    REQUIRE (lines.size () == 4 + builtInPresets ().size ());
    CHECK (std::vector (lines.begin (), lines.begin () + 5) ==
           std::vector<juce::String> {"Musical", "Detailed", "Fast", "# Research", "torchaudio"});
}

TEST_CASE ("what a host restores is shown though it was the user's", "[spectrogram]")
{
    SpectrogramRig rig;
    rig.source.state.own = {"bell.toml", kBell};
    rig.source.state.showsOwn = true;
    rig.panel->update ();
    CHECK (boxOf (*rig.panel, "Front end").getText () == "bell");
    CHECK (rig.source.output.asked.back ().spec.numBands == 48);
    CHECK (rig.source.numChanges == 0);
    // Refused at this rate: the picture shows the message, and the former front end continues.
    rig.source.state.own.text = "name = \"high\"\nhighest_hz = 30000\n";
    const auto numAsked = rig.source.output.asked.size ();
    rig.panel->update ();
    CHECK (rig.source.output.asked.size () == numAsked);
}

} // namespace melstrom::testing
