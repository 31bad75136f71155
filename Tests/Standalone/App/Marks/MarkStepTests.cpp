// Keys that step through the marks of a sound.
#include "Standalone/App/Marks/MarkKeys.h"
#include "Tests/Standalone/App/Files/FilePair.h"

namespace melstrom::testing
{

namespace
{

using Selection = std::vector<std::size_t>;

/** In the order of a file that is not sorted by time. */
MarkDocument& fill (MarkDocument& document)
{
    for (const Mark& mark : {Mark {5, 5.2, {}, {}, "late"}, Mark {1, 1.5, 500.0, 900.0, "early"},
                             Mark {3, 3, {}, {}, "point"}, Mark {3, 4, {}, {}, "same begin"}})
        REQUIRE (document.add (mark).ok ());
    document.select ({});
    return document;
}

juce::KeyPress letter (char character)
{
    return {character, juce::ModifierKeys (), static_cast<juce::juce_wchar> (character)};
}

/** The selected mark on the files page, as it says it to a screen reader. */
juce::String selectedOf (FilesPage& files)
{
    const auto text = files.view ().reading ();
    const auto upTo = text.upToFirstOccurrenceOf (" (selected)", false, false);
    return upTo == text ? juce::String () : upTo.fromLastOccurrenceOf (", ", false, false);
}

} // namespace

TEST_CASE ("a step goes to the mark with the next begin, equal ones in the file's order",
           "[app][marks]")
{
    const juce::ScopedJuceInitialiser_GUI gui;
    MarkDocument document;
    fill (document);
    const auto step = [&] (MarkStep way, std::optional<double> from = {})
    { return steppedMark (document, way, from); };
    CHECK (step (MarkStep::next) == 1u); // without selection and cursor: the first of all
    CHECK (step (MarkStep::previous) == 0u);
    CHECK (step (MarkStep::next, 3) == 2u); // from the cursor
    CHECK (step (MarkStep::previous, 3) == 1u);
    CHECK (step (MarkStep::next, 6) == 0u); // none is behind it: the nearest
    CHECK (step (MarkStep::previous, 0.5) == 1u);
    for (const auto& [from, next] : {std::pair (1u, 2u), std::pair (2u, 3u), std::pair (3u, 0u)})
    {
        document.select ({from});
        CHECK (step (MarkStep::next, 100) == next); // the selection counts, not the cursor
        document.select ({next});
        CHECK (step (MarkStep::previous, 0) == from);
    }
    document.select ({0});
    CHECK_FALSE (step (MarkStep::next).has_value ());
    document.select ({1});
    CHECK_FALSE (step (MarkStep::previous).has_value ());
    document.select ({2, 3}); // around all of them
    CHECK (step (MarkStep::next) == 0u);
    CHECK (step (MarkStep::previous) == 1u);
}

TEST_CASE ("full stop and comma select marks, bring them into view and say them",
           "[plugin][app][marks]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto& files = app.content ().files ();
    app.content ().openPaths ({tonesFile (app.folder (), "a.wav", 0, 6)});
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (files.chosen ()); }));
    auto& marks = fill (files.chosen ()->marks);
    auto& view = files.view ();
    view.setWindow ({0, 0.8});
    view.grabKeyboardFocus ();
    pumpMessages (100);
    view.setCursor (std::nullopt); // the pointer may be over it
    const auto isInView = [&] (std::size_t index)
    {
        return view.window ().beginSeconds <= marks[index].beginSeconds &&
               marks[index].endSeconds <= view.window ().endSeconds ();
    };

    REQUIRE (app.press (letter ('.')));
    CHECK (marks.selection () == Selection {1});
    CHECK (isInView (1));
    CHECK (view.window ().spanSeconds == Approx (0.8)); // the zoom stays
    CHECK (selectedOf (files) == "early");
    REQUIRE (app.press (letter ('.')));
    CHECK (marks.selection () == Selection {2});
    CHECK (isInView (2));
    CHECK (selectedOf (files) == "point");
    REQUIRE (app.press (letter ('.')));
    CHECK (marks.selection () == Selection {3});
    CHECK (isInView (3)); // longer than the window was
    REQUIRE (app.press (letter ('.')));
    REQUIRE (app.press (letter ('.'))); // behind the last one it stays
    CHECK (marks.selection () == Selection {0});
    CHECK (isInView (0));
    pumpMessages (100);
    app.keep ("app-mark-step");

    view.setWindow ({5, 0.5});
    view.setFrequencies (FrequencyRange {2000, 3000});
    for (int n = 0; n < 3; ++n)
        REQUIRE (app.press (letter (',')));
    CHECK (marks.selection () == Selection {1});
    CHECK (isInView (1));
    CHECK_FALSE (view.frequencies ().has_value ()); // it lies from 500 to 900 Hz
    CHECK_FALSE (app.press (juce::KeyPress ('.', juce::ModifierKeys::altModifier, '.')));
    CHECK (marks.selection () == Selection {1});
}

} // namespace melstrom::testing
