// Texts of the window about its controls, and their places.
#include "Source/Editor/Displays/SpectrumDisplay.h"
#include "Source/Editor/Panels/DrawingPanel.h"
#include "Source/Parameters/ParameterText.h"
#include "Tests/Support/Documentation.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{
/** Number of pixels of that rectangle that are brighter than `least`, 0 .. 1. */
int numBright (juce::Component& component, juce::Rectangle<int> area, float least)
{
    const auto picture = component.createComponentSnapshot (component.getLocalBounds (), true, 1);
    int count = 0;
    for (int y = area.getY (); y < area.getBottom (); ++y)
        for (int x = area.getX (); x < area.getRight (); ++x)
            count += picture.getPixelAt (x, y).getPerceivedBrightness () > least ? 1 : 0;
    return count;
}
} // namespace

TEST_CASE ("a tooltip says value, meaning, initial value and range", "[editor]")
{
    const auto tooltip = [] (PatchKey key, float value)
    { return parameterTooltip (parameterOf (key), value).toStdString (); };
    CHECK (tooltip (PatchKey::filterCutoff, 440) == "Filter Cutoff: 440.0 Hz\n"
                                                    "Cutoff frequency, default 20 kHz.\n"
                                                    "20.0 Hz to 20 kHz.");
    CHECK (tooltip (PatchKey::filterCutoff, 1234.5f).starts_with ("Filter Cutoff: 1.235 kHz\n"));
    CHECK (tooltip (PatchKey::filterCutoff, 1000).starts_with ("Filter Cutoff: 1 kHz\n"));
    CHECK (tooltip (PatchKey::osc1Pan, -0.5f) ==
           "Osc 1 Pan: -0.5\n"
           "Place in the stereo field: -1 is left, 1 right. Default 0.0.\n"
           "-1.0 to 1.0.");
    CHECK (tooltip (PatchKey::filterType, 1) == "Filter Type: Low\n"
                                                "Which frequencies pass, default Off.");
    for (const auto& parameter : patchParameters ())
    {
        const auto text = parameterTooltip (parameter, parameter.initial);
        INFO (text);
        CHECK_FALSE (text.containsIgnoreCase ("sinusoid"));
        CHECK (text.containsIgnoreCase ("default "));
    }
}

TEST_CASE ("documents call partials by that name alone", "[docs]")
{
    REQUIRE (documentNames ().size () > 5);
    for (const auto& name : documentNames ())
    {
        // Names of numbers in a file are exempt.
        const auto text = juce::String::fromUTF8 (documentation (name).c_str ())
                              .replace ("live_sinusoids", "")
                              .replace ("offline_sinusoids", "");
        INFO (name);
        CHECK_FALSE (text.containsIgnoreCase ("sinusoid"));
    }
}

TEST_CASE ("a frequency may be typed in kilohertz", "[patch]")
{
    const auto& cutoff = parameterOf (PatchKey::filterCutoff);
    for (const char* const text : {"1.5 kHz", "1.5khz", "1500", "1500 Hz"})
    {
        const auto value = valueFromText (cutoff, text);
        INFO (text);
        REQUIRE (value);
        CHECK (*value == 1500);
    }
    CHECK_FALSE (valueFromText (cutoff, "21 kHz"));
    CHECK_FALSE (valueFromText (parameterOf (PatchKey::ampAttack), "1 kHz"));
}

TEST_CASE ("the little spectrum shows a pencil and a click on it opens the drawing",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& display = find<SpectrumDisplay> (run.editor ()); // Init: one harmonic, on the left
    const auto corner =
        display.getLocalBounds ().reduced (6).removeFromTop (12).removeFromRight (12);
    CHECK (numBright (display, corner, 0.4f) >= 10);
    CHECK (numBright (display, corner.translated (-60, 0), 0.4f) == 0);
    REQUIRE (findOrNull<DrawingPanel> (run.editor ()) == nullptr);
    run.click (display);
    CHECK (findOrNull<DrawingPanel> (run.editor ()) != nullptr);
    CHECK (numBright (display, corner, 0.75f) >= 5); // the mouse is over it
}

TEST_CASE ("the filter's envelope amount is a knob beside its envelope", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    for (const int width : {1200, 960})
    {
        INFO (width);
        run.editor ().setSize (width, 700);
        run.editor ().showPage (1);
        run.settle ();
        ParameterKnob* amount = nullptr;
        for (auto* const knob : allOf<ParameterKnob> (run.editor ()))
            if (knob->isShowing () && knob->key () == PatchKey::filterEnvelope &&
                knob->getParentComponent ()->getTitle () == "Modulation Envelope")
                amount = knob;
        REQUIRE (amount != nullptr);
        const float before = run.parameter (PatchKey::filterEnvelope).value ();
        const auto centre = amount->getLocalBounds ().getCentre ();
        REQUIRE (run.mouse.hold (*amount, centre));
        REQUIRE (run.mouse.dragTo (amount->localPointToGlobal (centre).translated (0, -44)));
        REQUIRE (run.mouse.letGo ());
        CHECK (run.parameter (PatchKey::filterEnvelope).value () > before + 1);
    }
}

} // namespace melstrom::testing
