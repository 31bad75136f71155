// Error messages of a wrong patch: the setting, its value, the allowed values, and the place in the
// file.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Patches/PatchSamples.h"

#include <cctype>
#include <cmath>
#include <limits>

using namespace melstrom;

namespace
{
std::string settingMessage (std::string_view setting)
{
    Patch patch;
    const auto done = applySetting (patch, setting);
    CHECK ((done.ok () || patch == Patch {}));
    CHECK ((done.ok () || done.error ().code == ErrorCode::badSpec));
    return done ? std::string {} : done.error ().message;
}

std::string fileMessage (std::string_view toml)
{
    const auto patch = parsePatch (toml, "mine.toml");
    CHECK ((patch.ok () || patch.error ().code == ErrorCode::badSpec));
    return patch ? std::string {} : patch.error ().message;
}

std::string textMessage (PatchKey key, std::string_view text)
{
    const auto value = valueFromText (parameterOf (key), text);
    return value ? std::string {} : value.error ().message;
}

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

std::string drawingOf (int numAmplitudes)
{
    std::string out = "[osc1]\ndrawing = [0";
    for (int i = 1; i < numAmplitudes; ++i)
        out += ", 0.5";
    return out + "]\n";
}
} // namespace

TEST_CASE ("a value that is not allowed is named with its setting and what is", "[patch]")
{
    const std::string detune = ": must be a number from 0 to 100 cents";
    CHECK (settingMessage ("osc1.detune=120") == "osc1.detune = 120" + detune);
    CHECK (settingMessage ("osc1.detune=-0.5") == "osc1.detune = -0.5" + detune);
    CHECK (settingMessage ("osc1.detune=1e300") == "osc1.detune = 1e+300" + detune);
    CHECK (settingMessage ("osc1.detune=wide") == "osc1.detune = \"wide\"" + detune);
    CHECK (settingMessage ("osc1.detune=true") == "osc1.detune = true" + detune);
    CHECK (settingMessage ("osc1.detune=[1]") == "osc1.detune" + detune);
    CHECK (settingMessage ("osc1.detune=") == "osc1.detune = \"\"" + detune);
    CHECK (settingMessage ("osc1.detune=1\nnoise.level=1") ==
           "osc1.detune = \"1\\u000Anoise.level=1\"" + detune);
    CHECK (settingMessage ("osc1.pulse_width=1") ==
           "osc1.pulse_width = 1: must be a number from 0.01 to 0.99");
    CHECK (settingMessage ("osc2.partials=512.5") ==
           "osc2.partials = 512.5: must be a whole number from 1 to 512");
    CHECK (settingMessage ("osc2.partials=513") ==
           "osc2.partials = 513: must be a whole number from 1 to 512");
    CHECK (settingMessage ("clip.on=1") == "clip.on = 1: must be true or false");
    CHECK (settingMessage ("filter.slope=24") == "filter.slope = 24: must be \"12db\" or \"24db\"");
    CHECK (settingMessage ("filter.type=lw") ==
           "filter.type = \"lw\": must be \"off\", \"low\", \"band\", \"high\" or \"notch\"; the "
           "nearest is \"low\"");
    CHECK (contains (settingMessage ("matrix2.target=filter_cutof"),
                     "the nearest is \"filter_cutoff\""));
    CHECK (settingMessage ("osc1.detune") == "\"osc1.detune\": a setting is written key=value");
    CHECK (settingMessage ("osc1=3") ==
           "\"osc1\" is a table; a setting of it is written osc1.on=value");
    CHECK (settingMessage ("name=3") == "name = 3: must be a text in quotes");
    CHECK (settingMessage ("tags=['a', 3]") == "tags: must be a list of texts in quotes");
}

TEST_CASE ("NaN and infinity are refused in every parameter", "[patch]")
{
    for (const auto& parameter : patchParameters ())
        for (const std::string value : {"nan", "-nan", "inf", "-inf"})
        {
            INFO (parameter.id << " = " << value);
            CHECK_FALSE (textMessage (parameter.key, value).empty ());
            Patch patch;
            patch[parameter.key] = std::strtof (value.c_str (), nullptr);
            const auto whole = patch.validate ();
            REQUIRE_FALSE (whole.ok ());
            CHECK (contains (whole.error ().message, value.substr (value.size () - 3)));
            CHECK (contains (whole.error ().message, ": must be "));
        }
    CHECK (settingMessage ("osc1.detune=nan") ==
           "osc1.detune = nan: must be a number from 0 to 100 cents");
    CHECK (fileMessage ("[patch]\nvolume = -inf") ==
           "mine.toml:2:1: patch.volume = -inf: must be a number from -60 to 6 dB");
}

