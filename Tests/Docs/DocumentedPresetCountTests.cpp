// The numbers of presets in README.md and docs/presets.md.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Documentation.h"
#include "Tests/Support/Golden/PresetGoldens.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("the documents count presets, and those with a file of a tool", "[docs]")
{
    const auto isOfTool = [] (const MelPreset& preset)
    {
        const auto proof = proofOfPreset (preset.name);
        return proof != "a transcription" && proof != "the tests' reference alone";
    };
    const auto all = std::to_string (builtInPresets ().size ()),
               ofTools = std::to_string (std::ranges::count_if (builtInPresets (), isOfTool));
    const auto says = [] (const char* document, const std::string& words)
    {
        INFO (document << ": " << words);
        CHECK (documentation (document).find (words) != std::string::npos);
    };
    says ("README.md", all + " presets equal known tools");
    says ("README.md", "All " + all + " agree with a float64 reference");
    says ("README.md", "and " + ofTools + " of them with files made by");
    says ("presets.md", all + " presets equal the output of a known tool");
}
