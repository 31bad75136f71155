// The user's patches beside the built-in patches: read, saved and removed.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Patches/PatchFolder.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Patches/PatchSamples.h"
#include "Tests/Support/Patches/PatchStores.h"

#include <set>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("without a folder there are the factory patches in the order of category and name",
           "[patches]")
{
    MemoryStorage storage;
    const PatchStore store (kPatchFolder, storage);
    CHECK (store.faults ().empty ());
    REQUIRE (store.all ().size () == factoryPatches ().size ());
    std::set<std::string> categories;
    for (std::size_t i = 0; i < store.all ().size (); ++i)
    {
        CHECK (store.all ()[i].patch == factoryPatches ()[i]);
        CHECK (store.all ()[i].isFactory);
        categories.insert (store.all ()[i].patch.category);
    }
    CHECK (store.categories () == Names (categories.begin (), categories.end ()));
    CHECK_FALSE (storage.exists (kPatchFolder)); // reading creates no folder
}

TEST_CASE ("a patch that is saved is there in every store of that folder", "[patches]")
{
    MemoryStorage storage;
    std::mt19937 random (3);
    PatchStore store (kPatchFolder, storage);
    const auto numFactory = store.all ().size ();
    std::vector<Patch> patches;
    for (int i = 0; i < 10; ++i)
    {
        patches.push_back (anyPatch (random));
        REQUIRE (store.save (patches.back ()).ok ());
    }
    const PatchStore other (kPatchFolder, storage);
    CHECK (other.faults ().empty ());
    CHECK (other.all ().size () == numFactory + 10);
    for (const auto& patch : patches)
    {
        const auto index = other.indexOf (patch.name);
        REQUIRE (index.has_value ());
        CHECK (other.all ()[*index].patch == patch);
        CHECK_FALSE (other.all ()[*index].isFactory);
        CHECK (storage.bytesOf (other.all ()[*index].file.string ()) == toToml (patch));
        CHECK (store.indexOf (patch.name) == index);
    }
}

TEST_CASE ("saving a name again replaces its file wherever that name came from", "[patches]")
{
    MemoryStorage storage;
    storage.addFile (kPatchFolder + "/old bank.TOML", "name = \"Mine\"\ncategory = \"Pads\"\n");
    PatchStore store (kPatchFolder, storage);
    auto patch = namedPatch ("Mine");
    patch.author = "me";
    REQUIRE (store.save (patch).ok ());
    CHECK (filesIn (storage) == Names {"old bank.TOML"});
    CHECK (storage.bytesOf (kPatchFolder + "/old bank.TOML") == toToml (patch));
    REQUIRE (store.save (namedPatch ("mine")).ok ()); // another name
    CHECK (filesIn (storage).size () == 2);
    CHECK (ownNames (store) == Names {"Mine", "mine"});
}

TEST_CASE ("a file that is no patch is not overwritten by one whose file it would be", "[patches]")
{
    MemoryStorage storage;
    const auto taken = kPatchFolder + '/' + patchFileName ("Mine");
    storage.addFile (taken, "this is no patch");
    PatchStore store (kPatchFolder, storage);
    REQUIRE (store.save (namedPatch ("Mine")).ok ());
    CHECK (storage.bytesOf (taken) == "this is no patch");
    CHECK (storage.exists (kPatchFolder + '/' + patchFileName ("Mine", 1)));
    CHECK (ownNames (store) == Names {"Mine"});
}

TEST_CASE ("a patch that could not be read back is not saved", "[patches]")
{
    MemoryStorage storage;
    PatchStore store (kPatchFolder, storage);
    const auto refusal = [&store] (const Patch& patch)
    {
        const auto saved = store.save (patch);
        REQUIRE_FALSE (saved.ok ());
        CHECK (saved.error ().code == ErrorCode::badSpec);
        return saved.error ().message;
    };
    CHECK (contains (refusal (namedPatch ("")), "has no name"));
    CHECK (contains (refusal (namedPatch (" \n")), "has no name"));
    CHECK (contains (refusal (namedPatch ("A", "")), "has no category"));
    CHECK (contains (refusal (namedPatch ("a\xff")), "valid UTF-8"));
    CHECK (contains (refusal (namedPatch (std::string (100000, 'a'))), "16384 bytes"));
    auto patch = namedPatch ("A");
    patch[PatchKey::osc1Detune] = 1000;
    CHECK (contains (refusal (patch), "osc1.detune = 1000"));
    CHECK_FALSE (storage.exists (kPatchFolder));
    CHECK (PatchStore ("", storage).save (namedPatch ("A")).error ().code ==
           ErrorCode::writeFailed);
}

TEST_CASE ("reloading sees what changed outside", "[patches]")
{
    MemoryStorage storage;
    storage.addFile (kPatchFolder + "/a.toml", "name = 'A'");
    PatchStore store (kPatchFolder, storage);
    storage.addFile (kPatchFolder + "/b.toml", "name = 'B'");
    CHECK (ownNames (store) == Names {"A"});
    store.reload ();
    CHECK (ownNames (store) == Names {"A", "B"});
    REQUIRE (storage.remove (kPatchFolder + "/a.toml").ok ());
    storage.addFile (kPatchFolder + "/favourites.txt", "user = ['B']");
    store.reload ();
    CHECK (ownNames (store) == Names {"B"});
    CHECK (store.all ()[*store.indexOf ("B")].isFavourite);
}

TEST_CASE ("the user's patches can be removed and the factory's cannot", "[patches]")
{
    MemoryStorage storage;
    PatchStore store (kPatchFolder, storage);
    REQUIRE (store.save (namedPatch ("Zz")).ok ());
    REQUIRE (store.setFavourite (*store.indexOf ("Zz"), true).ok ());
    REQUIRE (store.remove (*store.indexOf ("Zz")).ok ());
    CHECK_FALSE (store.indexOf ("Zz").has_value ());
    CHECK (filesIn (storage) == Names {"favourites.txt"});
    REQUIRE (store.save (namedPatch ("Zz")).ok ());
    CHECK_FALSE (store.all ()[*store.indexOf ("Zz")].isFavourite); // another patch
    CHECK (store.remove (0).error ().code == ErrorCode::badUsage);
    CHECK (store.remove (store.all ().size ()).error ().code == ErrorCode::badUsage);
}

TEST_CASE ("the folder of patches is the one that the environment names", "[patches]")
{
    const auto folderOf = [] (const char* patches, const char* data, const char* home)
    {
        const EnvironmentVariable a ("MELSTROM_PATCHES", patches), b ("XDG_DATA_HOME", data),
            c ("HOME", home);
        return PatchStore::defaultFolder ().string ();
    };
    CHECK (folderOf ("/a/b", "/data", "/home/me") == "/a/b");
    CHECK (folderOf (nullptr, "/data", "/home/me") == "/data/Melstrom/Patches");
    CHECK (folderOf ("", nullptr, "/home/me") == "/home/me/.local/share/Melstrom/Patches");
    CHECK (folderOf (nullptr, "relative", "/home/me") == "/home/me/.local/share/Melstrom/Patches");
    CHECK (folderOf (nullptr, "", nullptr).empty ());
}
