// Random patches by the mouse on the screen.
#include "Engine/Spec/Patch/Surprise.h"
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{
/** The seed in a name like "Surprise 123". */
std::uint32_t seedOf (const Patch& patch)
{
    const juce::String name (patch.name);
    REQUIRE (name.startsWith ("Surprise "));
    return static_cast<std::uint32_t> (name.getTrailingIntValue ());
}
} // namespace

TEST_CASE ("a click on the die makes the patch of the seed that is in its name", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    run.click ("Surprise me");
    const auto patch = run.processor.patch ();
    INFO (patch.name);
    PatchValues expected = initPatch ();
    surprise (expected, seedOf (patch));
    CHECK (patch.values == expected.values);
    CHECK (patch.values != initPatch ().values);
    CHECK_FALSE (run.processor.isPatchDirty ());
    run.click ("Surprise me");
    CHECK (run.processor.patch ().values != patch.values);
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == patch);
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == initPatch ());
}

TEST_CASE ("a group that is locked in the menu stays, until it is unlocked there",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& processor = run.processor;
    changeParameter (run.parameter (PatchKey::filterCutoff), 777);
    changeParameter (run.parameter (PatchKey::ampAttack), 1.25f);
    const auto before = processor.patch ();
    for (const char* const group : {"Filter", "Envelopes"})
    {
        run.click ("Lock groups");
        run.clickItem (group);
    }
    LockedGroups locked;
    locked.set (static_cast<std::size_t> (SurpriseGroup::filter));
    locked.set (static_cast<std::size_t> (SurpriseGroup::envelopes));
    CHECK (run.waitFor ([&] { return processor.surpriseLocks () == locked; }));
    CHECK (run.button ("Lock groups").getToggleState ());
    run.click ("Surprise me");
    const auto patch = processor.patch ();
    PatchValues expected = before;
    surprise (expected, seedOf (patch), keysOf (locked));
    CHECK (patch.values == expected.values);
    CHECK (patch[PatchKey::filterCutoff] == before[PatchKey::filterCutoff]);
    CHECK (patch[PatchKey::ampAttack] == before[PatchKey::ampAttack]);
    CHECK (patch[PatchKey::volume] != before[PatchKey::volume]);
    for (const char* const group : {"Filter", "Envelopes"})
    {
        run.click ("Lock groups");
        run.clickItem (group);
    }
    CHECK (run.waitFor ([&] { return processor.surpriseLocks ().none (); }));
    CHECK_FALSE (run.button ("Lock groups").getToggleState ());
}

} // namespace melstrom::testing
