#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Mel/SpecDocs.h"
#include "Tests/Support/Mel/SpecSamples.h"
#include "Tests/Support/TemporaryFolder.h"
#include "Tests/Support/TestData.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/stat.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr unsigned kSeed = 1937;
const std::filesystem::path kRoot = std::filesystem::path (testDataFolder ()) / "..";
} // namespace

TEST_CASE ("every preset in the program parses, and says what it equals or that it is our own",
           "[presets]")
{
    REQUIRE (embeddedPresetTexts ().size () == 71);
    constexpr std::size_t numOfTools = 68;
    for (const auto& [name, toml] : embeddedPresetTexts ())
    {
        const auto preset = parsePreset (toml, std::string (name) + ".toml");
        INFO ((preset ? std::string (name) : preset.error ().message));
        REQUIRE (preset.ok ());
        CHECK (preset->name == name);
        CHECK (preset->equals.empty () == preset->version.empty ());
        CHECK (preset->equals.empty () != preset->description.empty ());
        CHECK (preset->spec.validate ().ok ());
        const auto geometry = geometryAt (preset->spec, preset->spec.rateHz.value_or (16000));
        CHECK (geometry.ok ());
    }
    CHECK (builtInPresets ().size () == numOfTools);
    CHECK (builtInPresets ().size () + screenPresets ().size () == embeddedPresetTexts ().size ());
    for (const auto& preset : builtInPresets ())
        CHECK_FALSE (preset.equals.empty ());
    CHECK (builtInPresets ().front ().name == "torchaudio");
}

TEST_CASE ("the presets in the program are the files of Presets/Mel", "[presets]")
{
    std::set<std::string> files, embedded;
    for (const auto& entry : std::filesystem::directory_iterator (kRoot / "Presets/Mel"))
        files.insert (entry.path ().stem ().string ());
    for (const auto& [name, toml] : embeddedPresetTexts ())
    {
        embedded.insert (std::string (name));
        CHECK (bytesOfFile (kRoot / "Presets/Mel" / (std::string (name) + ".toml")) == toml);
    }
    CHECK (files == embedded);
}

TEST_CASE ("presets compute different numbers, and have different hashes", "[presets]")
{
    std::set<std::string> hashes;
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
        {
            CHECK (specHash (preset.spec).size () == 16);
            hashes.insert (specHash (preset.spec));
        }
    CHECK (hashes.size () == builtInPresets ().size () + screenPresets ().size ());
}

TEST_CASE ("presets, plain and changed at random, survive TOML", "[presets]")
{
    INFO ("seed " << kSeed);
    std::mt19937 random (kSeed);
    for (const auto& preset : builtInPresets ())
        for (int trial = 0; trial < 100; ++trial)
        {
            const auto spec = trial == 0 ? preset.spec : mutatedSpec (preset.spec, random);
            const auto back = parsePreset (toToml (spec), preset.name);
            INFO (toToml (spec) << (back ? std::string {} : back.error ().message));
            REQUIRE (back.ok ());
            REQUIRE (back->spec == spec);
        }
}

TEST_CASE ("a preset is found by name, or by the path of a file", "[presets]")
{
    REQUIRE (findPreset ("nemo-80").ok ());
    CHECK (findPreset ("nemo-80")->spec.logFloor == 0x1p-24);
    CHECK (findPreset ("kaldi-fbank")->spec.logFloor == 0x1p-23);

    const auto path = (kRoot / "Presets/Mel/leak.toml").string ();
    REQUIRE (findPreset (path).ok ());
    CHECK (findPreset (path)->spec == findPreset ("leak")->spec);

    const auto unknown = findPreset ("whisper-hf-8O");
    REQUIRE_FALSE (unknown.ok ());
    CHECK (unknown.error ().code == ErrorCode::badSpec);
    CHECK (unknown.error ().message.find ("the nearest preset is \"whisper-hf-80\"") !=
           std::string::npos);
    const auto nearestTo = [] (const std::string& name)
    {
        const auto message = findPreset (name).error ().message;
        const std::string before = "the nearest preset is ";
        const auto at = message.find (before);
        REQUIRE (at != std::string::npos);
        return message.substr (at + before.size (), message.find (';', at) - at - before.size ());
    };
    CHECK (nearestTo ("whisper") == "\"whisper-hf-80\"");
    CHECK (nearestTo ("bigvgan") == "\"bigvgan-22k\"");
    CHECK (nearestTo ("mfcc") == "\"kaldi-mfcc\"");
    CHECK (nearestTo ("wesspeaker") == "\"wespeaker\"");
    CHECK (nearestTo ("whispr") == "\"whisper-hf-80\"");
    CHECK (nearestTo ("wihsper") == "\"whisper-hf-80\"");
    CHECK (unknown.error ().message.ends_with ("\"whisper-hf-80\""));
    CHECK (findPreset ("whisper").error ().message ==
           "\"whisper\" is neither a preset nor a TOML file; the nearest preset is "
           "\"whisper-hf-80\"; others with this in their names: whisper-openai-80, "
           "whisper-openai-128, whisper-hf-128");
    CHECK (findPreset ("none/nowhere.toml").error ().message ==
           "\"none/nowhere.toml\": there is no file of this name");
    CHECK (findPreset ("NOWHERE.TOML").error ().message ==
           "\"NOWHERE.TOML\": there is no file of this name");
    CHECK (findPreset (path + "/x.toml").error ().message ==
           "\"" + path + "/x.toml\": cannot be read: Not a directory");
    const TemporaryFolder folder;
    const std::string pipe = folder.file ("pipe.toml");
    REQUIRE (mkfifo (pipe.c_str (), 0600) == 0);
    CHECK (findPreset (pipe).error ().message == "\"" + pipe + "\": is not a regular file");
    REQUIRE (mkdir (folder.file ("folder.Toml").c_str (), 0700) == 0);
    CHECK (findPreset (folder.file ("folder.Toml"))
               .error ()
               .message.ends_with ("folder.Toml\": is not a regular file"));
    CHECK_FALSE (findPreset ("").ok ());
    CHECK_FALSE (findPreset (kRoot.string ()).ok ());
    CHECK_FALSE (findPreset (std::string (100000, 'x')).ok ());
}

TEST_CASE ("the tables of docs/presets.md are current", "[presets][docs]")
{
    const std::string begin = "<!-- tables: written by the tests, see above -->\n";
    const auto path = kRoot / "docs/presets.md";
    const auto text = bytesOfFile (path);
    const auto place = text.find (begin);
    REQUIRE (place != std::string::npos);
    const auto current = text.substr (0, place + begin.size ()) + presetsMarkdown ();
    if (std::getenv ("MELSTROM_REFRESH_DOCS") && text != current)
    {
        std::ofstream (path, std::ios::binary) << current;
        WARN ("docs/presets.md was written anew");
        return;
    }
    INFO ("to refresh: MELSTROM_REFRESH_DOCS=1 and the tests with \"[docs]\"");
    CHECK ((text == current));
}
