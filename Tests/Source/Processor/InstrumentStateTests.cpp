#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/ProgramRuns.h"

namespace melstrom::testing
{

namespace
{
/** A state as saved with a song: a factory patch with changes. */
std::vector<char> changedState (int program, float cutoffHz)
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (program));
    run.processor.parameters ()[PatchKey::filterCutoff].setSilently (cutoffHz);
    return stateOf (run.processor);
}
} // namespace

TEST_CASE ("a state is there at once in an instrument that was never prepared", "[plugin]")
{
    const auto state = changedState (5, 1234.5f);
    PluginRun run;
    setState (run.processor, state);
    CHECK (run.processor.patch ().name == factoryPatch (5).name);
    CHECK (run.processor.patch ()[PatchKey::filterCutoff] == 1234.5f);
    CHECK (run.processor.parameters ()[PatchKey::filterCutoff].value () == 1234.5f);
    CHECK (run.processor.isPatchDirty ());
    CHECK (stateOf (run.processor) == state);
}

TEST_CASE ("a state that is refused changes nothing and is named", "[plugin]")
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (3));
    const auto before = stateOf (run.processor);
    auto damaged = changedState (5, 300);
    damaged[damaged.size () / 2] ^= 1;
    for (const auto& refused :
         {damaged, std::vector<char> {}, std::vector<char> (before.begin (), before.end () - 1)})
    {
        setState (run.processor, refused);
        CHECK (stateOf (run.processor) == before);
        CHECK_FALSE (run.processor.health ().notice.empty ());
    }
    run.processor.setStateInformation (nullptr, 100);
    CHECK (stateOf (run.processor) == before);
    setState (run.processor, before);
    CHECK (run.processor.health ().notice.empty ());
}

TEST_CASE ("saving under another name makes a patch clean and keeps its sound", "[plugin]")
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (1));
    run.processor.parameters ()[PatchKey::filterCutoff].setSilently (999);
    REQUIRE (run.processor.isPatchDirty ());
    Patch named = run.processor.patch ();
    named.name = "Mine";
    run.processor.renamePatch (named);
    CHECK_FALSE (run.processor.isPatchDirty ());
    CHECK (run.processor.patch () == named);
}

TEST_CASE ("a host that hands back the positions it was told changes no value", "[plugin]")
{
    PluginRun run;
    for (int program = 0; program < run.processor.getNumPrograms (); ++program)
    {
        run.processor.loadPatch (factoryPatch (program));
        for (auto* const parameter : run.processor.getParameters ())
            parameter->setValueNotifyingHost (parameter->getValue ());
        CHECK_FALSE (run.processor.isPatchDirty ());
    }
}

TEST_CASE ("parameters stand in the order of their keys with the table's ids", "[plugin]")
{
    PluginRun run;
    const auto& parameters = run.processor.getParameters ();
    REQUIRE (parameters.size () == kNumPatchKeys + 1);
    for (const auto& row : patchParameters ())
    {
        const auto* const parameter =
            dynamic_cast<const PatchAudioParameter*> (parameters[static_cast<int> (row.key)]);
        REQUIRE (parameter != nullptr);
        CHECK (parameter->paramID.toStdString () == row.id);
        CHECK (parameter->getVersionHint () == row.sinceVersion);
        CHECK (parameter->value () == row.initial);
        for (const float position : {0.0f, 0.25f, 1.0f})
        {
            const auto text = parameter->getText (position, 0);
            const float back = valueAt (row, parameter->getValueForText (text));
            CHECK (parameter->getText (positionOf (row, back), 0) == text);
        }
    }
    CHECK (run.processor.getBypassParameter () == parameters.getLast ());
}

} // namespace melstrom::testing
