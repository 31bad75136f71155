// Folding of the spectrogram's window, and the text of an empty spectrogram.
#include "Source/Editor/InstrumentEditor.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Editor/SpectrogramRig.h"
#include "Tests/Support/Plugin/PluginRuns.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{
juce::Button& buttonOf (juce::Component& within, const juce::String& title)
{
    for (auto* const one : allOf<juce::Button> (within))
        if (one->getTitle () == title)
            return *one;
    FAIL ("no button of that title");
    std::abort ();
}

juce::Image pictureOf (juce::Component& component)
{
    return component.createComponentSnapshot (component.getLocalBounds (), true, 1);
}

/** Number of pixels of the plot as bright as letters. */
int numBrightPixels (SpectrogramView& view)
{
    const auto picture = view.createComponentSnapshot (view.plot (), true, 1);
    int numBright = 0;
    for (int y = 0; y < picture.getHeight (); ++y)
        for (int x = 0; x < picture.getWidth (); ++x)
            numBright += picture.getPixelAt (x, y).getPerceivedBrightness () > 0.4f ? 1 : 0;
    return numBright;
}

/** Brightness of one row of the plot, a few points from its left edge. */
float brightnessAt (SpectrogramView& view, int y)
{
    return pictureOf (view)
        .getPixelAt (view.plot ().getX () + 3, view.plot ().getY () + y)
        .getPerceivedBrightness ();
}
} // namespace

TEST_CASE ("a click folds the spectrogram away, its room is the pages', and a state keeps it so",
           "[editor][screen]")
{
    REQUIRE (hasDisplay ());
    Host host;
    InstrumentProcessor processor;
    processor.prepareToPlay (48000, 512);
    EditorWindow window (processor);
    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    pumpMessages (50);
    auto& editor = dynamic_cast<InstrumentEditor&> (window.editor ());
    auto& panel = find<SpectrogramPanel> (editor);
    auto& pages = find<Pages> (editor);
    const auto panelBefore = panel.getBounds (), pagesBefore = pages.getBounds ();
    REQUIRE (panelBefore.getHeight () > 150);

    REQUIRE (mouse.click (buttonOf (panel, "Fold the spectrogram away")));
    pumpMessages (50);
    CHECK (panel.isFolded ());
    CHECK (processor.view ().isFolded);
    CHECK (panel.getHeight () == SpectrogramPanel::kFoldedHeight);
    CHECK (pages.getHeight () ==
           pagesBefore.getHeight () + panelBefore.getHeight () - SpectrogramPanel::kFoldedHeight);
    CHECK_FALSE (find<SpectrogramView> (panel).isShowing ());
    CHECK_FALSE (buttonOf (panel, "Settings of the spectrogram").isShowing ());
    // Panels over the spectrogram still have their room.
    editor.openBrowser ();
    CHECK (find<OverlayPanel> (editor).getBounds () == panelBefore);
    editor.closeOverlay ();
    CHECK (panel.getHeight () == SpectrogramPanel::kFoldedHeight);

    InstrumentProcessor other;
    const auto state = stateOf (processor);
    setState (other, state);
    {
        const std::unique_ptr<juce::AudioProcessorEditor> made (other.createEditorIfNeeded ());
        CHECK (find<SpectrogramPanel> (*made).getHeight () == SpectrogramPanel::kFoldedHeight);
    }
    REQUIRE (mouse.click (buttonOf (panel, "Show the spectrogram")));
    pumpMessages (50);
    CHECK (panel.getBounds () == panelBefore);
    CHECK (pages.getBounds () == pagesBefore);
    CHECK (find<SpectrogramView> (panel).isShowing ());
}

TEST_CASE ("nobody watches what is folded away", "[spectrogram]")
{
    SpectrogramRig rig;
    int numFolds = 0;
    rig.panel->allowFolding ([&] { ++numFolds; });
    CHECK (rig.source.output.isWatched);
    CHECK (numFolds == 0);
    buttonOf (*rig.panel, "Fold the spectrogram away").onClick ();
    CHECK (numFolds == 1);
    CHECK (rig.source.state.isFolded);
    CHECK_FALSE (rig.source.output.isWatched);
    CHECK (rig.source.numChanges == 1);
    rig.source.state.isFolded = false; // by a host
    rig.panel->update ();
    CHECK (numFolds == 2);
    CHECK (rig.source.output.isWatched);
}