TEST_CASE ("every parameter refuses what is just out of its range", "[patch]")
{
    constexpr float kFar = std::numeric_limits<float>::infinity ();
    for (const auto& parameter : patchParameters ())
        for (const float bound : {parameter.lowest, parameter.highest})
        {
            INFO (parameter.id << " beside " << bound);
            Patch patch;
            if (parameter.curve == ParameterCurve::choice && bound == 8)
                patch.drawings.fill ({1.0f}); // for the spectrum "drawn"
            patch[parameter.key] = bound;
            CHECK (patch.validate ().ok ());
            patch[parameter.key] = std::nextafter (bound, bound == parameter.lowest ? -kFar : kFar);
            CHECK_FALSE (patch.validate ().ok ());
        }
    Patch patch;
    patch[PatchKey::osc1Unison] = 1.5f;
    CHECK (patch.validate ().error ().message ==
           "osc1.unison = 1.5: must be a whole number from 1 to 16 voices");
}

TEST_CASE ("a drawing has at most 512 amplitudes, and one that sounds has one at least", "[patch]")
{
    CHECK (fileMessage (drawingOf (512)).empty ());
    CHECK (fileMessage (drawingOf (513)) ==
           "mine.toml:2:1: osc1.drawing: has 513 amplitudes; must be at most 512 numbers from -1 "
           "to 1");
    CHECK (
        fileMessage ("[osc2]\ndrawing = [1, 2]\n") ==
        "mine.toml:2:1: osc2.drawing: amplitude 2 = 2; must be at most 512 numbers from -1 to 1");
    CHECK (contains (fileMessage ("[osc2]\ndrawing = [1, nan]\n"), "amplitude 2 = nan;"));
    CHECK (contains (fileMessage ("[osc2]\ndrawing = ['a']\n"), "amplitude 1 = \"a\";"));
    CHECK (contains (fileMessage ("[osc2]\ndrawing = 3\n"), "osc2.drawing = 3: must be at most"));
    CHECK (fileMessage ("[osc1]\n\nspectrum = 'drawn'\n") ==
           "mine.toml:3:1: osc1.spectrum = \"drawn\": needs osc1.drawing, a list of amplitudes");
    CHECK (fileMessage ("[osc2]\nspectrum = 'drawn'\n").empty ()); // the oscillator is off

    Patch patch;
    patch.drawings[1].assign (513, 0.0f);
    CHECK (contains (patch.validate ().error ().message, "osc2.drawing: has 513 amplitudes"));
    patch.drawings[1] = {0.5f, -1.5f};
    CHECK (contains (patch.validate ().error ().message, "amplitude 2 = -1.5"));
    patch.drawings[1] = {std::nanf ("")};
    CHECK (contains (patch.validate ().error ().message, "amplitude 1 = nan"));
}

TEST_CASE ("names of macros are at most four texts", "[patch]")
{
    CHECK (fileMessage ("[macro]\nnames = ['a', 'b', 'c', 'd']\n").empty ());
    CHECK (fileMessage ("[macro]\nnames = ['a', 'b', 'c', 'd', 'e']\n") ==
           "mine.toml:2:1: macro.names: must be a list of at most 4 texts in quotes");
    CHECK (fileMessage ("[macro]\nnames = ['a', 2]\n") ==
           "mine.toml:2:1: macro.names: must be a list of at most 4 texts in quotes");
    CHECK (fileMessage ("[macro]\nnames = 'a'\n") ==
           "mine.toml:2:1: macro.names = \"a\": must be a list of at most 4 texts in quotes");
    CHECK (fileMessage ("[macro]\nnams = ['a']\n") ==
           "mine.toml:2:1: \"nams\" is not a key of [macro]; the nearest is \"names\"");
}

