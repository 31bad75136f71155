// A patch's names of its macros, shown on their knobs.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Editor/Widgets/SourceChips.h"
#include "Source/Editor/Widgets/ValueEntry.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{
Patch patchWithNames ()
{
    Patch patch = initPatch ();
    patch.macroNames = {"Cloud", "", "Air", ""};
    return patch;
}

/** The picture of the label below the knob. */
juce::Image labelOf (ParameterKnob& knob)
{
    return knob.createComponentSnapshot (ParameterKnob::placesIn (knob.getLocalBounds ()).label,
                                         true, 1);
}

int numDifferent (const juce::Image& one, const juce::Image& other)
{
    REQUIRE (one.getBounds () == other.getBounds ());
    int count = 0;
    for (int y = 0; y < one.getHeight (); ++y)
        for (int x = 0; x < one.getWidth (); ++x)
            count += one.getPixelAt (x, y) != other.getPixelAt (x, y) ? 1 : 0;
    return count;
}
} // namespace

TEST_CASE ("macros have the patch's names on their knobs", "[editor]")
{
    ScreenRun run;
    const auto titleOf = [&run] (PatchKey key)
    { return run.control<ParameterKnob> (key).getTitle ().toStdString (); };
    auto& first = run.control<ParameterKnob> (PatchKey::macro1);
    CHECK (titleOf (PatchKey::macro1) == "Macro 1");
    const auto unnamed = labelOf (first);
    run.processor.loadPatch (patchWithNames ());
    CHECK (run.waitFor ([&] { return titleOf (PatchKey::macro1) == "Cloud, Macro 1"; }));
    CHECK (titleOf (PatchKey::macro2) == "Macro 2");
    CHECK (titleOf (PatchKey::macro3) == "Air, Macro 3");
    CHECK (first.getTooltip ().startsWith ("Cloud, Macro 1: 0"));
    CHECK (allOf<SourceChip> (run.editor ()).size () == 11);
    for (auto* const chip : allOf<SourceChip> (run.editor ()))
        if (chip->source () == ModulationSource::macro1)
            CHECK (chip->getTitle () == "Cloud, Macro 1"); // a handle for dragging
    CHECK (numDifferent (labelOf (first), unnamed) > 20);
    run.processor.loadPatch (initPatch ());
    CHECK (run.waitFor ([&] { return titleOf (PatchKey::macro1) == "Macro 1"; }));
    CHECK (numDifferent (labelOf (first), unnamed) == 0);
}

TEST_CASE ("a macro is renamed from its menu and undo takes the name back", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    run.processor.loadPatch (patchWithNames ());
    auto& knob = run.control<ParameterKnob> (PatchKey::macro1);
    REQUIRE (run.waitFor ([&] { return knob.getTitle () == "Cloud, Macro 1"; }));
    REQUIRE (run.mouse.clickRight (knob));
    run.clickItem ("Rename...");
    auto& window = *run.editor ().getTopLevelComponent ();
    auto& entry = find<ValueEntry> (window);
    // On a screen without a window manager, no window gets the focus when a menu closes.
    CHECK (run.waitFor (
        [&entry]
        {
            entry.grabKeyboardFocus ();
            return entry.hasKeyboardFocus (false);
        }));
    CHECK (entry.getText () == "Cloud");
    entry.setText (" Mist ");
    REQUIRE (run.window.press (juce::KeyPress::returnKey));
    CHECK (run.waitFor ([&] { return findOrNull<ValueEntry> (window) == nullptr; }));
    CHECK (run.processor.patch ().macroNames[0] == "Mist");
    CHECK (run.processor.isPatchDirty ());
    CHECK (run.waitFor ([&] { return knob.getTitle () == "Mist, Macro 1"; }));
    REQUIRE (run.processor.undo ().undo ());
    CHECK (run.processor.patch () == patchWithNames ());
    CHECK (run.waitFor ([&] { return knob.getTitle () == "Cloud, Macro 1"; }));
}

TEST_CASE ("names of macros are part of a plugin's state", "[plugin]")
{
    PluginRun run;
    run.processor.loadPatch (patchWithNames ());
    const auto state = stateOf (run.processor);
    run.processor.loadPatch (initPatch ());
    setState (run.processor, state);
    CHECK (run.processor.patch ().macroNames == patchWithNames ().macroNames);
}

} // namespace melstrom::testing