TEST_CASE ("the controls stand behind a gear", "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    Host host;
    InstrumentProcessor processor;
    EditorWindow window (processor);
    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    pumpMessages (50);
    auto& panel = find<SpectrogramPanel> (window.editor ());
    const auto numSeen = [&]
    {
        int count = 0;
        for (auto* const box : allOf<juce::ComboBox> (panel))
            count += box->isShowing () ? 1 : 0;
        return count;
    };
    const int plotHeight = find<SpectrogramView> (panel).getHeight ();
    CHECK (numSeen () == 0);
    REQUIRE (mouse.click (buttonOf (panel, "Settings of the spectrogram")));
    pumpMessages (50);
    CHECK (numSeen () == 5);
    CHECK (find<SpectrogramView> (panel).getHeight () < plotHeight);
    REQUIRE (mouse.click (buttonOf (panel, "Settings of the spectrogram")));
    pumpMessages (50);
    CHECK (numSeen () == 0);
    CHECK (find<SpectrogramView> (panel).getHeight () == plotHeight);
}

TEST_CASE ("an empty spectrogram says what to do until something is heard, and again in silence",
           "[spectrogram]")
{
    SpectrogramRig rig (false, ViewState {.axis = ViewAxis::mel, .spanSeconds = 1});
    (void)rig.source.output.prepare (48000, 512);
    rig.panel->setHint ("Press A, S, D or F to play");
    rig.panel->update ();
    auto& view = rig.view ("Output");
    CHECK (view.isEmpty ());
    CHECK (numBrightPixels (view) > 50);
    rig.give (20, -200);
    CHECK (view.isEmpty ());
    rig.give (20, 40);
    CHECK_FALSE (view.isEmpty ());
    rig.give (90, -200); // 100 rows a second: the loud rows are still visible
    CHECK_FALSE (view.isEmpty ());
    rig.give (20, -200);
    CHECK (view.isEmpty ());
    CHECK (numBrightPixels (view) > 50);
    rig.panel->setHint ({});
    CHECK (numBrightPixels (view) == 0);
}

TEST_CASE ("the instrument's empty spectrogram names keys that play at once", "[editor][screen]")
{
    REQUIRE (hasDisplay ());
    Host host;
    InstrumentProcessor processor;
    processor.prepareToPlay (48000, 512);
    EditorWindow window (processor);
    pumpMessages (100);
    auto& view = find<SpectrogramView> (window.editor ());
    CHECK (view.isEmpty ());
    CHECK (numBrightPixels (view) > 200);
    window.editor ().grabKeyboardFocus (); // like a window that comes to the front
    pumpMessages (50);
    CHECK (find<PianoKeys> (window.editor ()).hasKeyboardFocus (false));
}

TEST_CASE ("there is a line at each C where the axis is logarithmic, and none elsewhere",
           "[spectrogram]")
{
    for (const auto axis : {ViewAxis::logarithmic, ViewAxis::mel})
        for (const bool hasLines : {true, false})
        {
            SpectrogramRig rig (false, ViewState {.axis = axis, .hasNoteLines = hasLines});
            (void)rig.source.output.prepare (48000, 512);
            rig.panel->update ();
            rig.give (20, -200);
            auto& view = rig.view ("Output");
            const auto geometry = *rig.source.output.geometry ();
            const auto bank = makeMelBank (geometry);
            const FrequencyAxis frequency (axis, {geometry.spec.melScale, geometry.spec.lowestHz,
                                                  geometry.highestHz, bank.centresHz});
            const int height = view.plot ().getHeight ();
            for (const double hz : {65.406, 261.626, 1046.502}) // C2, C4, C6
            {
                const int y =
                    height - 1 -
                    static_cast<int> (std::lround (frequency.placeOf (hz) * (height - 1)));
                INFO (hz << " Hz, line " << y << " of " << height);
                const bool isLine = brightnessAt (view, y) > brightnessAt (view, y + 3) + 0.05f;
                CHECK (isLine == (hasLines && axis == ViewAxis::logarithmic));
            }
        }
}

} // namespace melstrom::testing
