// The program accepts the commands and the preset in README.md, CONTRIBUTING.md and docs/.
#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/OptionTable.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Documentation.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TestData.h"

#include <algorithm>
#include <filesystem>
#include <map>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::string joined (const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += " " + word;
    return text;
}

/** The files that documents name and the parser reads. */
class NamedFiles
{
public:
    explicit NamedFiles (const std::string& text)
    {
        for (const std::string& block : fencedBlocks (text, "toml"))
            presets_["speech-40.toml"] = folder_.write ("speech-40.toml", block);
        presets_["mine.toml"] =
            folder_.write ("preset.toml", toToml (findPreset ("librosa-db")->spec));
        for (const std::string table :
             {"labels.csv", "esc50.csv", "UrbanSound8K.csv", "validated.tsv", "balanced.csv"})
            tables_[table] = folder_.write (table, "path,label\n");
        tables_["calls.csv"] =
            folder_.write ("calls.csv", "begin,end,label,file\n0.5,1.5,call,dog/001.wav\n");
        tables_["001.txt"] = folder_.write ("001.txt", "0.5\t1.5\tcall\n");
        statistics_ = folder_.write ("statistics.json", R"({"mean": [0], "deviation": [1]})");
        others_["mine.toml"] = folder_.write ("mine.toml", "name = \"Mine\"\n");
        others_["just.scl"] = folder_.write ("just.scl", "fifths\n2\n3/2\n2/1\n");
        others_["white.kbm"] = folder_.write ("white.kbm", "0\n0\n127\n60\n69\n440.0\n0\n");
    }

    /** Replaces file names in the words by the files' paths. */
    std::vector<std::string> inPlace (std::vector<std::string> words) const
    {
        for (std::size_t i = 0; i < words.size (); ++i)
        {
            const bool isPreset = i > 0 && (words[0] == "--explain" || words[i - 1] == "--preset");
            const bool isTable = i > 0 && (words[i - 1] == "--labels" || words[i - 1] == "--boxes");
            if (i > 0 && words[i - 1] == "--statistics") // a finished dataset
                words[i] = statistics_;
            const auto& files = isPreset ? presets_ : isTable ? tables_ : others_;
            const auto name =
                isTable ? std::filesystem::path (words[i]).filename ().string () : words[i];
            if (const auto file = files.find (name); file != files.end ())
                words[i] = file->second;
        }
        return words;
    }

private:
    TemporaryFolder folder_;
    std::map<std::string, std::string> presets_, tables_, others_;
    std::string statistics_;
};

/** Not a fragment with omissions. scripts/run without arguments is the demo. */
bool isWhole (const DocumentedCommand& command)
{
    const auto& words = command.words;
    const auto has = [&words] (const char* word)
    { return std::ranges::find (words, word) != words.end (); };
    return ! words.empty () && words[0].starts_with ("--") &&
           (command.isLine || (has ("--out") && ! has ("...")));
}

void checkOptions (const std::vector<std::string>& words)
{
    const auto isRow = [] (const auto& rows, const std::string& word)
    {
        return std::ranges::any_of (rows, [&word] (const auto& row)
                                    { return std::string (row.name) == word; });
    };
    for (const auto& word : words)
    {
        INFO (word);
        if (word.starts_with ("--"))
            CHECK ((isRow (modeRows (), word) || isRow (optionRows (), word)));
    }
}

/** A package has no scripts. */
void checkScript (const std::string& path)
{
    const auto source = std::filesystem::path (testDataFolder ()) / "..";
    if (! std::filesystem::exists (source / "scripts"))
        return skipPart (path + " is not in a package");
    REQUIRE (std::filesystem::is_regular_file (source / path));
    const auto permissions = std::filesystem::status (source / path).permissions ();
    CHECK ((permissions & std::filesystem::perms::owner_exec) != std::filesystem::perms::none);
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

TEST_CASE ("the program takes every command line of the documents", "[docs]")
{
    // A document that lost its commands fails, and so does a missing document.
    const std::map<std::string, std::size_t> leastCommands {
        {"CONTRIBUTING.md", 6}, {"README.md", 7},           {"app.md", 2},
        {"architecture.md", 0}, {"datasets.md", 3},         {"duplicates.md", 2},
        {"formats.md", 2},      {"getting-started.md", 24}, {"gpu.md", 14},
        {"marks.md", 0},        {"performance.md", 5},      {"plugin.md", 5},
        {"reliability.md", 2},  {"presets.md", 4},          {"scale.md", 4},
        {"synth.md", 7}};
    const auto names = documentNames ();
    CHECK (names.size () >= leastCommands.size ());
    for (const auto& name : names)
    {
        INFO (name);
        REQUIRE (leastCommands.count (name) == 1);
        const auto text = documentation (name);
        const NamedFiles files (text);
        const auto commands = documentedCommands (text);
        CHECK (commands.size () >= leastCommands.at (name));
        for (const auto& command : commands)
        {
            INFO (command.program << joined (command.words));
            if (command.program != "melstrom")
                checkScript (command.program);
            else if (isWhole (command))
                CHECK (failureOf (parseCommandLine (files.inPlace (command.words), std::nullopt)) ==
                       "");
            else
                checkOptions (command.words);
        }
    }
}
