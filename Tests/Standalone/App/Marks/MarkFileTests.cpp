// Files of a document of marks: damaged, changed meanwhile, not writable, in other formats, and
// unsaved after a crash.
#include "Standalone/App/Marks/MarkDocument.h"
#include "Tests/Engine/Marks/MarkFiles.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Storage/FaultStorage.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

namespace melstrom::testing
{

namespace
{
bool has (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}
} // namespace

TEST_CASE ("a file that cannot be read leaves the open marks open", "[app][marks]")
{
    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    MarkDocument document;
    const auto path = folder.write ("good.txt", "1\t2\tone\n");
    REQUIRE (document.load (path).ok ());
    REQUIRE (document.rename (0, "changed").ok ());

    const auto damaged =
        document.load (folder.write ("bad.txt", "1\t2\tone\n3\t4\ttwo\n5,5\t6\tthree\n"));
    REQUIRE_FALSE (damaged.ok ());
    CHECK (has (damaged.error ().message, "bad.txt, line 3"));
    CHECK (has (damaged.error ().message, "5.5")); // the cure
    CHECK_FALSE (document.load (folder.file ("absent.txt")).ok ());
    CHECK_FALSE (document.load (folder.path ()).ok ()); // a folder
    CHECK_FALSE (document.load (folder.write ("utf16.txt", std::string ("1\0\t\0", 4))).ok ());

    CHECK (document.path () == path);
    CHECK (document[0].label == "changed");
    CHECK (document.isDirty ());
    CHECK (document.history ().canUndo ());
}

TEST_CASE ("a file that another program changed is not overwritten unasked", "[app][marks]")
{
    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    const auto path = folder.write ("marks.txt", "1\t2\tone\n");
    MarkDocument document;
    REQUIRE (document.load (path).ok ());
    REQUIRE (document.rename (0, "ours").ok ());
    CHECK_FALSE (document.isChangedOnDisk ());
    folder.write ("marks.txt", "1\t2\ttwo\n"); // of the same length
    CHECK (document.isChangedOnDisk ());

    const auto refused = document.save ();
    REQUIRE_FALSE (refused.ok ());
    CHECK (refused.error ().code == ErrorCode::fileChanged);
    CHECK (has (refused.error ().message, "marks.txt"));
    CHECK (bytesOfFile (path) == "1\t2\ttwo\n");
    CHECK (document.isDirty ());

    REQUIRE (document.save (MarkDocument::Overwrite::always).ok ());
    CHECK (bytesOfFile (path) == "1\t2\tours\n");
    CHECK_FALSE (document.isDirty ());
    REQUIRE (document.rename (0, "again").ok ());
    CHECK (document.save ().ok ()); // our own bytes are no change

    std::filesystem::remove (path); // nothing is lost by writing it anew
    REQUIRE (document.rename (0, "back").ok ());
    REQUIRE (document.save ().ok ());
    CHECK (bytesOfFile (path) == "1\t2\tback\n");
}

TEST_CASE ("marks stay unsaved when their file cannot be written", "[app][marks]")
{
    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    const auto path = folder.write ("marks.txt", "1\t2\tone\n");

    SECTION ("a write-protected file")
    {
        MarkDocument document;
        REQUIRE (document.load (path).ok ());
        REQUIRE (document.rename (0, "two").ok ());
        using std::filesystem::perms;
        std::filesystem::permissions (path, perms::owner_read);
        const auto refused = document.save ();
        REQUIRE_FALSE (refused.ok ());
        CHECK (refused.error ().code == ErrorCode::permissionDenied);
        CHECK (has (refused.error ().message, "write-protected"));
        CHECK (document.isDirty ());
        std::filesystem::permissions (path, perms::owner_read | perms::owner_write);
    }
    SECTION ("a full disk, at each call")
    {
        for (int call = 1;; ++call)
        {
            FaultStorage storage (posixStorage (), StorageFault::diskFull, call);
            MarkDocument document (storage);
            REQUIRE (document.load (path).ok ());
            REQUIRE (document.rename (0, "two").ok ());
            const auto saved = document.save ();
            if (! storage.hasFailed ())
            {
                CHECK (call > 1); // at least one call can fail
                CHECK (saved.ok ());
                break;
            }
            INFO ("call " << call);
            CHECK (document.isDirty () != saved.ok ());
            const auto bytes = bytesOfFile (path);
            CHECK ((bytes == "1\t2\tone\n" || bytes == "1\t2\ttwo\n"));
            folder.write ("marks.txt", "1\t2\tone\n");
        }
    }
    SECTION ("no file yet, and a folder that is none")
    {
        MarkDocument document;
        REQUIRE (document.add ({1, 2, {}, {}, "x"}).ok ());
        CHECK_FALSE (document.save ().ok ());
        CHECK_FALSE (document.saveAs (path + "/below/marks.txt").ok ());
        CHECK (document.path ().empty ());
        CHECK (document.isDirty ());
    }
    CHECK (bytesOfFile (path).starts_with ("1\t2\t"));
}

TEST_CASE ("the new name decides the format, and what it cannot hold is named", "[app][marks]")
{
    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    MarkDocument document;
    REQUIRE (document.load (folder.write ("a.selections.txt", kRavenSelections)).ok ());
    const auto marks = std::vector {document[0], document[1]};

    const auto leftOut = document.leftOutAs (folder.file ("b.txt"));
    REQUIRE (leftOut.ok ());
    CHECK (*leftOut == std::vector<std::string> {"Selection", "View", "Channel", "Delta Time (s)",
                                                 "Avg Power Density (dB FS/Hz)"});
    CHECK (document.leftOutAs (folder.file ("b.Table"))->empty ());
    const auto unknown = document.saveAs (folder.file ("b.xml"));
    REQUIRE_FALSE (unknown.ok ());
    CHECK (has (unknown.error ().message, ".selections.txt"));
    CHECK_FALSE (std::filesystem::exists (folder.file ("b.xml")));

    document.select ({1});
    REQUIRE (document.saveAs (folder.file ("b.txt")).ok ());
    CHECK (document.table ().format () == MarkFormat::audacity);
    CHECK (document.path () == folder.file ("b.txt"));
    CHECK (std::vector {document[0], document[1]} == marks);
    CHECK (document.selection () == std::vector<std::size_t> {1});
    CHECK_FALSE (document.isDirty ());
    CHECK (
        bytesOfFile (folder.file ("b.txt")).starts_with ("2.306122449\t4.081632653\twren\n\\\t"));
    CHECK (bytesOfFile (folder.file ("a.selections.txt")) == kRavenSelections);

    REQUIRE (document.saveAs (folder.file ("c.CSV")).ok ());
    CHECK (document.table ().format () == MarkFormat::csv);
    CHECK (std::vector {document[0], document[1]} == marks);
}

TEST_CASE ("a link to a file of marks stays a link", "[app][marks]")
{
    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    const auto path = folder.write ("marks.txt", "1\t2\tone\n");
    std::filesystem::create_symlink (path, folder.file ("link.txt"));
    MarkDocument document;
    REQUIRE (document.load (folder.file ("link.txt")).ok ());
    REQUIRE (document.rename (0, "two").ok ());
    REQUIRE (document.save ().ok ());
    CHECK (std::filesystem::is_symlink (folder.file ("link.txt")));
    CHECK (bytesOfFile (path) == "1\t2\ttwo\n");
}

TEST_CASE ("unsaved marks come back from their autosaved text as unsaved", "[app][marks]")
{
    const juce::ScopedJuceInitialiser_GUI gui;
    const TemporaryFolder folder;
    const auto path = folder.write ("a\nb.txt", "1\t2\tone\n"); // a line end in the name
    MarkDocument document;
    CHECK (document.autosaveText ().empty ());
    REQUIRE (document.load (path).ok ());
    CHECK (document.autosaveText ().empty ());
    REQUIRE (document.rename (0, "two").ok ());
    const auto kept = document.autosaveText ();

    MarkDocument after;
    REQUIRE (after.restore (kept).ok ());
    CHECK (after.path () == path);
    CHECK (after[0].label == "two");
    CHECK (after.isDirty ());
    SECTION ("the file is as it was")
    {
        CHECK (after.save ().ok ());
    }
    SECTION ("the file was changed after the crash")
    {
        folder.write ("a\nb.txt", "1\t2\tother\n");
        const auto refused = after.save ();
        REQUIRE_FALSE (refused.ok ());
        CHECK (refused.error ().code == ErrorCode::fileChanged);
    }
    SECTION ("marks without a file")
    {
        MarkDocument fresh;
        REQUIRE (fresh.add ({1, 2, 3.0, 4.0, "x"}).ok ());
        REQUIRE (after.restore (fresh.autosaveText ()).ok ());
        CHECK (after.path ().empty ());
        CHECK (after[0] == fresh[0]);
    }
    SECTION ("cut or changed at any byte, it is refused, and what was open stays")
    {
        MarkDocument other;
        for (std::size_t size = 0; size < kept.size (); ++size)
            CHECK_FALSE (other.restore (kept.substr (0, size)).ok ());
        auto changed = kept;
        changed[changed.size () - 3] = 'X';
        CHECK_FALSE (other.restore (changed).ok ());
        CHECK_FALSE (other.restore (kept + "\n").ok ());
        CHECK (other.size () == 0);
        CHECK_FALSE (other.isDirty ());
    }
}

} // namespace melstrom::testing
