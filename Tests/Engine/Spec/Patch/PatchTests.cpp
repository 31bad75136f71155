// Patch files, settings, and the tables for the docs.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Patches/PatchSamples.h"

#include <cmath>

using namespace melstrom;
using melstrom::testing::anyPatch;

namespace
{
bool isSameToTheBit (const Patch& a, const Patch& b)
{
    const auto sameBits = [] (float x, float y)
    { return std::bit_cast<std::uint32_t> (x) == std::bit_cast<std::uint32_t> (y); };
    const auto same = [&] (const auto& x, const auto& y)
    { return std::equal (x.begin (), x.end (), y.begin (), y.end (), sameBits); };
    return a == b && same (a.values, b.values) && same (a.drawings[0], b.drawings[0]) &&
           same (a.drawings[1], b.drawings[1]);
}

Patch parsed (std::string_view toml)
{
    auto patch = parsePatch (toml, "mine.toml");
    INFO ((patch ? std::string {} : patch.error ().message));
    REQUIRE (patch.ok ());
    return *std::move (patch);
}
} // namespace

TEST_CASE ("a new patch is one plain sine, sound and with nothing to write down", "[patch]")
{
    const Patch patch;
    CHECK (patch.validate ().ok ());
    CHECK (toToml (patch).empty ());
    CHECK (patch.whole (PatchKey::osc1On) == 1);
    CHECK (patch.whole (PatchKey::osc2On) == 0);
    CHECK (patch.choice<SpectrumShape> (PatchKey::osc1Spectrum) == SpectrumShape::sine);
    CHECK (patch[PatchKey::noiseLevel] == 0.0f);
    CHECK (patch.choice<FilterType> (PatchKey::filterType) == FilterType::off);
    CHECK (patch[PatchKey::chorusMix] + patch[PatchKey::reverbMix] + patch[PatchKey::clipOn] == 0);
    CHECK (patch[PatchKey::volume] == -6.0f);
}

TEST_CASE ("a patch file sets what it names and leaves the rest", "[patch]")
{
    const auto patch = parsed (R"(
name = "Glass"
category = "Pads"
author = "me"
description = "cold"
tags = ["slow", "wide"]
[patch]
volume = -12          # a whole number where any number may stand
voice_mode = "legato"
max_voices = 8
[osc1]
spectrum = "drawn"
detune = 12.5
drawing = [1, -0.5, 0.25]
[osc2]
on = true
[macro]
2 = 0.5
names = ["Warmth", "", "Air"]
[[matrix]]
source = "lfo1"
target = "filter_cutoff"
depth = -0.25
[[matrix]]
[[matrix]]
depth = 1
)");
    CHECK (patch.name == "Glass");
    CHECK (patch.category == "Pads");
    CHECK (patch.author == "me");
    CHECK (patch.description == "cold");
    CHECK (patch.tags == std::vector<std::string> {"slow", "wide"});
    CHECK (patch.drawings[0] == std::vector<float> {1.0f, -0.5f, 0.25f});
    CHECK (patch.drawings[1].empty ());
    CHECK (patch.macroNames == std::array<std::string, 4> {"Warmth", "", "Air", ""});

    Patch expected;
    expected[PatchKey::volume] = -12;
    expected[PatchKey::voiceMode] = 2;
    expected[PatchKey::maxVoices] = 8;
    expected[PatchKey::osc1Spectrum] = 8;
    expected[PatchKey::osc1Detune] = 12.5f;
    expected[PatchKey::osc2On] = 1;
    expected[PatchKey::macro2] = 0.5f;
    expected[PatchKey::matrixSource] = static_cast<float> (ModulationSource::lfo1);
    const auto targets = modulationTargets ();
    const auto place = std::find (targets.begin (), targets.end (), PatchKey::filterCutoff);
    expected[PatchKey::matrixTarget] = static_cast<float> (place - targets.begin () + 1);
    expected[PatchKey::matrixDepth] = -0.25f;
    expected[matrixKey (2, PatchKey::matrixDepth)] = 1;
    CHECK (patch.values == expected.values);
}

