// Patches are found by words, stepped through, and marked as favourites.
#include "Tests/Support/Patches/PatchStores.h"

#include <set>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a search asks for all its words in any of the texts whatever their case", "[patches]")
{
    MemoryStorage storage;
    PatchStore store (kPatchFolder, storage);
    auto glass = namedPatch ("Zz Glass Tide"), brass = namedPatch ("Zz Brass", "Brass");
    glass.author = "Ann";
    glass.tags = {"Slow", "wide \xc3\xa9"};
    brass.description = "Loud, and slow to end.";
    REQUIRE (store.save (glass).ok ());
    REQUIRE (store.save (brass).ok ());
    CHECK (ownNames (store, "") == Names {"Zz Brass", "Zz Glass Tide"});
    CHECK (ownNames (store, " \t\n") == Names {"Zz Brass", "Zz Glass Tide"});
    CHECK (ownNames (store, "SLOW") == Names {"Zz Brass", "Zz Glass Tide"});
    CHECK (ownNames (store, "slow ann") == Names {"Zz Glass Tide"});
    CHECK (ownNames (store, "ann  SLOW\tpads") == Names {"Zz Glass Tide"});
    CHECK (ownNames (store, "slow loud") == Names {"Zz Brass"});
    CHECK (ownNames (store, "ann loud").empty ());
    CHECK (ownNames (store, "\xc3\xa9") == Names {"Zz Glass Tide"});
    CHECK (ownNames (store, "tidepads").empty ()); // a word must match within one text
    CHECK (store.find ({.category = "Brass", .onlyUser = true}).size () == 1);
    CHECK (store.find ({.category = "brass", .onlyUser = true}).empty ());
    CHECK (store.find ({.category = "No Such"}).empty ());
    CHECK (store.find ({}).size () == store.all ().size ());
    REQUIRE (store.setFavourite (*store.indexOf ("Zz Brass"), true).ok ());
    CHECK (store.find ({.onlyFavourites = true}) == std::vector {*store.indexOf ("Zz Brass")});
    CHECK (store.find ({.text = "tide", .onlyFavourites = true}).empty ());
}

TEST_CASE ("neighbours go round the ends and past what is not asked for", "[patches]")
{
    MemoryStorage storage;
    PatchStore store (kPatchFolder, storage);
    for (const std::string name : {"Za", "Zb", "Zc"})
        REQUIRE (store.save (namedPatch (name)).ok ());
    const PatchQuery own {.onlyUser = true};
    const auto next = [&] (const std::string& name, int step, const PatchQuery& query)
    {
        const auto index = store.neighbour (name, step, query);
        return index ? store.all ()[*index].patch.name : std::string ("none");
    };
    CHECK (next ("Za", 1, own) == "Zb");
    CHECK (next ("Zc", 1, own) == "Za");
    CHECK (next ("Za", -1, own) == "Zc");
    CHECK (next ("no such", 1, own) == "Za");
    CHECK (next ("no such", -1, own) == "Zc");
    CHECK (next ("Zb", 1, {.text = "zb"}) == "Zb");
    CHECK (next ("Zb", 1, {.text = "no such"}) == "none");
}

TEST_CASE ("stepping by name comes past every name both ways though some are there twice",
           "[patches]")
{
    MemoryStorage storage;
    PatchStore store (kPatchFolder, storage);
    const auto numFactory = store.all ().size ();
    REQUIRE (numFactory > 3);
    const auto first = store.all ()[1].patch, second = store.all ()[numFactory / 2].patch;
    REQUIRE (store.save (first).ok ());                           // beside the factory's patch
    REQUIRE (store.save (namedPatch (second.name, "Zzz")).ok ()); // far from it
    for (const int step : {1, -1})
    {
        std::set<std::string> names;
        auto name = store.all ()[0].patch.name;
        for (std::size_t i = 0; i < numFactory; ++i)
        {
            name = store.all ()[*store.neighbour (name, step, {})].patch.name;
            names.insert (name);
        }
        CHECK (names.size () == numFactory);
        CHECK (name == store.all ()[0].patch.name);
    }
}

TEST_CASE ("favourites are kept for factory patches and the user's own apart", "[patches]")
{
    MemoryStorage storage;
    PatchStore store (kPatchFolder, storage);
    const auto factoryName = store.all ().front ().patch.name;
    const std::string odd = "Quote \" \\ \n\t end \xc3\xa9";
    REQUIRE (store.save (namedPatch (factoryName, store.all ().front ().patch.category)).ok ());
    REQUIRE (store.save (namedPatch (odd)).ok ());
    const auto own = *store.indexOf (factoryName);
    CHECK_FALSE (store.all ()[own].isFactory); // the user's own first
    CHECK (own == 1);                          // and it stands behind the factory's
    REQUIRE (store.setFavourite (own, true).ok ());
    REQUIRE (store.setFavourite (*store.indexOf (odd), true).ok ());
    PatchStore other (kPatchFolder, storage);
    CHECK (other.all ()[own].isFavourite);
    CHECK_FALSE (other.all ()[0].isFavourite);
    CHECK (other.all ()[*other.indexOf (odd)].isFavourite);
    REQUIRE (store.setFavourite (0, true).ok ());
    REQUIRE (other.setFavourite (own, false).ok ()); // also reads the first store's changes
    store.reload ();
    CHECK (store.all ()[0].isFavourite);
    CHECK_FALSE (store.all ()[own].isFavourite);
    CHECK (store.find ({.onlyFavourites = true}).size () == 2);
    CHECK (store.setFavourite (store.all ().size (), true).error ().code == ErrorCode::badUsage);
}

TEST_CASE ("a damaged list of favourites is named and kept beside the new one", "[patches]")
{
    MemoryStorage storage;
    storage.addFile (kPatchFolder + "/favourites.txt", "my notes\nof years");
    PatchStore store (kPatchFolder, storage);
    REQUIRE (store.faults ().size () == 1);
    CHECK (contains (store.faults ()[0], "favourites.txt"));
    REQUIRE (store.setFavourite (0, true).ok ());
    CHECK (storage.bytesOf (kPatchFolder + "/favourites.txt.damaged") == "my notes\nof years");
    store.reload ();
    CHECK (store.faults ().empty ());
    CHECK (store.all ()[0].isFavourite);
}

TEST_CASE ("a favourite whose patch is away is one again when it comes back", "[patches]")
{
    MemoryStorage storage;
    storage.addFile (kPatchFolder + "/a.toml", "name = 'A'");
    PatchStore store (kPatchFolder, storage);
    REQUIRE (store.setFavourite (*store.indexOf ("A"), true).ok ());
    REQUIRE (storage.remove (kPatchFolder + "/a.toml").ok ());
    store.reload ();
    REQUIRE (store.setFavourite (0, true).ok ());
    storage.addFile (kPatchFolder + "/a.toml", "name = 'A'");
    store.reload ();
    CHECK (store.all ()[*store.indexOf ("A")].isFavourite);
}
