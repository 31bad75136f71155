// The panel of all keys of a front end: typed into, chosen, refused, reset, filtered.
#include "Source/FrontEnd/FrontEndPanel.h"
#include "Source/Spectrogram/FrontEndControls.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Editor/SpectrogramRig.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/TemporaryFolder.h"

namespace melstrom::testing
{

namespace
{

/** The panel in a window; keys go to the window as from the system. */
struct PanelRig
{
    PanelRig ()
    {
        panel.onFrontEnd = [this] (const FrontEndText& text)
        {
            taken.push_back (text);
            return answer;
        };
        window.setLookAndFeel (&look);
        window.setSize (760, 560);
        panel.setBounds (window.getLocalBounds ());
        window.addAndMakeVisible (panel);
        window.addToDesktop (juce::ComponentPeer::windowHasTitleBar);
        window.setVisible (true);
        pumpMessages (50);
    }
    ~PanelRig ()
    {
        pumpMessages (20);
        window.setLookAndFeel (nullptr);
    }

    FrontEndKeyRow& row (const juce::String& key)
    {
        for (auto* const one : allOf<FrontEndKeyRow> (panel))
            if (one->getTitle () == key)
                return *one;
        FAIL ("no row of that key");
        std::abort ();
    }
    template <typename Editor>
    Editor& editor (const juce::String& key)
    {
        return find<Editor> (row (key));
    }
    template <typename Control>
    Control& titled (const juce::String& title)
    {
        for (auto* const one : allOf<Control> (panel))
            if (one->getTitle () == title)
                return *one;
        FAIL ("no control of that title");
        std::abort ();
    }
    void press (int code, juce::juce_wchar letter = 0)
    {
        window.getPeer ()->handleKeyPress (juce::KeyPress (code, juce::ModifierKeys (), letter));
        pumpMessages (5);
    }
    /** Types into the key's line of text. False: it did not get the keyboard. */
    bool type (const juce::String& key, const char* text)
    {
        auto& entry = editor<FrontEndEntry> (key);
        entry.grabKeyboardFocus ();
        pumpMessages (5);
        if (! entry.hasKeyboardFocus (true))
            return false;
        entry.selectAll ();
        for (const char* letter = text; *letter != 0; ++letter)
            press (*letter, static_cast<juce::juce_wchar> (*letter));
        press (juce::KeyPress::returnKey);
        return true;
    }
    MelSpec spec () const { return parseFrontEnd (panel.text ())->spec; }
    int numShown ()
    {
        int count = 0;
        for (const auto* const one : allOf<FrontEndKeyRow> (panel))
            count += one->isVisible () ? 1 : 0;
        return count;
    }

