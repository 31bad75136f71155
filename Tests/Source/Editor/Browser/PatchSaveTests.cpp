// Patches loaded and saved by the mouse on the screen.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Editor/Browser/BrowserPanel.h"
#include "Source/Editor/Browser/SaveAsPanel.h"
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{
Patch ownPatch ()
{
    Patch patch = initPatch ();
    patch.name = "Mine";
    patch.category = "Pads";
    patch[PatchKey::filterCutoff] = 1000;
    return patch;
}

std::string titleOfPatch (ScreenRun& run)
{
    for (auto* const button : allOf<juce::TextButton> (find<PatchStrip> (run.editor ())))
        if (button->getTitle ().startsWith ("Patch: "))
            return button->getTitle ().toStdString ();
    return {};
}

/** Clicks on the name in that row. */
void clickRow (ScreenRun& run, PatchList& list, int row)
{
    list.scrollToEnsureRowIsOnscreen (row);
    const auto place = list.getRowPosition (row, true).getCentre ();
    REQUIRE (run.mouse.hold (list, place));
    REQUIRE (run.mouse.letGo ());
    CHECK (run.waitFor ([&] { return list.getSelectedRow () == row; }));
    run.settle ();
}
} // namespace

TEST_CASE ("a click on a patch in the browser loads it and is one step", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    CHECK (run.waitFor ([&] { return titleOfPatch (run) == "Patch: Init"; }));
    run.editor ().openBrowser ();
    run.settle ();
    auto& list = find<PatchList> (run.editor ());
    for (const int row : {2, 5, 0})
    {
        INFO ("row " << row);
        clickRow (run, list, row);
        const auto& found = run.processor.patches ().find ({});
        const auto& expected =
            run.processor.patches ().all ()[found.at (static_cast<std::size_t> (row))].patch;
        CHECK (run.processor.patch () == expected);
        CHECK (run.waitFor ([&] { return titleOfPatch (run) == "Patch: " + expected.name; }));
        CHECK (list.getSelectedRow () == row);
    }
    clickRow (run, list, 0); // the patch is already loaded
    const auto loaded = run.processor.patch ();
    int numSteps = 0;
    while (run.processor.undo ().undo ())
        ++numSteps;
    CHECK (numSteps == 3);
    CHECK (run.processor.patch () == initPatch ());
    // A click discards later changes.
    run.processor.loadPatch (loaded);
    changeParameter (run.parameter (PatchKey::osc1Pan), 0.25f);
    REQUIRE (run.processor.isPatchDirty ());
    clickRow (run, list, 0);
    CHECK (run.processor.patch () == loaded);
}

TEST_CASE ("a click on Save writes the user's own patch and asks where there is none",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& store = run.processor.patches ();
    REQUIRE (store.save (ownPatch ()));
    run.processor.loadPatch (ownPatch ());
    changeParameter (run.parameter (PatchKey::filterCutoff), 500);
    const auto changed = run.processor.patch ();
    run.click ("Save");
    CHECK (findOrNull<OverlayPanel> (run.editor ()) == nullptr);
    CHECK_FALSE (run.processor.isPatchDirty ());
    const auto index = store.indexOf ("Mine");
    REQUIRE (index);
    const auto fromFile = findPatch (store.all ()[*index].file.string ());
    REQUIRE (fromFile);
    CHECK (*fromFile == changed);

    // Init and built-in patches have no user file.
    for (const auto& patch : {initPatch (), store.all ().front ().patch})
    {
        INFO (patch.name);
        run.processor.loadPatch (patch);
        run.click ("Save");
        CHECK (findOrNull<SaveAsPanel> (run.editor ()) != nullptr);
        run.editor ().closeOverlay ();
        run.settle ();
    }
    // A user's patch with a factory name is not overwritten without a question.
    auto twin = ownPatch ();
    twin.name = store.all ().front ().patch.name;
    REQUIRE (store.save (twin));
    run.processor.loadPatch (*findPatch (twin.name));
    run.click ("Save");
    CHECK (findOrNull<SaveAsPanel> (run.editor ()) != nullptr);
}

} // namespace melstrom::testing