TEST_CASE ("an unknown key names the nearest known one and its place", "[patch]")
{
    CHECK (fileMessage ("[osc1]\n dtune = 1") ==
           "mine.toml:2:2: \"dtune\" is not a key of [osc1]; the nearest is \"detune\"");
    CHECK (fileMessage ("[osc3]\ndetune = 1") ==
           "mine.toml:1:2: \"osc3\" is not a key of a patch; the nearest is \"osc1\"");
    CHECK (fileMessage ("nam = 'a'") ==
           "mine.toml:1:1: \"nam\" is not a key of a patch; the nearest is \"name\"");
    CHECK (fileMessage ("volume = -3") ==
           "mine.toml:1:1: \"volume\" is not a key of a patch; the nearest is \"patch.volume\"");
    CHECK (
        contains (fileMessage ("[noise]\ndrawing = [1]"), "\"drawing\" is not a key of [noise]"));
    CHECK (fileMessage ("[[matrix]]\n[[matrix]]\nsorce = 'lfo1'") ==
           "mine.toml:3:1: \"sorce\" is not a key of [matrix2]; the nearest is \"source\"");
    CHECK (settingMessage ("oscl.detune=1") ==
           "\"oscl\" is not a key of a patch; the nearest is \"osc1\"");
    CHECK (contains (settingMessage ("filter.cut=1"), "\"cut\" is not a key of [filter]"));
}

TEST_CASE ("what is of the wrong kind is told what it must be", "[patch]")
{
    CHECK (fileMessage ("osc1 = 3") == "mine.toml:1:1: osc1 = 3: must be a table, written [osc1]");
    CHECK (fileMessage ("[[osc1]]\non = true") ==
           "mine.toml:1:3: osc1: must be a table, written [osc1]");
    CHECK (fileMessage ("[matrix]\ndepth = 1") ==
           "mine.toml:1:2: matrix: must be rows, each written [[matrix]]");
    CHECK (fileMessage ("matrix = [1, 2]") ==
           "mine.toml:1:1: matrix: must be rows, each written [[matrix]]");
    CHECK (contains (fileMessage ("[matrix1]\ndepth = 1"), "written [[matrix]]"));
    CHECK (fileMessage ("tags = 'a'") ==
           "mine.toml:1:1: tags = \"a\": must be a list of texts in quotes");
    std::string rows;
    for (int i = 0; i < 17; ++i)
        rows += "[[matrix]]\n";
    CHECK (contains (fileMessage (rows), "matrix: has 17 rows; at most 16 are allowed"));
    for (const std::string bad :
         {"[osc1]\non = true\n[osc1]\non = true", "[osc1]\non = true\non = true",
          "name = ", "a = \"\xff\"", "[osc1"})
    {
        const auto message = fileMessage (bad);
        INFO (message);
        CHECK (message.rfind ("mine.toml:", 0) == 0);
        CHECK (contains (message, ": not TOML: "));
    }
}

TEST_CASE ("a typed text that is no value is told what is allowed", "[patch]")
{
    CHECK (textMessage (PatchKey::osc1Detune, "120 cents") ==
           "Osc 1 Detune = \"120 cents\": must be a number from 0 to 100 cents");
    CHECK_FALSE (textMessage (PatchKey::osc1Detune, "12 Hz").empty ());
    CHECK_FALSE (textMessage (PatchKey::osc1Detune, "12,5").empty ());
    CHECK_FALSE (textMessage (PatchKey::osc1Detune, "").empty ());
    CHECK_FALSE (textMessage (PatchKey::osc1Detune, "+-3").empty ());
    CHECK_FALSE (textMessage (PatchKey::osc1Unison, "1.5").empty ());
    CHECK (textMessage (PatchKey::clipOn, "maybe") == "Clip On = \"maybe\": must be on or off");
    CHECK (contains (textMessage (PatchKey::osc1Spectrum, "swa"), "the nearest is \"saw\""));
}

TEST_CASE ("a damaged patch file is a sound patch or a fault with a place, never a crash",
           "[patch]")
{
    constexpr unsigned kSeed = 90126;
    INFO ("seed " << kSeed);
    std::mt19937 random (kSeed);
    int numFaults = 0;
    for (int trial = 0; trial < 2000; ++trial)
    {
        auto toml = toToml (melstrom::testing::anyPatch (random));
        toml.resize (std::min<std::size_t> (toml.size (), 3000));
        for (auto numChanges = 1 + random () % 4; numChanges > 0; --numChanges)
            toml[random () % toml.size ()] = static_cast<char> (random ());
        const auto patch = parsePatch (toml, "mine.toml");
        INFO (toml);
        if (patch)
        {
            REQUIRE (patch->validate ().ok ());
            continue;
        }
        ++numFaults;
        REQUIRE (patch.error ().code == ErrorCode::badSpec);
        REQUIRE (patch.error ().message.rfind ("mine.toml:", 0) == 0);
    }
    CHECK (numFaults > 1000);
}
