// Modulation by the mouse on the screen: sources dragged to knobs, depths on knob rings, removal in
// knob menus.
#include "Engine/Realtime/Control/Modulation.h"
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Editor/Widgets/SourceChips.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{
constexpr int kFadeMs = 400; ///< until the dragged chip has faded out

SourceChip& chipOf (ScreenRun& run, ModulationSource source)
{
    for (auto* const chip : allOf<SourceChip> (run.editor ()))
        if (chip->isShowing () && chip->source () == source)
            return *chip;
    FAIL ("no chip of that source");
    std::abort ();
}

void dragTo (ScreenRun& run, ModulationSource source, juce::Component& where)
{
    auto& chip = chipOf (run, source);
    REQUIRE (run.mouse.hold (chip, chip.getLocalBounds ().getCentre ()));
    REQUIRE (run.mouse.dragTo (where.getScreenBounds ().getCentre ()));
    REQUIRE (run.mouse.letGo ());
    pumpMessages (kFadeMs);
    run.settle ();
}

/** A point of the ring at three o'clock, in coordinates of the knob. */
juce::Point<int> ringOf (ParameterKnob& knob)
{
    const auto circle = ParameterKnob::placesIn (knob.getLocalBounds ()).circle;
    return circle.getCentre ().translated (circle.getWidth () / 2 - 2, 0);
}

void dragRing (ScreenRun& run, ParameterKnob& knob, int pixelsUp)
{
    REQUIRE (run.mouse.hold (knob, ringOf (knob)));
    REQUIRE (run.mouse.dragTo (knob.localPointToGlobal (ringOf (knob)).translated (0, -pixelsUp)));
    REQUIRE (run.mouse.letGo ());
    run.settle ();
}

/** Number of the ring's pixels in the colour of modulation. */
int numOrange (ParameterKnob& knob)
{
    const auto picture = knob.createComponentSnapshot (knob.getLocalBounds (), true, 1);
    const auto circle = ParameterKnob::placesIn (knob.getLocalBounds ()).circle.toFloat ();
    const auto orange = Theme::modulation ();
    int count = 0;
    for (int y = 0; y < picture.getHeight (); ++y)
        for (int x = 0; x < picture.getWidth (); ++x)
        {
            const auto pixel = picture.getPixelAt (x, y);
            const float distance = circle.getCentre ().getDistanceFrom (
                {static_cast<float> (x) + 0.5f, static_cast<float> (y) + 0.5f});
            const bool isOnRing = std::abs (distance - circle.getWidth () / 2 + 2) < 2.5f;
            const bool isLike = std::abs (pixel.getRed () - orange.getRed ()) < 40 &&
                                std::abs (pixel.getGreen () - orange.getGreen ()) < 40 &&
                                std::abs (pixel.getBlue () - orange.getBlue ()) < 40;
            count += isOnRing && isLike ? 1 : 0;
        }
    return count;
}

float depthOf (ScreenRun& run, int row)
{
    return run.parameter (matrixKey (row, PatchKey::matrixDepth)).value ();
}
} // namespace

TEST_CASE ("a source that is dragged to a knob moves it, which its ring shows", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& knob = run.control<ParameterKnob> (PatchKey::filterCutoff);
    changeParameter (run.parameter (PatchKey::filterCutoff), 500);
    run.processor.undo ().clearUndoHistory ();
    run.settle ();
    const auto before = run.processor.patch ();
    CHECK (numOrange (knob) == 0);
    dragTo (run, ModulationSource::lfo1, knob);
    const auto after = run.processor.patch ();
    CHECK (after.choice<ModulationSource> (PatchKey::matrixSource) == ModulationSource::lfo1);
    CHECK (matrixTargetOf (after, 0) == PatchKey::filterCutoff);
    CHECK (after[PatchKey::matrixDepth] == 0.25f);
    CHECK (after[PatchKey::filterCutoff] == before[PatchKey::filterCutoff]);
    const int quarter = numOrange (knob);
    CHECK (quarter > 15);
    changeParameter (run.parameter (PatchKey::matrixDepth), 0.5f);
    run.settle ();
    CHECK (numOrange (knob) > quarter * 3 / 2); // twice the angle
    REQUIRE (run.processor.undo ().undo ());
    REQUIRE (run.processor.undo ().undo ()); // one step for the whole row
    CHECK (run.processor.patch () == before);
    CHECK_FALSE (run.processor.undo ().canUndo ());
    run.settle ();
    CHECK (numOrange (knob) == 0);

    // The same source twice is one row; a different source is a second row.
    dragTo (run, ModulationSource::lfo1, knob);
    dragTo (run, ModulationSource::lfo1, knob);
    CHECK (run.processor.patch () == after);
    dragTo (run, ModulationSource::wheel, knob);
    CHECK (matrixTargetOf (run.processor.patch (), 1) == PatchKey::filterCutoff);
}

