// Tests of the power failure model: it keeps what a sync promised and can lose everything else.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Storage/PowerLoss.h"
#include "Tests/Support/Storage/PowerLossStorage.h"

#include <set>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kSeeds = 2000;

/** "name=bytes" of every file in "out": the set over many seeds. */
std::set<std::string> outcomes (const PowerLoss& loss, std::size_t numEvents)
{
    std::set<std::string> all;
    for (int seed = 0; seed < kSeeds; ++seed)
    {
        std::string one;
        for (const auto& [name, bytes] :
             loss.after (numEvents, static_cast<std::uint64_t> (seed)).contentsOf ("out"))
            one += name + "=" + bytes + ";";
        all.insert (one);
    }
    return all;
}

DiskImage emptyFolder ()
{
    DiskImage image;
    image.folders.insert ("out");
    return image;
}

std::unique_ptr<WritableFile> made (PowerLossStorage& storage, const std::string& path,
                                    const std::string& bytes)
{
    auto file = storage.create (path);
    REQUIRE (file);
    REQUIRE ((*file)->writeAt (bytes.data (), bytes.size (), 0));
    return std::move (*file);
}
} // namespace

TEST_CASE ("what was synced, bytes and name, is there whatever fails", "[powerloss]")
{
    PowerLossStorage storage (emptyFolder ());
    const auto file = made (storage, "out/a", "text");
    REQUIRE (file->syncData ());
    REQUIRE (storage.syncFolder ("out"));
    REQUIRE (file->writeAt ("more", 4, 4));
    REQUIRE (storage.rename ("out/a", "out/b"));
    REQUIRE (file->sync ());
    REQUIRE (storage.syncFolder ("out"));
    const PowerLoss loss (emptyFolder (), storage.events ());
    CHECK (outcomes (loss, loss.numEvents ()) == std::set<std::string> {"b=textmore;"});
}

TEST_CASE ("bytes that were not synced may be short, zeros, anything, or there", "[powerloss]")
{
    PowerLossStorage storage (emptyFolder ());
    const auto file = made (storage, "out/a", "text");
    REQUIRE (storage.syncFolder ("out"));
    const PowerLoss loss (emptyFolder (), storage.events ());
    const auto found = outcomes (loss, loss.numEvents ());
    CHECK (found.contains ("a=text;"));
    CHECK (found.contains ("a=;"));
    CHECK (found.contains (std::string ("a=\0\0\0\0;", 7)));
    CHECK (found.size () > 10);
    for (const std::string& one : found)
        CHECK ((one.size () == 3 || one.size () == 7));
}

TEST_CASE ("fsync of a file does not promise its name", "[powerloss]")
{
    PowerLossStorage storage (emptyFolder ());
    REQUIRE (made (storage, "out/a", "text")->sync ());
    const PowerLoss loss (emptyFolder (), storage.events ());
    CHECK (outcomes (loss, loss.numEvents ()) == std::set<std::string> {"", "a=text;"});
}

TEST_CASE ("a rename is one change, and renames are lost in any order", "[powerloss]")
{
    DiskImage before;
    before.add ("out/a.part", "1");
    before.add ("out/b.part", "2");
    PowerLossStorage storage (before);
    REQUIRE (storage.rename ("out/a.part", "out/a"));
    REQUIRE (storage.rename ("out/b.part", "out/b"));
    const PowerLoss loss (before, storage.events ());
    CHECK (outcomes (loss, loss.numEvents ()) == std::set<std::string> {"a=1;b=2;", "a=1;b.part=2;",
                                                                        "a.part=1;b=2;",
                                                                        "a.part=1;b.part=2;"});
}

TEST_CASE ("each sector is old or new as a whole, in any combination", "[powerloss]")
{
    const std::string old (1536, 'o'), fresh (1536, 'n');
    DiskImage before;
    before.add ("out/a", old);
    PowerLossStorage storage (before);
    const auto file = storage.openForUpdate ("out/a");
    REQUIRE (file);
    REQUIRE ((*file)->writeAt (fresh.data (), fresh.size (), 0));
    const PowerLoss loss (before, storage.events ());
    std::set<std::string> expected;
    for (int kept = 0; kept < 8; ++kept)
    {
        std::string bytes;
        for (int sector = 0; sector < 3; ++sector)
            bytes += std::string (512, (kept >> sector & 1) != 0 ? 'n' : 'o');
        expected.insert ("a=" + bytes + ";");
    }
    CHECK (outcomes (loss, loss.numEvents ()) == expected);
}

TEST_CASE ("a sync does not promise what is written while it runs", "[powerloss]")
{
    DiskImage before;
    before.add ("out/a", "old");
    const std::uint64_t inode = before.files.at ("out/a").inode;
    const std::vector<DiskEvent> events {
        {.change = DiskChange::syncFileBegins, .inode = inode, .begin = 0},
        {.change = DiskChange::write, .inode = inode, .bytes = "new"},
        {.change = DiskChange::syncFileEnds, .inode = inode, .begin = 0}};
    CHECK (outcomes (PowerLoss (before, events), 3) == std::set<std::string> {"a=old;", "a=new;"});
}

TEST_CASE ("a folder whose name is lost is lost with all that is in it", "[powerloss]")
{
    PowerLossStorage storage (DiskImage {});
    storage.keepNewFolders (false);
    REQUIRE (storage.makeFolders ("out"));
    REQUIRE (made (storage, "out/a", "text")->sync ());
    REQUIRE (storage.syncFolder ("out"));
    const PowerLoss loss (DiskImage {}, storage.events ());
    CHECK (outcomes (loss, loss.numEvents ()) == std::set<std::string> {"", "a=text;"});
    bool hasLost = false;
    for (int seed = 0; seed < kSeeds; ++seed)
    {
        const DiskImage left = loss.after (loss.numEvents (), static_cast<std::uint64_t> (seed));
        CHECK (left.folders.contains ("out") == left.files.contains ("out/a"));
        hasLost = hasLost || left.folders.empty ();
    }
    CHECK (hasLost);
}

TEST_CASE ("what programs see is what they wrote, synced or not", "[powerloss]")
{
    PowerLossStorage storage (emptyFolder ());
    const auto file = made (storage, "out/a.part", "text");
    REQUIRE (file->allocate (6));
    REQUIRE (storage.rename ("out/a.part", "out/a"));
    CHECK (*storage.image ().files.at ("out/a").bytes == std::string ("text\0\0", 6));
    CHECK (storage.info ("out/a")->bytes == 6);
    CHECK (storage.listFolder ("out")->size () == 1);
    CHECK (storage.openForReading ("out/a.part").error ().code == ErrorCode::fileMissing);
    const auto lock = storage.lockFolder ("out");
    REQUIRE (lock);
    CHECK (storage.lockFolder ("out").error ().code == ErrorCode::locked);
    const PowerLoss loss (emptyFolder (), storage.events ());
    CHECK (outcomes (loss, loss.numEvents ()).contains (std::string ("a=text\0\0;", 9)));
}
