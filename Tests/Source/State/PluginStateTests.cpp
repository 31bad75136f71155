// A host's saved state of a plugin loads unchanged, in every locale and from every version.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Patches/StateSamples.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TestData.h"

#include <clocale>
#include <locale>
#include <sstream>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
StateBytes bytesOfFile (const std::string& path)
{
    const FileBytes file (path);
    const auto text = file.text (0, file.size ());
    StateBytes bytes (text.size ());
    std::memcpy (bytes.data (), text.data (), text.size ());
    return bytes;
}

/** Sets the C and the C++ locale for the length of a test. */
class CommaLocale
{
public:
    CommaLocale ()
    {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"})
            if (! isInstalled_ && std::setlocale (LC_ALL, name) != nullptr)
            {
                std::locale::global (std::locale (name));
                isInstalled_ = true;
            }
        if (! isInstalled_)
            std::locale::global (std::locale (before_, new CommaPunctuation));
    }
    ~CommaLocale ()
    {
        std::locale::global (before_);
        std::setlocale (LC_ALL, "C");
    }
    bool isInstalled () const { return isInstalled_; }

private:
    struct CommaPunctuation : std::numpunct<char>
    {
        char do_decimal_point () const override { return ','; }
        char do_thousands_sep () const override { return '.'; }
        std::string do_grouping () const override { return "\3"; }
    };
    std::locale before_ = std::locale::classic ();
    bool isInstalled_ = false;
};
} // namespace

TEST_CASE ("a state comes back as it was and gives the same bytes again", "[state]")
{
    for (unsigned seed = 1; seed <= 50; ++seed)
    {
        const auto state = typicalState (seed);
        const auto bytes = toBytes (state);
        const auto loaded = savedAndLoaded (state);
        INFO ("seed " << seed);
        CHECK (loaded == state);
        CHECK (toBytes (loaded) == bytes);
        for (std::size_t i = 0; i < state.patch.values.size (); ++i) // also the sign of zero
            CHECK (std::bit_cast<std::uint32_t> (loaded.patch.values[i]) ==
                   std::bit_cast<std::uint32_t> (state.patch.values[i]));
    }
    CHECK (savedAndLoaded (PluginState {}) == PluginState {});
    for (const auto& patch : factoryPatches ())
    {
        PluginState state;
        state.patch = patch;
        CHECK (savedAndLoaded (state) == state);
    }
}

TEST_CASE ("a state begins with its magic and version and length and checksum in little-endian",
           "[state]")
{
    const auto bytes = toBytes (PluginState {});
    REQUIRE (bytes.size () > 20);
    const std::string text (reinterpret_cast<const char*> (bytes.data ()) + 20, bytes.size () - 20);
    CHECK (std::string (reinterpret_cast<const char*> (bytes.data ()), 8) == "MELSTROM");
    CHECK (std::to_integer<int> (bytes[8]) == 1);
    CHECK (std::to_integer<std::size_t> (bytes[12]) +
               256 * std::to_integer<std::size_t> (bytes[13]) ==
           text.size ());
    CHECK (bytes == blockOf (text));
    CHECK (text.find ("[engine]\nbackend = \"auto\"\n") != std::string::npos);
}

TEST_CASE ("the state of version 1 loads for ever", "[state][golden]")
{
    const auto loaded =
        stateFromBytes (bytesOfFile (testDataFolder () + "/Golden/state/version-1.bin"));
    INFO ((loaded ? std::string {} : loaded.error ().message));
    REQUIRE (loaded.ok ());
    PluginState expected;
    auto& patch = expected.patch;
    patch.name = "Glass \"Tide\"\n\xc3\xa9 \xe6\xb3\xa2";
    patch.category = "Pads";
    patch.author = "Ann O'Nym";
    patch.tags = {"slow", "wide"};
    patch[PatchKey::volume] = -7.3f;
    patch[PatchKey::maxVoices] = 12;
    patch[PatchKey::osc1Spectrum] = 8; // drawn
    patch.drawings[0] = {1.0f, -0.5f, 0.0f, 0.125f};
    patch[PatchKey::osc1Detune] = 12.5f;
    patch[PatchKey::osc2On] = 1;
    patch[PatchKey::osc2Spectrum] = 2; // saw
    patch[PatchKey::osc2Cents] = 100;  // the end of its range
    patch[PatchKey::filterType] = 1;   // low
    patch[PatchKey::filterCutoff] = 440;
    patch[PatchKey::reverbMix] = 0; // initial
    const auto targets = modulationTargets ();
    const auto cutoff = std::find (targets.begin (), targets.end (), PatchKey::filterCutoff);
    patch[matrixKey (1, PatchKey::matrixSource)] = static_cast<float> (ModulationSource::lfo2);
    patch[matrixKey (1, PatchKey::matrixTarget)] =
        static_cast<float> (cutoff - targets.begin () + 1);
    patch[matrixKey (1, PatchKey::matrixDepth)] = -0.25f;
    expected.isPatchDirty = expected.isBypassed = true;
    expected.controllers.entries = {{3, 21, PatchKey::osc2Level}, {-1, 74, PatchKey::filterCutoff}};
    expected.backend = BackendChoice::Kind::cpu;
    expected.latency = LatencyMode::direct;
    expected.view = {"whisper-openai-80",
                     ViewSource::both,
                     ViewMix::side,
                     ViewAxis::logarithmic,
                     -72.5,
                     -3.0,
                     "viridis",
                     12.25,
                     true,
                     1000,
                     640};
    CHECK (loaded->patch == patch);
    CHECK (loaded->controllers == expected.controllers);
    CHECK (loaded->view == expected.view);
    CHECK (*loaded == expected);
}

TEST_CASE ("a locale with a decimal comma changes neither the bytes nor what is read", "[state]")
{
    const auto state = typicalState ();
    const auto bytes = toBytes (state);
    {
        const CommaLocale locale;
        std::ostringstream stream;
        stream << 1234.5;
        REQUIRE (stream.str ().find (',') != std::string::npos);
        if (! locale.isInstalled ())
            skipPart ("no locale with a decimal comma is installed: one was made for C++ streams, "
                      "but the C library's stays \"C\"");
        CHECK (toBytes (state) == bytes);
        const auto loaded = stateFromBytes (bytes);
        REQUIRE (loaded.ok ());
        CHECK (*loaded == state);
    }
}
