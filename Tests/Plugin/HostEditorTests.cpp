// Real clicks in the editors of the built plugins.
#include "Source/Editor/AnalyzerEditor.h"
#include "Source/Editor/InstrumentEditor.h"
#include "Tests/Standalone/App/Measure/ScreenProbe.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{

/** Places in an editor, and what its panel looks like. */
struct Expected
{
    juce::Point<int> gear, all, close;
    juce::Rectangle<int> area; ///< of the panel
    juce::Image panel;
};

juce::Button& shownButton (juce::Component& editor, const juce::String& title)
{
    for (auto* const button : allOf<juce::Button> (editor))
        if (button->getTitle () == title && button->isShowing ())
            return *button;
    FAIL ("no button " << title);
    std::abort ();
}

/** The same editor in this program, at that size. */
Expected expectedOf (juce::AudioProcessor& processor, int width, int height)
{
    EditorWindow window (processor);
    auto& editor = window.editor ();
    editor.setSize (width, height);
    pumpMessages (100);
    const auto placeOf = [&] (juce::Button& button)
    { return editor.getLocalArea (&button, button.getLocalBounds ()).getCentre (); };
    Expected expected;
    auto& gear = shownButton (editor, "Settings of the spectrogram");
    expected.gear = placeOf (gear);
    gear.triggerClick ();
    pumpMessages (200);
    auto& all = shownButton (editor, "All settings of the front end");
    expected.all = placeOf (all);
    all.triggerClick ();
    pumpMessages (300);
    auto& overlay = find<FrontEndOverlay> (editor);
    expected.area = editor.getLocalArea (&overlay, overlay.getLocalBounds ());
    expected.panel = overlay.createComponentSnapshot (overlay.getLocalBounds ());
    expected.close = placeOf (shownButton (overlay, "Close"));
    return expected;
}

/** Share of the panel's pixels that the screen shows there, to a step or two of the colours. */
double sameShare (Screen& screen, juce::Point<int> origin, const Expected& expected)
{
    const auto area = expected.area + origin;
    const auto pixels =
        screen.pixels ({area.getX (), area.getY (), area.getWidth (), area.getHeight ()});
    REQUIRE (pixels.size () == static_cast<std::size_t> (area.getWidth () * area.getHeight ()));
    int numSame = 0;
    for (int y = 0; y < area.getHeight (); ++y)
        for (int x = 0; x < area.getWidth (); ++x)
        {
            const auto colour = expected.panel.getPixelAt (x, y);
            const auto shown =
                juce::Colour (pixels[static_cast<std::size_t> (y * area.getWidth () + x)]);
            const auto isNear = [] (int a, int b) { return std::abs (a - b) <= 3; };
            numSame += isNear (colour.getRed (), shown.getRed ()) &&
                               isNear (colour.getGreen (), shown.getGreen ()) &&
                               isNear (colour.getBlue (), shown.getBlue ())
                           ? 1
                           : 0;
        }
    return static_cast<double> (numSame) / static_cast<double> (pixels.size ());
}

/** The button "All settings" and some of its row. */
ScreenPlace rowOf (juce::Point<int> origin, const Expected& expected)
{
    const auto place = origin + expected.all;
    return {place.x - 40, place.y - 8, 80, 16};
}

} // namespace

TEST_CASE ("All settings opens by real clicks in the built plugins, and closes",
           "[host][plugin][screen]")
{
    if (! hasDisplay ())
        return;
    const TemporaryFolder home;
    const EnvironmentVariable homeVariable ("HOME", home.path ().c_str ());
    const EnvironmentVariable settings ("MELSTROM_SETTINGS", home.file ("settings").c_str ());
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            Mouse mouse;
            if (! mouse.fault ().empty ())
                return skipTest (mouse.fault ());
            int width = 0, height = 0;
            auto instance = host.load (plugin);
            {
                EditorWindow window (*instance);
                pumpMessages (300);
                width = window.editor ().getWidth ();
                height = window.editor ().getHeight ();
            }
            std::unique_ptr<juce::AudioProcessor> own;
            if (plugin.isInstrument)
                own = std::make_unique<InstrumentProcessor> ();
            else
                own = std::make_unique<AnalyzerProcessor> ();
            own->prepareToPlay (48000, 512);
            const auto expected = expectedOf (*own, width, height);
            own.reset ();

            EditorWindow window (*instance);
            pumpMessages (500);
            const auto origin = window.editor ().getScreenPosition ();
            REQUIRE (window.editor ().getWidth () == width);
            REQUIRE (window.editor ().getHeight () == height);
            Screen screen;
            const auto isShown = [&] { return sameShare (screen, origin, expected) > 0.97; };
            CHECK_FALSE (isShown ());
            // The row of settings moves the picture, so other pixels are where it was.
            const auto rowBefore = screen.pixels (rowOf (origin, expected));
            CHECK (mouse.clickScreen (
                origin + expected.gear,
                [&] { return screen.pixels (rowOf (origin, expected)) != rowBefore; }));
            pumpMessages (300);
            CHECK_FALSE (isShown ());
            CHECK (mouse.clickScreen (origin + expected.all, isShown));
            CHECK (mouse.clickScreen (origin + expected.close, [&] { return ! isShown (); }));
        });
}

} // namespace melstrom::testing
