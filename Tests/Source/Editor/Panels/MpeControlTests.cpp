// MPE in the window: a switch and a range beside the bend range. Loading a patch does not change
// them.
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Editor/Widgets/ParameterCombo.h"
#include "Source/Editor/Widgets/ParameterKnob.h"
#include "Tests/Support/Editor/EditorRun.h"

namespace melstrom::testing
{

TEST_CASE ("the window has MPE and its range on the panel of the bend range", "[editor]")
{
    EditorRun shown;
    auto& bend = shown.control<ParameterKnob> (PatchKey::bendRange);
    auto& range = shown.control<ParameterKnob> (PatchKey::mpeBendRange);
    auto& mpe = shown.control<ParameterCombo> (PatchKey::mpe);
    CHECK (range.getParentComponent () == bend.getParentComponent ());
    CHECK (mpe.getParentComponent () == bend.getParentComponent ());
    CHECK (range.getValue () == 48);
    CHECK (mpe.getText () == "Off");
    mpe.setSelectedItemIndex (1, juce::sendNotificationSync); // a choice from its menu
    CHECK (shown.parameter (PatchKey::mpe).value () == 1);
}

TEST_CASE ("a patch or a program that is loaded leaves MPE as the player has it, a state does not",
           "[plugin]")
{
    PluginRun run;
    auto& processor = run.processor;
    const auto off = stateOf (processor);
    processor.parameters ()[PatchKey::mpe].setSilently (1);
    processor.parameters ()[PatchKey::mpeBendRange].setSilently (24);
    const auto isOn = [&]
    {
        return processor.parameters ()[PatchKey::mpe].value () == 1 &&
               processor.parameters ()[PatchKey::mpeBendRange].value () == 24;
    };
    processor.loadPatch (factoryLibrary ().patches.at (3));
    CHECK (isOn ());
    CHECK_FALSE (processor.isPatchDirty ());
    processor.setCurrentProgram (5);
    CHECK (isOn ());
    CHECK_FALSE (processor.isPatchDirty ());
    const auto on = stateOf (processor);
    setState (processor, off);
    CHECK_FALSE (isOn ());
    setState (processor, on);
    CHECK (isOn ());
}

} // namespace melstrom::testing
