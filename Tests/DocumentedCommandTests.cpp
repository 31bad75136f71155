// The command lines and the preset in docs/ are ones that the program takes.
#include "Engine/Spec/MelGeometry.h"
#include "Engine/Spec/MelSpecToml.h"
#include "Standalone/CommandLine/CommandLineOptions.h"
#include "Tests/Support/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Documentation.h"

#include <map>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::string joined (const std::vector<std::string>& words)
{
    std::string text = "melstrom";
    for (const std::string& word : words)
        text += " " + word;
    return text;
}
} // namespace

TEST_CASE ("the preset in docs/getting-started.md is one", "[docs][spec]")
{
    const auto blocks = fencedBlocks (documentation ("getting-started.md"), "toml");
    REQUIRE (blocks.size () == 1);
    const auto preset = parsePreset (blocks[0], "speech-40.toml");
    REQUIRE (failureOf (preset) == "");
    CHECK (preset->name == "speech-40");
    CHECK (failureOf (preset->spec.validate ()) == "");
    const auto geometry = geometryAt (preset->spec, preset->spec.rateHz.value ());
    REQUIRE (failureOf (geometry) == "");
    CHECK (geometry->numFeatures == 40);
    CHECK (geometry->hopSamples == 160);
}

TEST_CASE ("the program takes every command line in docs", "[docs]")
{
    const std::string name =
        GENERATE (values<std::string> ({"getting-started.md", "formats.md", "gpu.md", "synth.md"}));
    const std::string text = documentation (name);
    const TemporaryFolder folder;
    std::map<std::string, std::string> files; // what the documents name, and the parser reads
    for (const std::string& block : fencedBlocks (text, "toml"))
        files["speech-40.toml"] = folder.write ("speech-40.toml", block);
    files["labels.csv"] = folder.write ("labels.csv", "path,label\n");
    files["mine.toml"] = folder.write ("mine.toml", "name = \"Mine\"\n");
    files["just.scl"] = folder.write ("just.scl", "fifths\n2\n3/2\n2/1\n");
    files["white.kbm"] = folder.write ("white.kbm", "0\n0\n127\n60\n69\n440.0\n0\n");

    const auto commands = commandLines (text);
    CHECK ((name != "getting-started.md" || commands.size () > 10));
    CHECK ((name != "synth.md" || commands.size () >= 6));
    for (auto words : commands)
    {
        INFO (name << ": " << joined (words));
        for (std::string& word : words)
            if (const auto file = files.find (word); file != files.end ())
                word = file->second;
        CHECK (failureOf (parseCommandLine (words, std::nullopt)) == "");
    }
}
