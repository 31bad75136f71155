// Undo and redo of an instrument.
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Editor/Panels/DrawingPanel.h"
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Editor/Widgets/ParameterKnob.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/MouseAt.h"
#include "Tests/Support/Plugin/PluginRuns.h"

namespace melstrom::testing
{

namespace
{
const Patch& factoryPatch (int index)
{
    return factoryLibrary ().patches.at (static_cast<std::size_t> (index));
}
} // namespace

TEST_CASE ("loading a patch is one step and comes back with its changes", "[plugin]")
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (1));
    run.processor.parameters ()[PatchKey::osc1Level].setSilently (-13.25f);
    const auto changed = run.processor.patch ();
    run.processor.loadPatch (factoryPatch (4));
    REQUIRE (run.processor.patch () == factoryPatch (4));
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == changed);
    CHECK (run.processor.isPatchDirty ());
    REQUIRE (run.processor.undo ().redo ());
    CHECK (run.processor.patch () == factoryPatch (4));
    CHECK_FALSE (run.processor.isPatchDirty ());
}

TEST_CASE ("a gesture is one step however many values it goes through", "[plugin]")
{
    PluginRun run;
    auto& cutoff = run.processor.parameters ()[PatchKey::filterCutoff];
    cutoff.setSilently (5432.1f);
    cutoff.beginChangeGesture ();
    for (const float position : {0.1f, 0.5f, 0.3f})
        cutoff.setValueNotifyingHost (position);
    cutoff.endChangeGesture ();
    const float after = cutoff.value ();
    REQUIRE (after != 5432.1f);
    REQUIRE (run.processor.undo ().undo ());
    CHECK (cutoff.value () == 5432.1f);
    CHECK_FALSE (run.processor.undo ().canUndo ());
    REQUIRE (run.processor.undo ().redo ());
    CHECK (cutoff.value () == after);
}

TEST_CASE ("a gesture that changes nothing is no step", "[plugin]")
{
    PluginRun run;
    auto& cutoff = run.processor.parameters ()[PatchKey::filterCutoff];
    cutoff.beginChangeGesture ();
    cutoff.endChangeGesture ();
    CHECK_FALSE (run.processor.undo ().canUndo ());
}

TEST_CASE ("a state ends what could be undone", "[plugin]")
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (1));
    const auto state = stateOf (run.processor);
    run.processor.loadPatch (factoryPatch (2));
    REQUIRE (run.processor.undo ().canUndo ());
    setState (run.processor, state);
    CHECK_FALSE (run.processor.undo ().canUndo ());
}

TEST_CASE ("gestures that overlap are one step", "[plugin]")
{
    PluginRun run;
    auto& cutoff = run.processor.parameters ()[PatchKey::filterCutoff];
    auto& level = run.processor.parameters ()[PatchKey::osc1Level];
    const auto before = run.processor.patch ();
    cutoff.beginChangeGesture ();
    cutoff.setValueNotifyingHost (0.3f);
    level.beginChangeGesture ();
    cutoff.endChangeGesture ();
    level.setValueNotifyingHost (0.4f);
    level.endChangeGesture ();
    const auto after = run.processor.patch ();
    changeParameter (level, level.row ().lowest); // does not overlap with a gesture
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == after);
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == before);
    CHECK_FALSE (run.processor.undo ().canUndo ());
    REQUIRE (run.processor.undo ().redo ());
    CHECK (run.processor.patch () == after);
}

TEST_CASE ("a knob that goes while it is dragged ends its gesture", "[plugin]")
{
    PluginRun run;
    const auto before = run.processor.patch ();
    auto knob = std::make_unique<ParameterKnob> (run.processor, PatchKey::reverbMix);
    knob->setSize (60, 60);
    knob->mouseDown (mouseAt (*knob, {30, 30}));
    knob->mouseDrag (mouseAt (*knob, {30, 10}));
    knob.reset ();
    const auto after = run.processor.patch ();
    REQUIRE (after != before);
    changeParameter (run.processor.parameters ()[PatchKey::osc1Level], -6.0f); // another step
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == after);
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == before);
}

TEST_CASE ("to modulate a parameter is one step and to stop it another", "[plugin]")
{
    PluginRun run;
    const auto before = run.processor.patch ();
    auto& parameters = run.processor.parameters ();
    REQUIRE (modulate (parameters, PatchKey::filterCutoff, ModulationSource::lfo1));
    const auto modulated = run.processor.patch ();
    REQUIRE (isMatrixRowActive (modulated, 0));
    REQUIRE (modulate (parameters, PatchKey::filterCutoff, ModulationSource::lfo2));
    const auto both = run.processor.patch ();
    stopModulating (parameters, PatchKey::filterCutoff);
    CHECK (run.processor.patch () == before);
    for (const auto& expected : {both, modulated, before})
    {
        REQUIRE (run.processor.undo ().undo ());
        CHECK (run.processor.patch () == expected);
    }
    CHECK_FALSE (run.processor.undo ().canUndo ());
}

TEST_CASE ("a row that is made to modulate keeps no second source of an earlier use", "[plugin]")
{
    PluginRun run;
    auto& parameters = run.processor.parameters ();
    const auto via = matrixKey (0, PatchKey::matrixVia);
    changeParameter (parameters[via], static_cast<float> (ModulationSource::wheel));
    REQUIRE (freeMatrixRow (parameters) == 0);
    REQUIRE (modulate (parameters, PatchKey::filterCutoff, ModulationSource::lfo1));
    CHECK (parameters.values ().whole (via) == 0);
    REQUIRE (run.processor.undo ().undo ());
    CHECK (parameters.values ().whole (via) == static_cast<int> (ModulationSource::wheel));
}

TEST_CASE ("a stroke of a drawing is a change and one step", "[plugin]")
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (1));
    const auto before = run.processor.patch ();
    DrawingPanel panel (run.processor, 1);
    auto& drawing = find<DrawingEditor> (panel);
    drawing.setAmplitudes ({1.0f, 0.5f});
    const auto first = run.processor.patch ();
    CHECK (run.processor.isPatchDirty ());
    CHECK (first.name == before.name);
    CHECK (first.drawings[1] == std::vector {1.0f, 0.5f});
    CHECK (first.choice<SpectrumShape> (PatchKey::osc2Spectrum) == SpectrumShape::drawn);
    drawing.setAmplitudes ({0.25f});
    drawing.setAmplitudes ({0.25f}); // no change, no step
    CHECK (run.processor.isPatchDirty ());
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == first);
    CHECK (run.processor.isPatchDirty ());
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == before);
    CHECK_FALSE (run.processor.isPatchDirty ());
    REQUIRE (run.processor.undo ().redo ());
    CHECK (run.processor.patch () == first);
    CHECK (run.processor.isPatchDirty ());
}

} // namespace melstrom::testing
