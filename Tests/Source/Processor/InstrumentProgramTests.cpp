// Programs of an instrument: Init, the opening patch, and programs that hosts choose after a state.
#include "Source/Editor/Browser/PatchStrip.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/ProgramRuns.h"

namespace melstrom::testing
{

namespace
{
constexpr int kProgram = 7;

/** A state as saved with a song: a program with changes. */
std::vector<char> changedState ()
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (kProgram));
    run.processor.parameters ()[PatchKey::filterCutoff].setSilently (777);
    return stateOf (run.processor);
}

Patch ownPatch ()
{
    Patch own;
    own.name = "A patch of mine";
    own[PatchKey::filterCutoff] = 999;
    return own;
}
} // namespace

TEST_CASE ("programs are Init and then the factory patches by name", "[plugin]")
{
    PluginRun run;
    const auto& factory = factoryLibrary ().patches;
    REQUIRE (run.processor.getNumPrograms () == static_cast<int> (factory.size ()) + 1);
    CHECK (run.processor.getProgramName (0) == "Init");
    for (std::size_t index = 0; index < factory.size (); ++index)
        CHECK (run.processor.getProgramName (static_cast<int> (index) + 1).toStdString () ==
               factory[index].name);
    CHECK (run.processor.getProgramName (-1).isEmpty ());
    CHECK (run.processor.getProgramName (run.processor.getNumPrograms ()).isEmpty ());
    CHECK (static_cast<const PatchValues&> (factoryPatch (0)).values == Patch ().values);
    CHECK (factoryPatch (0).validate ().ok ());
}

TEST_CASE ("a new instrument has its opening patch as its current program", "[plugin]")
{
    const juce::ScopedJuceInitialiser_GUI juce;
    const auto* const opening = findByName (factoryLibrary ().patches, kOpeningPatch);
    REQUIRE (opening != nullptr);
    InstrumentProcessor processor;
    CHECK (processor.patch () == *opening);
    CHECK_FALSE (processor.isPatchDirty ());
    CHECK_FALSE (processor.undo ().canUndo ());
    const int program = processor.getCurrentProgram ();
    CHECK (program > 0);
    CHECK (processor.getProgramName (program).toStdString () == kOpeningPatch);
    for (const auto& row : patchParameters ())
        CHECK (processor.parameters ()[row.key].value () == (*opening)[row.key]);
}

TEST_CASE ("a new instrument sounds as one that was given its opening patch", "[plugin]")
{
    const auto play = [] (PluginRun& run)
    {
        run.processor.prepareToPlay (kRateHz, 512);
        return run.play ({{0, noteOn (60)}, {900, noteOn (64)}}, 4096, 512);
    };
    PluginRun given;
    given.processor.loadPatch (openingPatch ());
    const auto expected = play (given);
    REQUIRE (peakOf (expected) > kHeard);
    InstrumentProcessor fresh;
    const auto state = stateOf (fresh);
    PluginRun run;
    setState (run.processor, state);
    CHECK (play (run) == expected);
}

TEST_CASE ("program 0 is Init and can be chosen", "[plugin]")
{
    PluginRun run;
    SECTION ("in a new instrument")
    {
        InstrumentProcessor fresh;
        fresh.setCurrentProgram (0);
        CHECK (fresh.patch () == initPatch ());
        CHECK (fresh.getCurrentProgram () == 0);
    }
    SECTION ("after another program")
    {
        run.processor.setCurrentProgram (kProgram);
    }
    SECTION ("after a patch of the user's, which counts as program 0 itself")
    {
        run.processor.loadPatch (ownPatch ());
        REQUIRE (run.processor.getCurrentProgram () == 0);
    }
    SECTION ("after a state that has sounded for a while")
    {
        setState (run.processor, changedState ());
        run.processor.prepareToPlay (kRateHz, 512);
        run.play (24'000);
    }
    run.processor.setCurrentProgram (0);
    CHECK (run.processor.patch () == initPatch ());
    CHECK (run.processor.getCurrentProgram () == 0);
    CHECK_FALSE (run.processor.isPatchDirty ());
}

TEST_CASE ("a patch without a name is shown as Init", "[plugin]")
{
    PluginRun run;
    run.processor.loadPatch ({}); // the patch of new instances in version 0.1
    const PatchStrip strip (run.processor);
    juce::StringArray titles;
    for (const auto* const child : strip.getChildren ())
        titles.add (child->getTitle ());
    CHECK (titles.contains ("Patch: Init"));
}

TEST_CASE ("hosts that choose a program after a state do not lose it", "[plugin]")
{
    const auto state = changedState ();
    PluginRun run;
    setState (run.processor, state);
    SECTION ("the first one")
    {
        run.processor.setCurrentProgram (0);
    }
    SECTION ("the one that was current")
    {
        run.processor.setCurrentProgram (run.processor.getCurrentProgram ());
        run.processor.setCurrentProgram (kProgram);
    }
    SECTION ("one that there is not")
    {
        run.processor.setCurrentProgram (-1);
        run.processor.setCurrentProgram (run.processor.getNumPrograms ());
    }
    CHECK (run.processor.getCurrentProgram () == kProgram);
    CHECK (stateOf (run.processor) == state);
}

TEST_CASE ("another program than the current one is loaded", "[plugin]")
{
    PluginRun run;
    setState (run.processor, changedState ());
    run.processor.setCurrentProgram (2);
    CHECK (run.processor.patch () == factoryPatch (2));
    CHECK (run.processor.getCurrentProgram () == 2);
    CHECK_FALSE (run.processor.isPatchDirty ());
    run.processor.setCurrentProgram (0);
    CHECK (run.processor.patch () == factoryPatch (0));
}

} // namespace melstrom::testing
