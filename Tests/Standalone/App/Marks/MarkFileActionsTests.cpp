// Open and save with the questions that keep data from being lost.
#include "Standalone/App/Marks/MarkFileActions.h"
#include "Tests/Engine/Marks/MarkFiles.h"
#include "Tests/Standalone/App/Marks/FakeMarkPrompts.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TemporaryFolder.h"

namespace melstrom::testing
{

namespace
{

struct ActionsRig
{
    ActionsRig ()
    {
        actions.onMessage = [this] (const std::string& text, bool isError)
        {
            message = text;
            isFault = isError;
        };
    }

    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    const std::string path = folder.write ("a.txt", "1\t2\tone\n");
    MarkDocument document;
    FakeMarkPrompts prompts;
    MarkFileActions actions {document, prompts};
    std::string message = "none";
    bool isFault = false;
};

} // namespace

TEST_CASE ("unsaved marks are dropped only if the user says so", "[app][marks]")
{
    ActionsRig rig;
    rig.actions.open (rig.path);
    CHECK (rig.document.path () == rig.path);
    CHECK (rig.prompts.asked.empty ());
    CHECK (rig.message.empty ());
    REQUIRE (rig.document.rename (0, "changed").ok ());

    rig.prompts.chosen = rig.folder.write ("b.txt", "3\t4\ttwo\n");
    rig.prompts.saysYes = false;
    rig.actions.open ();
    REQUIRE (rig.prompts.asked.size () == 1);
    CHECK (rig.prompts.asked[0].text.find ("a.txt") != std::string::npos);
    CHECK (rig.document[0].label == "changed");
    rig.prompts.saysYes = true;
    rig.actions.open ();
    CHECK (rig.prompts.suggested.back () == rig.folder.path ());
    CHECK (rig.document[0].label == "two");
}

TEST_CASE ("a damaged file is reported with its line, notes of a good one too", "[app][marks]")
{
    ActionsRig rig;
    rig.actions.open (rig.folder.write ("bad.txt", "1\t2\tx\n4\t3\ty\n"));
    CHECK (rig.isFault);
    CHECK (rig.message.find ("line 2") != std::string::npos);
    CHECK (rig.document.path ().empty ());
    rig.actions.open (rig.folder.write ("latin.txt", "1\t2\tcaf\xE9\n"));
    CHECK_FALSE (rig.isFault);
    CHECK (rig.message.find ("not UTF-8") != std::string::npos);
}

TEST_CASE ("changes of another program are overwritten only if the user says so", "[app][marks]")
{
    ActionsRig rig;
    rig.actions.open (rig.path);
    REQUIRE (rig.document.rename (0, "ours").ok ());
    rig.folder.write ("a.txt", "1\t2\ttheirs\n");
    rig.prompts.saysYes = false;
    rig.actions.save ();
    CHECK (rig.prompts.asked.size () == 1);
    CHECK (bytesOfFile (rig.path) == "1\t2\ttheirs\n");
    CHECK (rig.document.isDirty ());
    rig.prompts.saysYes = true;
    rig.actions.save ();
    CHECK (bytesOfFile (rig.path) == "1\t2\tours\n");
    CHECK_FALSE (rig.document.isDirty ());
}

TEST_CASE ("new marks are named after the sound, and a conversion names what it drops",
           "[app][marks]")
{
    ActionsRig rig;
    rig.actions.soundPath = "/sounds/wren.flac";
    rig.actions.save (); // no file yet: asks for a name, and the user cancels
    CHECK (rig.prompts.suggested.back () == "/sounds/wren.txt");
    CHECK (rig.document.path ().empty ());

    rig.actions.open (rig.folder.write ("c.selections.txt", kRavenSelections));
    rig.prompts.chosen = rig.folder.file ("d.txt");
    rig.prompts.saysYes = false;
    rig.actions.saveAs ();
    REQUIRE (rig.prompts.asked.size () == 1);
    CHECK (rig.prompts.asked[0].text.find ("Avg Power Density (dB FS/Hz)") != std::string::npos);
    CHECK_FALSE (std::filesystem::exists (rig.folder.file ("d.txt")));
    rig.prompts.saysYes = true;
    rig.actions.saveAs ();
    CHECK (rig.document.path () == rig.folder.file ("d.txt"));
    CHECK (std::filesystem::exists (rig.folder.file ("d.txt")));

    rig.prompts.chosen = rig.folder.file ("d.docx");
    rig.actions.saveAs ();
    CHECK (rig.isFault);
    CHECK (rig.message.find ("d.docx") != std::string::npos);
    CHECK (rig.document.path () == rig.folder.file ("d.txt"));
}

} // namespace melstrom::testing
