// A and B, switched by the mouse on the screen; their undo steps and their state.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Processor/PatchUndo.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

TEST_CASE ("A and B are two sounds, of which the buttons bring up either", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& processor = run.processor;
    const auto isLit = [&run] (const char* name) { return run.button (name).getToggleState (); };
    CHECK ((isLit ("A") && ! isLit ("B")));
    run.click ("B"); // B starts as a copy of A
    CHECK ((! isLit ("A") && isLit ("B")));
    CHECK (processor.patch () == initPatch ());
    processor.loadPatch (*findPatch ("Aurora"));
    changeParameter (run.parameter (PatchKey::filterCutoff), 500);
    const auto b = processor.patch ();
    run.click ("A");
    CHECK ((isLit ("A") && ! isLit ("B")));
    CHECK (processor.patch () == initPatch ());
    CHECK_FALSE (processor.isPatchDirty ());
    run.click ("A"); // A's sound is already loaded
    run.click ("B");
    CHECK (processor.patch () == b);
    CHECK (processor.isPatchDirty ());

    // Both sides share one undo history, and a step also switches the side.
    auto& undo = processor.undo ();
    REQUIRE (undo.undo ()); // to A
    CHECK (processor.side () == PatchSide::a);
    CHECK (processor.patch () == initPatch ());
    REQUIRE (undo.undo ()); // back to B
    CHECK (processor.side () == PatchSide::b);
    CHECK (processor.patch () == b);
    REQUIRE (undo.undo ()); // the cutoff
    REQUIRE (undo.undo ()); // Aurora
    CHECK (processor.patch () == initPatch ());
    REQUIRE (undo.undo ());
    CHECK (processor.side () == PatchSide::a);
    CHECK_FALSE (undo.canUndo ());
    CHECK (run.waitFor ([&] { return isLit ("A") && ! isLit ("B"); }));
    for (int step = 0; step < 5; ++step)
        REQUIRE (undo.redo ());
    CHECK (processor.side () == PatchSide::b);
    CHECK (processor.patch () == b);
}

TEST_CASE ("a click copies what sounds to the other side, and undo takes that back",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& processor = run.processor;
    run.click ("B");
    processor.loadPatch (*findPatch ("Aurora"));
    run.click ("A");
    changeParameter (run.parameter (PatchKey::osc1Pan), 0.5f);
    const auto a = processor.patch ();
    run.click ("Copy to the other side");
    CHECK (processor.patch () == a);
    processor.chooseSide (PatchSide::b);
    CHECK (processor.patch () == a);
    REQUIRE (processor.undo ().undo ()); // the choice
    REQUIRE (processor.undo ().undo ()); // the copy
    CHECK (processor.patch () == a);
    processor.chooseSide (PatchSide::b);
    CHECK (processor.patch () == *findPatch ("Aurora"));
}

TEST_CASE ("a state has both sides, and the one that sounds", "[plugin]")
{
    PluginRun run;
    run.processor.chooseSide (PatchSide::b);
    run.processor.loadPatch (*findPatch ("Aurora"));
    const auto state = stateOf (run.processor);
    PluginRun other;
    setState (other.processor, state);
    CHECK (other.processor.side () == PatchSide::b);
    CHECK (other.processor.patch () == *findPatch ("Aurora"));
    other.processor.chooseSide (PatchSide::a);
    CHECK (other.processor.patch () == initPatch ());
    setState (other.processor, state);
    CHECK (stateOf (other.processor) == state);
}

} // namespace melstrom::testing
