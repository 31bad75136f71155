// The user's folder: file names, and files that are not patches.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Patches/PatchFolder.h"
#include "Tests/Support/Patches/PatchStores.h"
#include "Tests/Support/TemporaryFolder.h"

#include <set>
#include <sys/stat.h>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("files of patches have plain names and different patches have different files",
           "[patches]")
{
    CHECK (patchFileName ("Glass Choir").rfind ("glass-choir-", 0) == 0);
    CHECK (patchFileName ("Glass Choir").size () == 12 + 8 + 5);
    std::set<std::string> files;
    const Names names {"Pad",
                       "pad",
                       "PAD",
                       "Pad ",
                       "P a d",
                       "p-a-d",
                       "p/a/d",
                       "",
                       ".",
                       "..",
                       "../../etc/passwd",
                       "/",
                       "\\",
                       "CON",
                       "con",
                       "nul.",
                       "\xc3\xa9",
                       "\xe6\xb3\xa2",
                       std::string ("a\0b", 3),
                       "a\nb",
                       "-rf",
                       ".hidden",
                       std::string (10000, 'x'),
                       std::string (10000, 'x') + 'y',
                       "favourites.txt"};
    for (const auto& name : names)
        for (int attempt = 0; attempt < 3; ++attempt)
        {
            const auto file = patchFileName (name, attempt);
            INFO (file);
            CHECK (file.find_first_not_of ("abcdefghijklmnopqrstuvwxyz0123456789-.") ==
                   std::string::npos);
            CHECK (file.find ('.') == file.size () - 5);
            CHECK (file.front () != '-');
            CHECK (file.size () <= 62);
            CHECK (isPatchFileName (file));
            CHECK (files.insert (file).second);
        }
    for (const std::string name : {".toml", ".a.toml", "a.tom", "toml", "a.toml.part", ""})
        CHECK_FALSE (isPatchFileName (name));
}

TEST_CASE ("files that are no sound patch are left out and named", "[patches]")
{
    MemoryStorage storage;
    storage.addFile (kPatchFolder + "/empty.toml", "");
    storage.addFile (kPatchFolder + "/broken.toml", "name = ");
    storage.addFile (kPatchFolder + "/unknown.toml", "name = 'X'\n[osc9]\n");
    storage.addFile (kPatchFolder + "/range.toml", "name = 'Y'\n[osc1]\ndetune = 120\n");
    storage.addFile (kPatchFolder + "/bytes.toml", std::string ("\xff\x00\x01", 3));
    storage.addFile (kPatchFolder + "/huge.toml", std::string (kMostPatchFileBytes + 1, '#'));
    storage.addFile (kPatchFolder + "/largest.toml",
                     "name = 'Largest'\n" + std::string (kMostPatchFileBytes - 17, '#'));
    storage.addFile (kPatchFolder + "/deep.toml", "a = " + std::string (10000, '['));
    std::string dots = "[a";
    for (int i = 0; i < 400000; ++i)
        dots += ".a";
    storage.addFile (kPatchFolder + "/dots.toml", dots + ']');
    storage.addFile (kPatchFolder + "/forbidden.toml", "name = 'Z'");
    storage.forbid (kPatchFolder + "/forbidden.toml");
    storage.addFolder (kPatchFolder + "/folder.toml");
    storage.addOther (kPatchFolder + "/fifo.toml");
    storage.addLink (kPatchFolder + "/loop.toml", kPatchFolder + "/round.toml");
    storage.addLink (kPatchFolder + "/round.toml", kPatchFolder + "/loop.toml");
    storage.addLink (kPatchFolder + "/gone.toml", "/nowhere");
    storage.addFile ("/elsewhere.toml", "name = 'Linked'");
    storage.addLink (kPatchFolder + "/link.toml", "/elsewhere.toml");
    storage.addFile (kPatchFolder + "/first.toml", "name = 'Twice'");
    storage.addFile (kPatchFolder + "/second.toml", "name = 'Twice'");
    storage.addFile (kPatchFolder + "/.hidden.toml", "no patch");
    storage.addFile (kPatchFolder + "/notes.txt", "no patch");
    storage.addFile (kPatchFolder + "/deeper/inner.toml", "name = 'Inner'");
    const PatchStore store (kPatchFolder, storage);
    CHECK (ownNames (store) == Names {"empty", "Largest", "Linked", "Twice"});
    const auto own = store.all ()[*store.indexOf ("empty")];
    CHECK (own.patch.category == "User");
    std::string all;
    for (const auto& fault : store.faults ())
    {
        INFO (fault);
        CHECK (fault.rfind (kPatchFolder + '/', 0) == 0);
        all += fault + '\n';
    }
    CHECK (store.faults ().size () == 14);
    for (const std::string name :
         {"broken", "unknown", "range", "bytes", "huge", "deep", "dots", "forbidden", "folder",
          "fifo", "loop", "round", "gone", "second"})
    {
        INFO (name);
        CHECK (contains (all, kPatchFolder + '/' + name + ".toml:"));
    }
    CHECK (contains (all, "huge.toml: is 1048577 bytes long; at most 1048576 are allowed"));
    CHECK (contains (all, "second.toml: name = \"Twice\": first.toml has that name"));
    CHECK (contains (all, "range.toml:3:1: osc1.detune = 120"));
}

TEST_CASE ("links that go round and a FIFO on a real disk are named and never waited for",
           "[patches]")
{
    const TemporaryFolder folder;
    folder.write ("sound.toml", "name = 'Sound'");
    std::filesystem::create_symlink ("loop.toml", folder.file ("loop.toml"));
    REQUIRE (mkfifo (folder.file ("fifo.toml").c_str (), 0600) == 0);
    const PatchStore store (folder.path ());
    CHECK (ownNames (store) == Names {"Sound"});
    REQUIRE (store.faults ().size () == 2);
    CHECK (contains (store.faults ()[0], "fifo.toml"));
    CHECK (contains (store.faults ()[1], "loop.toml"));
}

TEST_CASE ("a folder that cannot be listed is a fault and the factory patches stay", "[patches]")
{
    MemoryStorage storage;
    storage.addFolder (kPatchFolder);
    storage.forbid (kPatchFolder);
    const PatchStore store (kPatchFolder, storage);
    CHECK_FALSE (store.faults ().empty ());
    CHECK (store.all ().size () == factoryPatches ().size ());
}
