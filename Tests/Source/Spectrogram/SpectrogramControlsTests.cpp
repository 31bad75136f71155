// Texts of the spectrogram for mouse, keyboard and screen reader.
#include "Tests/Support/Editor/SpectrogramRig.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("the cursor reads frequency and note and band and level and time", "[spectrogram]")
{
    SpectrogramRig rig (
        false, ViewState {.preset = "librosa", .axis = ViewAxis::linear, .spanSeconds = 1});
    (void)rig.source.output.prepare (48000, 512);
    rig.panel->update ();
    rig.give (100, 0);
    auto& view = rig.view ("Output");
    CHECK (view.cursorText ().isEmpty ());
    view.setCursor (view.plot ().getCentre ());
    const auto text = view.cursorText ();
    const auto geometry = *rig.source.output.geometry ();
    const float level = BandLevels (geometry, makeMelBank (geometry)).decibels (0);
    const auto parts = juce::StringArray::fromTokens (
        text, juce::String (juce::CharPointer_UTF8 ("\xc2\xb7")), {});
    REQUIRE (parts.size () == 5);
    CHECK (parts[0].getDoubleValue () ==
           Approx (12000).margin (24000.0 / view.plot ().getHeight ()));
    CHECK (parts[0].trim ().endsWith (" Hz"));
    CHECK (parts[1].contains ("F#9")); // 11840 Hz
    CHECK (parts[2].trim ().startsWith ("band "));
    CHECK (parts[3].trim () == juce::String (level, 1) + " dB");
    CHECK (parts[4].getDoubleValue () == Approx (-0.5).margin (0.01));
    CHECK (view.createAccessibilityHandler ()->getValueInterface ()->getCurrentValueAsString () ==
           text);
    CHECK (view.keyPressed (juce::KeyPress (juce::KeyPress::upKey)));
    CHECK (view.cursorText ().getDoubleValue () > text.getDoubleValue ());
    CHECK (view.keyPressed (juce::KeyPress (juce::KeyPress::escapeKey)));
    CHECK (view.cursorText ().isEmpty ());
}

TEST_CASE ("all controls have a name and a tooltip and keep to the panel", "[spectrogram]")
{
    SpectrogramRig rig (true);
    rig.panel->showControls (true);
    for (const int width : {800, 1000, 1200, 2000})
    {
        rig.panel->setSize (width, 500);
        std::vector<juce::Component*> controls;
        for (auto* const one : allOf<juce::ComboBox> (*rig.panel))
            controls.push_back (one);
        for (auto* const one : allOf<juce::Slider> (*rig.panel))
            controls.push_back (one);
        for (auto* const one : allOf<juce::TextButton> (*rig.panel))
            controls.push_back (one);
        for (auto* const one : allOf<juce::TextEditor> (*rig.panel))
            controls.push_back (one);
        CHECK (controls.size () == 19);
        for (std::size_t n = 0; n < controls.size (); ++n)
        {
            const auto place =
                rig.panel->getLocalArea (controls[n], controls[n]->getLocalBounds ());
            CHECK (rig.panel->getLocalBounds ().contains (place));
            CHECK (place.getWidth () >= 60);
            CHECK (controls[n]->getTitle ().isNotEmpty ());
            CHECK (controls[n]->getWantsKeyboardFocus ());
            CHECK (dynamic_cast<juce::SettableTooltipClient*> (controls[n])
                       ->getTooltip ()
                       .isNotEmpty ());
            for (std::size_t other = 0; other < n; ++other)
                CHECK_FALSE (place.intersects (
                    rig.panel->getLocalArea (controls[other], controls[other]->getLocalBounds ())));
        }
    }
}

TEST_CASE ("without an input there is nothing to choose between", "[spectrogram]")
{
    SpectrogramRig rig;
    int numBoxes = 0;
    for (auto* const box : allOf<juce::ComboBox> (*rig.panel))
    {
        CHECK (box->getTitle () != "Source");
        ++numBoxes;
    }
    CHECK (numBoxes >= 4);
}
