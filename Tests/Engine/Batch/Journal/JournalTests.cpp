// The bytes of a journal: records are read back, and damage never becomes a claim.
#include "Engine/Batch/Journal/Committer.h"
#include "Engine/Batch/Journal/Journal.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/ForwardingStorage.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <atomic>

namespace melstrom::testing
{

namespace
{
const JournalHeader kHeader {"0123456789abcdef", "2026-01-31T12:00:00Z"};

JournalEntries someEntries (std::int32_t file)
{
    JournalEntries entries;
    entries.rows = {{file, 0xdeadbeef, 0, 10, 3200, 0}, {file, 5, 10, 1, 320, 7}};
    entries.waveforms = {{file, 1, 0, 11, 44, 0}};
    entries.failures = {{file + 1, {ErrorCode::truncated, "ends early", 17}},
                        {file + 2, {ErrorCode::notAudio, "", {}}}};
    entries.inputs = {{file, {{100, 5, 6}, 0x1234u}}, {file + 1, {{-1, 0, 0}, {}}}};
    return entries;
}

void checkEqual (const JournalEntries& a, const JournalEntries& b)
{
    CHECK (a.rows == b.rows);
    CHECK (a.waveforms == b.waveforms);
    CHECK (a.inputs == b.inputs);
    REQUIRE (a.failures.size () == b.failures.size ());
    for (std::size_t i = 0; i < a.failures.size (); ++i)
    {
        CHECK (a.failures[i].file == b.failures[i].file);
        CHECK (a.failures[i].error.code == b.failures[i].error.code);
        CHECK (a.failures[i].error.message == b.failures[i].error.message);
        CHECK (a.failures[i].error.byteOffset == b.failures[i].error.byteOffset);
    }
}
} // namespace

TEST_CASE ("a journal gives back what was noted down, over a restart", "[journal]")
{
    MemoryStorage storage;
    storage.addFolder ("out");
    {
        Journal journal (storage, "out", kHeader);
        CHECK_FALSE (journal.exists ());
        REQUIRE (failureOf (journal.append (someEntries (0))) == "");
        REQUIRE (failureOf (journal.append (someEntries (10))) == "");
    }
    auto first = readJournal (storage, "out");
    REQUIRE ((first.ok () && first->has_value ()));
    CHECK ((*first)->numRecords == 3);
    {
        Journal journal (storage, "out", **first);
        REQUIRE (failureOf (journal.append (someEntries (20))) == "");
    }
    const auto all = readJournal (storage, "out");
    REQUIRE ((all.ok () && all->has_value ()));
    CHECK ((*all)->header == kHeader);
    JournalEntries expected = someEntries (0);
    expected.append (someEntries (10));
    expected.append (someEntries (20));
    checkEqual ((*all)->entries, expected);
}

TEST_CASE ("a journal that is cut or damaged anywhere claims whole records alone", "[journal]")
{
    const std::string header = headerRecord (kHeader), one = entriesRecord (someEntries (0), 1),
                      two = entriesRecord (someEntries (9), 2);
    const std::string all = header + one + two;
    const auto numWhole = [&] (std::size_t bytes) -> std::uint64_t
    {
        return bytes < header.size ()                 ? 0
               : bytes < header.size () + one.size () ? 1
               : bytes < all.size ()                  ? 2
                                                      : 3;
    };
    for (std::size_t bytes = 0; bytes <= all.size (); ++bytes)
        CHECK (parseJournal (std::string_view (all).substr (0, bytes)).numRecords ==
               numWhole (bytes));
    for (std::size_t bit = 0; bit < 8 * all.size (); ++bit)
    {
        std::string damaged = all;
        damaged[bit / 8] = static_cast<char> (damaged[bit / 8] ^ (1 << bit % 8));
        CHECK (parseJournal (damaged).numRecords ==
               std::min<std::uint64_t> (2, numWhole (bit / 8)));
    }
    CHECK (parseJournal (header + two).numRecords == 1); // a record out of sequence
    CHECK (parseJournal (one).numRecords == 0);
}

TEST_CASE ("a journal goes on where its last whole record ends", "[journal]")
{
    MemoryStorage storage;
    const std::string whole = headerRecord (kHeader) + entriesRecord (someEntries (0), 1);
    storage.addFile ("out/journal.bin", whole + entriesRecord (someEntries (5), 2).substr (0, 50));
    const auto found = readJournal (storage, "out");
    REQUIRE ((found.ok () && found->has_value ()));
    Journal journal (storage, "out", **found);
    REQUIRE (failureOf (journal.append (someEntries (7))) == "");
    CHECK (storage.bytesOf ("out/journal.bin") == whole + entriesRecord (someEntries (7), 2));
}

namespace
{
/** Counts syncs, and fails one of them. */
struct Parts
{
    Result<void> sync ()
    {
        ++numSyncs;
        return isBroken ? Result<void> (Error {ErrorCode::writeFailed, "no sync", {}})
                        : Result<void> ();
    }
    std::atomic<int> numSyncs {0};
    std::atomic<bool> isBroken {false};
};

/** Parts whose sync takes until the test ends it. */
struct SlowParts
{
    Result<void> sync ()
    {
        isSyncing = true;
        mayGoOn.wait (false);
        return {};
    }
    std::atomic<bool> isSyncing {false}, mayGoOn {false};
};
} // namespace

TEST_CASE ("a commit syncs the parts before the journal claims their rows", "[journal]")
{
    MemoryStorage storage;
    storage.addFolder ("out");
    Journal journal (storage, "out", kHeader);
    Parts parts;
    std::atomic<int> numFailures {0};
    const std::size_t numEntries = 3 * someEntries (0).size ();
    Committer committer (journal, {1000, std::chrono::hours (1), numEntries},
                         {[&] { return parts.sync (); }, [&] (Error) { ++numFailures; }});
    committer.add (someEntries (0), 999);
    SECTION ("too little for a commit leaves no journal where the run ends in order")
    {
        REQUIRE (failureOf (committer.finish (Committer::Rest::whereJournalIs)) == "");
        CHECK (parts.numSyncs == 0);
        CHECK_FALSE (storage.exists ("out/journal.bin"));
    }
    SECTION ("a run that is broken off commits what it has")
    {
        REQUIRE (failureOf (committer.finish (Committer::Rest::always)) == "");
        CHECK (parts.numSyncs == 1);
        checkEqual ((*readJournal (storage, "out"))->entries, someEntries (0));
    }
    SECTION ("so many bytes ask for a commit at once")
    {
        committer.add (someEntries (3), 1);
        while (parts.numSyncs == 0)
            std::this_thread::yield ();
        REQUIRE (failureOf (committer.finish (Committer::Rest::whereJournalIs)) == "");
        CHECK ((*readJournal (storage, "out"))->entries.rows.size () == 4);
    }
    SECTION ("so many entries of no bytes ask for a commit at once")
    {
        committer.add (someEntries (3), 0);
        std::this_thread::sleep_for (std::chrono::milliseconds (20));
        CHECK (parts.numSyncs == 0);
        committer.add (someEntries (6), 0);
        while (parts.numSyncs == 0)
            std::this_thread::yield ();
        REQUIRE (failureOf (committer.finish (Committer::Rest::whereJournalIs)) == "");
        CHECK ((*readJournal (storage, "out"))->entries.size () == numEntries);
    }
    SECTION ("after a sync that failed nothing is claimed, and the run hears of it")
    {
        parts.isBroken = true;
        committer.add (someEntries (3), 1);
        while (numFailures == 0)
            std::this_thread::yield ();
        parts.isBroken = false;
        CHECK_FALSE (committer.finish (Committer::Rest::always).ok ());
        CHECK (committer.hasLostWrites ());
        CHECK_FALSE (storage.exists ("out/journal.bin"));
    }
}

TEST_CASE ("rows wait for a commit until there are 256 MiB, or two seconds", "[journal]")
{
    CHECK (CommitPolicy ().bytes == 256 << 20);
    CHECK (CommitPolicy ().interval == std::chrono::seconds (2));
    MemoryStorage storage;
    storage.addFolder ("out");
    Journal journal (storage, "out", kHeader);
    Parts parts;
    Committer committer (journal, {1 << 30, std::chrono::milliseconds (5), 1000},
                         {[&] { return parts.sync (); }, [] (Error) {}});
    std::this_thread::sleep_for (std::chrono::milliseconds (30));
    CHECK (parts.numSyncs == 0); // no commit is pending
    committer.add (someEntries (0), 1);
    while (parts.numSyncs == 0)
        std::this_thread::yield ();
    committer.stop ();
    checkEqual ((*readJournal (storage, "out"))->entries, someEntries (0));
}

TEST_CASE ("what waits for a slow disk stays small", "[journal]")
{
    MemoryStorage storage;
    storage.addFolder ("out");
    Journal journal (storage, "out", kHeader);
    SlowParts parts;
    Committer committer (journal, {1 << 30, std::chrono::hours (1), 10},
                         {[&] { return parts.sync (); }, [] (Error) {}});
    std::atomic<int> numAdded {0};
    std::jthread writer (
        [&]
        {
            for (std::int32_t file = 0; file < 1000; ++file, ++numAdded)
            {
                JournalEntries entries;
                entries.rows = {{file, 0, 0, 1, 4, 0}};
                committer.add (std::move (entries), 4);
            }
        });
    // At least ten rows are in the commit, and twenty wait.
    while (! parts.isSyncing || numAdded < 30)
        std::this_thread::yield ();
    std::this_thread::sleep_for (std::chrono::milliseconds (50));
    CHECK (numAdded <= 40); // at most twenty rows in the commit
    parts.mayGoOn = true;
    parts.mayGoOn.notify_all ();
    writer.join ();
    REQUIRE (failureOf (committer.finish (Committer::Rest::always)) == "");
    CHECK ((*readJournal (storage, "out"))->entries.rows.size () == 1000);
}

} // namespace melstrom::testing