TEST_CASE ("a source that is dropped on what the matrix cannot move does nothing",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    dragTo (run, ModulationSource::velocity, run.control<ParameterKnob> (PatchKey::osc1Unison));
    dragTo (run, ModulationSource::velocity, find<PianoKeys> (run.editor ()));
    CHECK (run.processor.patch () == initPatch ());
    CHECK_FALSE (run.processor.undo ().canUndo ());
}

TEST_CASE ("macros and wheel can be dragged from every page, in a narrow window, too",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    run.editor ().setSize (900, 600);
    run.editor ().showPage (0);
    run.settle ();
    dragTo (run, ModulationSource::macro4, run.control<ParameterKnob> (PatchKey::osc1Tilt));
    CHECK (run.processor.patch ().choice<ModulationSource> (PatchKey::matrixSource) ==
           ModulationSource::macro4);
    CHECK (matrixTargetOf (run.processor.patch (), 0) == PatchKey::osc1Tilt);
}

TEST_CASE ("dragging the ring changes the depth alone, as one gesture and one step",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& knob = run.control<ParameterKnob> (PatchKey::filterCutoff);
    changeParameter (run.parameter (PatchKey::filterCutoff), 500);
    REQUIRE (
        modulate (run.processor.parameters (), PatchKey::filterCutoff, ModulationSource::lfo1));
    run.settle ();
    const auto before = run.processor.patch ();
    dragRing (run, knob, 44); // 220 pixels are the whole range
    CHECK (depthOf (run, 0) == Approx (0.45).margin (0.01));
    CHECK (run.parameter (PatchKey::filterCutoff).value () == before[PatchKey::filterCutoff]);
    dragRing (run, knob, -154);
    CHECK (depthOf (run, 0) == Approx (-0.25).margin (0.01));
    REQUIRE (run.processor.undo ().undo ());
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == before);
    // A drag inside the ring turns the knob itself.
    const auto centre = ParameterKnob::placesIn (knob.getLocalBounds ()).circle.getCentre ();
    REQUIRE (run.mouse.hold (knob, centre));
    REQUIRE (run.mouse.dragTo (knob.localPointToGlobal (centre).translated (0, -22)));
    REQUIRE (run.mouse.letGo ());
    CHECK (depthOf (run, 0) == before[PatchKey::matrixDepth]);
    CHECK (run.parameter (PatchKey::filterCutoff).value () > before[PatchKey::filterCutoff]);
}

TEST_CASE ("a knob's menu removes a modulation, and chooses which one the ring changes",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& parameters = run.processor.parameters ();
    auto& knob = run.control<ParameterKnob> (PatchKey::osc1Pan);
    REQUIRE (modulate (parameters, PatchKey::osc1Pan, ModulationSource::lfo1));
    REQUIRE (modulate (parameters, PatchKey::osc1Pan, ModulationSource::velocity));
    run.settle ();
    const auto both = run.processor.patch ();
    dragRing (run, knob, 22);
    CHECK (depthOf (run, 0) == Approx (0.35).margin (0.01));
    REQUIRE (run.processor.undo ().undo ());
    run.settle ();
    REQUIRE (run.mouse.clickRight (knob));
    run.clickItem ("The ring changes Velocity 0.25");
    run.settle ();
    dragRing (run, knob, 22);
    CHECK (depthOf (run, 0) == 0.25f);
    CHECK (depthOf (run, 1) == Approx (0.35).margin (0.01));
    REQUIRE (run.processor.undo ().undo ());
    run.settle ();

    REQUIRE (run.mouse.clickRight (knob));
    run.clickItem ("Remove LFO 1 0.25");
    CHECK (run.processor.patch ().whole (PatchKey::matrixSource) == 0);
    CHECK (matrixTargetOf (run.processor.patch (), 1) == PatchKey::osc1Pan);
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == both);
    run.settle ();
    REQUIRE (run.mouse.clickRight (knob));
    run.clickItem ("Remove all modulation");
    CHECK (run.processor.patch () == initPatch ());
}

TEST_CASE ("a full matrix takes no further source", "[editor]")
{
    PluginRun run;
    auto& parameters = run.processor.parameters ();
    const auto targets = modulationTargets ();
    for (int row = 0; row < kNumMatrixRows; ++row)
        CHECK (modulate (parameters, targets[static_cast<std::size_t> (row)],
                         ModulationSource::lfo1) == row);
    const auto full = run.processor.patch ();
    CHECK_FALSE (modulate (parameters, targets[20], ModulationSource::lfo1));
    // This row already exists.
    CHECK (modulate (parameters, targets[3], ModulationSource::lfo1) == 3);
    CHECK (run.processor.patch () == full);
    changeParameter (parameters[matrixKey (3, PatchKey::matrixDepth)], 0);
    CHECK (modulate (parameters, targets[3], ModulationSource::lfo1) == 3);
    CHECK (run.processor.patch () == full); // the first depth again
}

} // namespace melstrom::testing