    Host host;
    MelstromLook look;
    juce::Component window;
    FrontEndPanel panel;
    std::vector<FrontEndText> taken;
    Result<void> answer;
};

} // namespace

TEST_CASE ("the panel has each key of the table, with an editor and the allowed values",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    const auto rows = allOf<FrontEndKeyRow> (rig.panel);
    REQUIRE (rows.size () == specKeys ().size ());
    for (std::size_t n = 0; n < rows.size (); ++n)
    {
        const auto& key = specKeys ()[n];
        INFO (key.key);
        CHECK (rows[n]->key ().key == key.key);
        CHECK (rows[n]->isShowing ());
        CHECK_FALSE (rows[n]->isChanged ());
        juce::Component* editor = nullptr;
        if (! key.choices.empty ())
            editor = findOrNull<juce::ComboBox> (*rows[n]);
        else if (key.isFlag)
            editor = findOrNull<juce::ToggleButton> (*rows[n]);
        else
            editor = findOrNull<FrontEndEntry> (*rows[n]);
        REQUIRE (editor != nullptr);
        CHECK (editor->getTitle () == juce::String (key.key));
        CHECK (editor->getWantsKeyboardFocus ());
        CHECK (editor->getDescription ().contains (juce::String (key.allowed)));
        CHECK (editor->getAccessibilityHandler () != nullptr);
    }
    keepPicture (rig.panel, "front-end-panel");
}

TEST_CASE ("what is typed into the panel is in the front end's TOML",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    REQUIRE (rig.type ("bands", "96"));
    REQUIRE (rig.taken.size () == 1);
    CHECK (rig.taken[0].text.find ("\nbands = 96\n") != std::string::npos);
    CHECK (rig.taken[0] == rig.panel.text ());
    CHECK (rig.row ("bands").isChanged ());
    CHECK (rig.panel.numChanged () == 1);
    REQUIRE (rig.type ("hop_samples", "333"));
    CHECK (rig.panel.text ().text.find ("\nhop_samples = 333\n") != std::string::npos);
    CHECK (rig.editor<FrontEndEntry> ("hop_ms").getText () == "none");
    CHECK (boxOf (rig.panel, "Front end").getText () == "musical-changed");

    rig.editor<juce::ComboBox> ("window").setText ("blackman", juce::sendNotificationSync);
    CHECK (rig.spec ().windowShape == WindowShape::blackman);
    auto& flag = rig.editor<juce::ToggleButton> ("remove_frame_mean");
    flag.grabKeyboardFocus ();
    rig.press (juce::KeyPress::returnKey);
    pumpMessages (200); // JUCE shows the button pressed for a while
    CHECK (rig.spec ().removeFrameMean);
    CHECK (rig.spec ().numBands == 96);
    CHECK (rig.panel.text () == rig.taken.back ());
}

TEST_CASE ("a refused value shows the reason beside it and keeps the former value",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    const auto before = rig.panel.text ();
    REQUIRE (rig.type ("bands", "0"));
    CHECK (rig.row ("bands").refusal ().startsWith ("bands = 0: must be a whole number from 1"));
    CHECK (rig.editor<FrontEndEntry> ("bands").getDescription () == rig.row ("bands").refusal ());
    CHECK (rig.row ("hop_ms").refusal ().isEmpty ());
    CHECK (rig.panel.text () == before);
    CHECK (rig.taken.empty ());
    keepPicture (rig.panel, "front-end-panel-refusal");
    rig.press (juce::KeyPress::escapeKey);
    CHECK (rig.editor<FrontEndEntry> ("bands").getText () ==
           juce::String (screenPresets ().front ().spec.numBands));

    rig.answer = Error {ErrorCode::badSpec, "the owner has no room", {}};
    REQUIRE (rig.type ("bands", "80"));
    CHECK (rig.row ("bands").refusal () == "the owner has no room");
    auto& box = rig.editor<juce::ComboBox> ("window");
    const auto shape = box.getText ();
    box.setText (shape == "blackman" ? "hann" : "blackman", juce::sendNotificationSync);
    CHECK (rig.row ("window").refusal () == "the owner has no room");
    CHECK (box.getText () == shape);
    CHECK (rig.panel.text () == before);

    rig.answer = {};
    REQUIRE (rig.type ("bands", "80"));
    CHECK (rig.row ("bands").refusal ().isEmpty ());
    CHECK (rig.row ("window").refusal ().isEmpty ());
    CHECK (rig.spec ().numBands == 80);
}

TEST_CASE ("a changed key can be reset, and all of them", "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    const auto before = rig.panel.text ();
    const auto numBands = rig.spec ().numBands;
    REQUIRE (rig.type ("bands", "96"));
    REQUIRE (rig.type ("lowest_hz", "33"));
    find<IconButton> (rig.row ("bands")).onClick ();
    CHECK (rig.spec ().numBands == numBands);
    CHECK (rig.spec ().lowestHz == 33);
    CHECK_FALSE (rig.row ("bands").isChanged ());
    CHECK (rig.row ("lowest_hz").isChanged ());
    rig.titled<juce::TextButton> ("Reset all keys").onClick ();
    CHECK (rig.panel.text () == before);
    CHECK (rig.panel.numChanged () == 0);
    CHECK (boxOf (rig.panel, "Front end").getText () == "Musical");
}

TEST_CASE ("the filter of the panel leaves the keys that have its text",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    rig.panel.grabKeyboardFocus ();
    rig.press ('/', '/');
    auto& filter = rig.titled<juce::TextEditor> ("Filter keys");
    CHECK (filter.hasKeyboardFocus (true));
    for (const char letter : {'h', 'o', 'p', '_'})
        rig.press (letter, static_cast<juce::juce_wchar> (letter));
    pumpMessages (50);
    CHECK (rig.row ("hop_ms").isVisible ());
    CHECK (rig.row ("long_hop_samples").isVisible ());
    CHECK_FALSE (rig.row ("bands").isVisible ());
    CHECK (rig.numShown () == 4);
    rig.press (juce::KeyPress::escapeKey);
    pumpMessages (50);
    CHECK (rig.numShown () == static_cast<int> (specKeys ().size ()));

    REQUIRE (rig.type ("bands", "96"));
    auto& changed = rig.titled<juce::ToggleButton> ("Only changed keys");
    changed.setToggleState (true, juce::sendNotificationSync);
    CHECK (rig.numShown () == 1);
    CHECK (rig.row ("bands").isVisible ());
}

TEST_CASE ("front ends are chosen, loaded and saved in the panel", "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    const TemporaryFolder folder;
    PanelRig rig;
    auto& box = boxOf (rig.panel, "Front end");
    box.setText ("vggish", juce::sendNotificationSync);
    CHECK (rig.spec () == findPreset ("vggish")->spec);
    CHECK (rig.panel.numChanged () == 0);
    const std::string text = "# of mine\nname = \"bell\"\nbands = 48\n";
    REQUIRE (rig.panel.load (juce::File (folder.write ("bell.toml", text))).ok ());
    CHECK (box.getText () == "bell");
    CHECK (rig.spec ().numBands == 48);
    CHECK (rig.panel.numChanged () == 0);
    REQUIRE (rig.panel.save (juce::File (folder.file ("saved.toml"))).ok ());
    CHECK (bytesOfFile (folder.file ("saved.toml")) == text);

    CHECK_FALSE (rig.panel.load (juce::File (folder.write ("bad.toml", "bands = 0\n"))).ok ());
    CHECK (find<MessageBar> (rig.panel).text ().contains ("bad.toml:1:"));
    CHECK (rig.spec ().numBands == 48);
    rig.answer = Error {ErrorCode::badSpec, "too fast for the screen", {}};
    box.setText ("Fast", juce::sendNotificationSync);
    CHECK (box.getText () == "bell");
    CHECK (find<MessageBar> (rig.panel).text () == "too fast for the screen");
    CHECK_FALSE (rig.panel.save (juce::File (folder.file ("none/a.toml"))).ok ());
}

TEST_CASE ("Tab goes through the panel, and the list follows the keyboard",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    rig.panel.takeFocus ();
    pumpMessages (20);
    auto& last = rig.editor<juce::ComboBox> ("stored");
    for (int n = 0; n < 100 && ! last.hasKeyboardFocus (true); ++n)
        rig.press (juce::KeyPress::tabKey, '\t');
    REQUIRE (last.hasKeyboardFocus (true));
    const auto place = rig.panel.getLocalArea (&last, last.getLocalBounds ());
    CHECK (rig.panel.getLocalBounds ().contains (place));
}

} // namespace melstrom::testing
