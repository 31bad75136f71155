// Patches by name: factory patches, files, and files that a library skips.
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/ScratchFolder.h"
#include "Tests/Support/TestData.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace melstrom;

namespace
{
using Text = std::pair<std::string_view, std::string_view>;

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}
} // namespace

TEST_CASE ("a library is in the order of category and name", "[patch]")
{
    CHECK (readPatchLibrary ({}).patches.empty ());
    CHECK (readPatchLibrary ({}).faults.empty ());
    const std::vector<Text> texts {{"z", "name = 'B'\ncategory = 'Lead'"},
                                   {"y", "name = 'C'\ncategory = 'Bass'"},
                                   {"x", "name = 'A'\ncategory = 'Lead'"}};
    const auto library = readPatchLibrary (texts);
    CHECK (library.faults.empty ());
    REQUIRE (library.patches.size () == 3);
    CHECK (library.patches[0].name == "C");
    CHECK (library.patches[1].name == "A");
    CHECK (library.patches[2].name == "B");
    CHECK (findByName (library.patches, "a") == &library.patches[1]);
    CHECK (findByName (library.patches, "d") == nullptr);
}

TEST_CASE ("all factory patches are sound and found by their names", "[patch]")
{
    for (const auto& fault : factoryLibrary ().faults)
        FAIL_CHECK (fault);
    REQUIRE (factoryPatches ().size () >= 64);
    CHECK (factoryPatches ().size () == embeddedPatchTexts ().size ());
    for (const auto& patch : factoryPatches ())
    {
        CHECK (patch.validate ().ok ());
        CHECK (*parsePatch (toToml (patch), "mine.toml") == patch);
        const auto found = findPatch (patch.name);
        REQUIRE (found.ok ());
        CHECK (*found == patch);
    }
}

TEST_CASE ("a new instrument opens with a factory patch that docs/plugin.md names", "[patch][docs]")
{
    CHECK (openingPatch ().name == kOpeningPatch);
    CHECK (openingPatch ().validate ().ok ());
    CHECK (initPatch ().name == "Init");
    CHECK (initPatch ().values == Patch ().values); // the plain sine
    CHECK (findByName (factoryPatches (), initPatch ().name) == nullptr);
    const auto text = testing::bytesOfFile (std::filesystem::path (testing::testDataFolder ()) /
                                            "../docs/plugin.md");
    CHECK (contains (text, "it opens with " + std::string (kOpeningPatch)));
    CHECK (contains (text, "opens with one of them, " + std::string (kOpeningPatch)));
}

TEST_CASE ("a patch file is found by its path and named after it", "[patch]")
{
    const ScratchFolder folder;
    const auto path = folder.file ("warm.toml");
    std::ofstream (path) << "[osc1]\nspectrum = 'saw'\n";
    const auto patch = findPatch (path);
    REQUIRE (patch.ok ());
    CHECK (patch->name == "warm");
    CHECK (patch->choice<SpectrumShape> (PatchKey::osc1Spectrum) == SpectrumShape::saw);
}

TEST_CASE ("a library leaves out what is not sound, not named, or named already", "[patch]")
{
    const std::vector<Text> texts {{"a", "name = 'Glass'\ncategory = 'Pads'"},
                                   {"b", "name = 'glaSS'\ncategory = 'Keys'"},
                                   {"c", "category = 'Keys'"},
                                   {"d", "name = 'D'"},
                                   {"e", "name = 'E'\ncategory = 'Keys'\nvolum = 3"}};
    const auto library = readPatchLibrary (texts);
    REQUIRE (library.patches.size () == 1);
    CHECK (library.patches[0].category == "Pads");
    REQUIRE (library.faults.size () == 4);
    CHECK (library.faults[0] == "b.toml: name = \"glaSS\": there is a patch \"Glass\" already");
    CHECK (library.faults[1] == "c.toml: name: must not be empty in a library");
    CHECK (library.faults[2] == "d.toml: category: must not be empty in a library");
    CHECK (contains (library.faults[3], "e.toml:3:1: \"volum\" is not a key"));
}

TEST_CASE ("a patch that is not there, or too large a file, is refused", "[patch]")
{
    CHECK (contains (findPatch ("no such patch").error ().message,
                     "\"no such patch\" is neither a factory patch nor a TOML file"));
    const ScratchFolder folder;
    const auto path = folder.file ("big.toml");
    std::ofstream (path) << std::string ((1 << 20) + 1, '#');
    const auto patch = findPatch (path);
    REQUIRE_FALSE (patch.ok ());
    CHECK (contains (patch.error ().message, "is 1048577 bytes, too many for a patch"));
}

TEST_CASE ("the tables of docs/synth.md are current", "[patch][docs]")
{
    const std::string begin = "<!-- tables: written by the tests, see above -->\n";
    const auto path = std::filesystem::path (testing::testDataFolder ()) / "../docs/synth.md";
    const std::string text = testing::bytesOfFile (path);
    const auto place = text.find (begin);
    REQUIRE (place != std::string::npos);
    const auto current = text.substr (0, place + begin.size ()) + patchParameterTables ();
    if (std::getenv ("MELSTROM_REFRESH_DOCS") && text != current)
    {
        std::ofstream (path, std::ios::binary) << current;
        WARN ("docs/synth.md was written anew");
        return;
    }
    INFO ("to refresh: MELSTROM_REFRESH_DOCS=1 and the tests with \"[docs]\"");
    CHECK ((text == current));
}