TEST_CASE ("what is written down reads back as the same patch, to the bit", "[patch]")
{
    constexpr unsigned kSeed = 20260102;
    INFO ("seed " << kSeed);
    std::mt19937 random (kSeed);
    for (int trial = 0; trial < 300; ++trial)
    {
        const auto patch = anyPatch (random);
        REQUIRE (patch.validate ().ok ());
        const auto toml = toToml (patch);
        const auto back = parsePatch (toml, "mine.toml");
        INFO (toml);
        REQUIRE (back.ok ());
        REQUIRE (isSameToTheBit (*back, patch));
        REQUIRE (toToml (*back) == toml);
    }
    Patch patch;
    patch[PatchKey::osc1Pan] = -0.0f;
    CHECK (std::signbit (parsed (toToml (patch))[PatchKey::osc1Pan]));
    // The shortest text, 7.038531e-26, is nearest to a double that rounds to the neighbouring
    // float.
    patch[PatchKey::osc1Pan] = std::bit_cast<float> (0x15ae43fdu);
    CHECK (isSameToTheBit (parsed (toToml (patch)), patch));
    patch = {};
    patch[matrixKey (15, PatchKey::matrixDepth)] = 0.5f; // behind fifteen empty rows
    CHECK (isSameToTheBit (parsed (toToml (patch)), patch));
}

TEST_CASE ("only what differs is written down", "[patch]")
{
    Patch patch;
    patch.name = "Thin";
    patch[PatchKey::osc1Detune] = 0.1f;
    patch[PatchKey::osc2On] = 1;
    patch[matrixKey (1, PatchKey::matrixSource)] = 1;
    patch.macroNames[1] = "Air";
    CHECK (toToml (patch) == "name = \"Thin\"\n\n[osc1]\ndetune = 0.1\n\n[osc2]\non = true\n"
                             "\n[macro]\nnames = [\"\", \"Air\"]\n"
                             "\n[[matrix]]\n\n[[matrix]]\nsource = \"velocity\"\n");
}

TEST_CASE ("a setting changes one value", "[patch]")
{
    Patch patch, expected;
    const auto set = [&patch] (std::string_view setting)
    {
        const auto done = applySetting (patch, setting);
        INFO (setting << ": " << (done ? std::string {} : done.error ().message));
        CHECK (done.ok ());
    };
    for (const auto* setting :
         {"osc1.detune=12", " filter.type = low ", "lfo2.shape=\"ramp_up\"", "clip.on=true",
          "amp.attack=.5", "matrix16.depth=-1", "osc2.drawing=[1, 0.5]", "name=Two Words",
          "tags=['a']", "patch.volume=-7.5", "macro.names=['Air']"})
        set (setting);
    expected[PatchKey::osc1Detune] = 12;
    expected[PatchKey::filterType] = 1;
    expected[PatchKey::lfo2Shape] = 2;
    expected[PatchKey::clipOn] = 1;
    expected[PatchKey::ampAttack] = 0.5f;
    expected[matrixKey (15, PatchKey::matrixDepth)] = -1;
    expected[PatchKey::volume] = -7.5f;
    expected.drawings[1] = {1.0f, 0.5f};
    expected.name = "Two Words";
    expected.tags = {"a"};
    expected.macroNames[0] = "Air";
    CHECK (patch == expected);
}

TEST_CASE ("the tables for the docs have each parameter", "[patch]")
{
    const auto tables = patchParameterTables ();
    for (const auto* part :
         {"| `detune` | 0 .. 100 cents | 10 | linear | `osc1_detune` | detuning of",
          "| `on` | true, false | true; osc2: false | steps |  | switches",
          "| `attack` | 0 .. 20 s | 0.005; mod: 0 | cubic |",
          "| `cutoff` | 20 .. 20000 Hz | 20000 | logarithmic | `filter_cutoff` |", "| `1` |",
          "\n`[[matrix]]`, up to 16 times\n", "| `drawing` |", "| `names` | up to 4 texts |",
          "ramp_down"})
    {
        INFO (part);
        CHECK (tables.find (part) != std::string::npos);
    }
}
