// Changes of a document of marks, undone and redone, and what they leave of the file's bytes.
#include "Standalone/App/Marks/MarkDocument.h"
#include "Tests/Engine/Marks/MarkFiles.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{

/** Counts what a document tells. */
struct Listener final : juce::ChangeListener
{
    int numTold = 0;
    void changeListenerCallback (juce::ChangeBroadcaster*) override { ++numTold; }
};

struct DocumentRig
{
    explicit DocumentRig (std::string_view bytes) : path (folder.write ("marks.txt", bytes))
    {
        const auto loaded = document.load (path);
        INFO ((loaded ? std::string () : loaded.error ().message));
        REQUIRE (loaded.ok ());
    }
    std::string text () const { return document.table ().text (); }

    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    const std::string path;
    MarkDocument document;
};

} // namespace

TEST_CASE ("marks that are saved without a change keep all bytes of the file", "[app][marks]")
{
    for (const auto& [name, bytes] : markFiles ())
    {
        INFO (name);
        DocumentRig rig (bytes);
        CHECK_FALSE (rig.document.isDirty ());
        REQUIRE (rig.document.save ().ok ());
        CHECK (bytesOfFile (rig.path) == bytes);
    }
}

TEST_CASE ("a changed mark changes the bytes of its own fields, and undo gives them back",
           "[app][marks]")
{
    const std::string bytes = "1.50 \t2e0\tone\n\\\t-1\t800.0\n\n3\t4\ttwo\n";
    DocumentRig rig (bytes);
    Mark second = rig.document[1];
    second.endSeconds = 4.5;
    REQUIRE (rig.document.change ("Resize mark", {{1, second}}).ok ());
    CHECK (rig.text () == "1.50 \t2e0\tone\n\\\t-1\t800.0\n\n3\t4.5\ttwo\n");
    CHECK (rig.document.isDirty ());
    REQUIRE (rig.document.save ().ok ());
    CHECK_FALSE (rig.document.isDirty ());

    rig.document.undo ();
    CHECK (rig.text () == bytes);
    CHECK (rig.document.isDirty ()); // the file has the change
    rig.document.redo ();
    CHECK (rig.document[1] == second);
    CHECK_FALSE (rig.document.isDirty ());
}

TEST_CASE ("each change of marks is one step with its name, forward and back", "[app][marks]")
{
    DocumentRig rig ("1\t2\tone\n3\t4\ttwo\n5\t6\tthree\n");
    auto& document = rig.document;
    const auto before = rig.text ();
    REQUIRE (document.add ({7, 7, {}, {}, "point"}).ok ());
    CHECK (document.selection () == std::vector<std::size_t> {3});
    CHECK (document.lastLabel () == "point");
    CHECK (document.history ().undoName () == "New mark");
    CHECK (rig.text () == before + "7\t7\tpoint\n");

    REQUIRE (document.rename (0, "first").ok ());
    CHECK (document.lastLabel () == "first");
    document.select ({2, 0, 2, 99});
    CHECK (document.selection () == std::vector<std::size_t> {0, 2});
    document.removeSelected ();
    CHECK (rig.text () == "3\t4\ttwo\n7\t7\tpoint\n");
    CHECK (document.selection ().empty ());

    document.undo ();
    CHECK (document.selection () == std::vector<std::size_t> {0, 2});
    CHECK (document[0].label == "first");
    document.undo ();
    CHECK (document[0].label == "one");
    document.undo ();
    CHECK (rig.text () == before);
    CHECK_FALSE (document.history ().canUndo ());
    document.undo (); // no step: nothing
    CHECK (rig.text () == before);
    for (int step = 0; step < 3; ++step)
        document.redo ();
    CHECK (rig.text () == "3\t4\ttwo\n7\t7\tpoint\n");
    CHECK_FALSE (document.history ().canRedo ());

    document.undo ();
    REQUIRE (document.add ({0, 1, {}, {}, "other"}).ok ());
    CHECK_FALSE (document.history ().canRedo ()); // a new change forgets the steps forward
}

TEST_CASE ("a refused change leaves marks, history and label as they were", "[app][marks]")
{
    DocumentRig rig ("1\t2\tone\n");
    auto& document = rig.document;
    const auto revision = document.revision ();
    CHECK_FALSE (document.add ({3, 2, {}, {}, "backwards"}).ok ());
    const auto renamed = document.rename (0, "two\nlines");
    REQUIRE_FALSE (renamed.ok ());
    CHECK (renamed.error ().message.find ("line end") != std::string::npos);
    CHECK (rig.text () == "1\t2\tone\n");
    CHECK (document.revision () == revision);
    CHECK (document.lastLabel ().empty ());
    CHECK_FALSE (document.history ().canUndo ());
    REQUIRE (document.rename (0, "one").ok ()); // the same label is no step
    CHECK_FALSE (document.history ().canUndo ());
}

TEST_CASE ("listeners hear of marks and selection; only marks have a new revision", "[app][marks]")
{
    DocumentRig rig ("1\t2\tone\n3\t4\ttwo\n");
    Listener listener;
    rig.document.addChangeListener (&listener);
    const auto revision = rig.document.revision ();
    rig.document.select ({1});
    CHECK (listener.numTold == 1);
    rig.document.select ({1}); // no change
    CHECK (listener.numTold == 1);
    CHECK (rig.document.revision () == revision);
    rig.document.removeSelected ();
    CHECK (listener.numTold == 2);
    CHECK (rig.document.revision () != revision);
    rig.document.removeChangeListener (&listener);
}

TEST_CASE ("a table without columns for frequencies gets them as a step", "[app][marks]")
{
    DocumentRig rig (kSimpleSequence);
    auto& document = rig.document;
    const Mark box {1, 2, 500.0, 900.0, "b"};
    CHECK (document.lacksColumns ());
    CHECK_FALSE (document.add (box).ok ());
    REQUIRE (document.addColumns ().ok ());
    CHECK_FALSE (document.lacksColumns ());
    REQUIRE (document.add (box).ok ());
    CHECK (document[3] == box);
    document.undo ();
    document.undo ();
    CHECK (rig.text () == kSimpleSequence);
    CHECK (document.lacksColumns ());
}

TEST_CASE ("the history of a large table keeps its last step", "[app][marks]")
{
    constexpr std::size_t kMany = 300'000; // two steps exceed the limit of 500,000 kept marks
    std::string bytes;
    for (std::size_t i = 0; i < kMany; ++i)
        bytes += "1\t2\n";
    DocumentRig rig (bytes);
    for (const char* const label : {"a", "b", "c"})
        REQUIRE (rig.document.rename (0, label).ok ());
    rig.document.undo ();
    CHECK (rig.document[0].label == "b");
    CHECK_FALSE (rig.document.history ().canUndo ());
}

} // namespace melstrom::testing
