// Error messages of a wrong spec: the key, its value, the allowed values, and the place in the
// file.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <cctype>
#include <cmath>
#include <random>

using namespace melstrom;

namespace
{
/** The message of the first setting that fails, else of the whole spec; empty if the spec is
    valid. */
std::string messageOf (const std::vector<std::string>& settings)
{
    MelSpec spec;
    for (const auto& setting : settings)
        if (auto done = applySetting (spec, setting); ! done)
            return done.error ().message;
    const auto whole = spec.validate ();
    return whole ? std::string {} : whole.error ().message;
}

std::string fileMessage (std::string_view toml)
{
    const auto preset = parsePreset (toml, "mine.toml");
    return preset ? std::string {} : preset.error ().message;
}

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}
} // namespace

TEST_CASE ("a value that is not allowed is named with its key and what is", "[spec]")
{
    const std::string bands = ": must be a whole number from 1 to 4096";
    CHECK (messageOf ({"bands=-3"}) == "bands = -3" + bands);
    CHECK (messageOf ({"bands=0"}) == "bands = 0" + bands);
    CHECK (messageOf ({"bands=2147483648"}) == "bands = 2147483648" + bands);
    CHECK (messageOf ({"bands=99999999999999999999"}) == "bands = 1e+20" + bands);
    CHECK (messageOf ({"bands=80.5"}) == "bands = 80.5" + bands);
    CHECK (messageOf ({"bands=many"}) == "bands = \"many\"" + bands);
    CHECK (messageOf ({"bands="}) == "bands = \"\"" + bands);
    CHECK (messageOf ({"bands=[1]"}) == "bands" + bands);
    CHECK (messageOf ({"bands=1\nhop_samples=3"}) == "bands = \"1\\u000Ahop_samples=3\"" + bands);
    CHECK (messageOf ({"hop_samples=0"}) ==
           "hop_samples = 0: must be a whole number from 1 to 16777216");
    CHECK (messageOf ({"fft_samples=1"}) == "fft_samples = 1: must be a whole number from 2 to "
                                            "1048576, \"window\" or \"power-of-two\"");
    CHECK (messageOf ({"log=loud"}) ==
           "log = \"loud\": must be \"none\", \"log10\", \"decibel\" or \"ln\"");
    CHECK (messageOf ({"pcen_gain=0.5"}) ==
           "pcen_gain = 0.5: must be a number from 0 to 10, with pcen = true");
    CHECK (messageOf ({"lowest_hz=.5"}).empty ());
    CHECK (messageOf ({"bands"}) == "\"bands\": a setting is written key=value");
}

TEST_CASE ("NaN and infinity are refused in every number", "[spec]")
{
    for (const auto& field : describeFields (MelSpec {}))
        for (const std::string value : {"nan", "-nan", "inf", "-inf"})
        {
            MelSpec spec;
            spec.pcen.emplace ();
            const auto done = applySetting (spec, field.key + '=' + value);
            INFO (field.key << " = " << value);
            REQUIRE_FALSE (done.ok ());
            CHECK (done.error ().code == ErrorCode::badSpec);
            CHECK (contains (done.error ().message, "must be"));
        }
    MelSpec spec;
    spec.lowestHz = std::nan ("");
    CHECK (contains (spec.validate ().error ().message, "lowest_hz = nan: must be"));
    spec = {};
    spec.hop.value = std::nan ("");
    CHECK (contains (spec.validate ().error ().message, "hop_samples = nan: must be"));
    spec = {};
    spec.hop.value = 2.5;
    CHECK (contains (spec.validate ().error ().message, "hop_samples = 2.5: must be"));
}

TEST_CASE ("fields that do not go together are named", "[spec]")
{
    CHECK (messageOf ({"lowest_hz=9000", "highest_hz=8000"}) ==
           "lowest_hz = 9000: must be below highest_hz = 8000");
    CHECK (messageOf ({"lowest_hz=8000", "highest_hz=8000"}) ==
           "lowest_hz = 8000: must be below highest_hz = 8000");
    CHECK (messageOf ({"log=ln", "bands=23", "coefficients=24"}) ==
           "coefficients = 24: must not be more than bands = 23");
    CHECK (messageOf ({"log=ln", "coefficients=13", "normalisation=affine"}) ==
           "normalisation = \"affine\": must be \"none\" or \"dataset\" with coefficients = 13");
    CHECK (contains (messageOf ({"window_samples=600", "fft_samples=512"}),
                     "window_samples = 600: must not be longer than fft_samples = 512; raise"));
    CHECK (messageOf ({"framing=kaldi-edges", "window_placement=left"}) ==
           "framing = \"kaldi-edges\": needs padding = \"symmetric\"");
    CHECK (contains (messageOf ({"framing=kaldi-edges", "padding=symmetric",
                                 "window_placement=left", "fill_last_frame=true"}),
                     "fill_last_frame = true: cannot be combined with framing = \"kaldi-edges\""));
    CHECK (contains (messageOf ({"log=ln", "coefficients=13", "use_energy=true", "dct=htk"}),
                     "dct = \"htk\": cannot be combined with use_energy"));
    CHECK (contains (messageOf ({"loader=ffmpeg-f32"}),
                     "loader = \"ffmpeg-f32\": needs resampler = \"ffmpeg\""));
    CHECK (contains (messageOf ({"framing=kaldi-edges", "padding=symmetric"}),
                     "needs window_placement"));
    CHECK (contains (messageOf ({"framing=hifigan", "window_samples=128", "fft_samples=256"}),
                     "hop_samples = 512: must not be longer than fft_samples = 256"));
    CHECK (contains (messageOf ({"layout=segments"}), "long_window_samples = 0: must be"));
    CHECK (contains (messageOf ({"layout=segments", "long_window_samples=9", "long_hop_samples=1",
                                 "short_window_samples=10", "short_hop_samples=1"}),
                     "short_window_samples = 10: must not be longer than long_window_samples = 9"));
    CHECK (contains (messageOf ({"top_db=80"}), "top_db = 80: needs log = \"decibel\""));
    CHECK (contains (messageOf ({"log=ln", "normalisation=whisper"}), "needs log = \"log10\""));
    CHECK (contains (messageOf ({"log=decibel", "top_db=80", "use_energy=true"}),
                     "use_energy = true: cannot"));
    CHECK (contains (messageOf ({"delta_window=4"}), "delta_window = 4: must be an odd whole"));
}

TEST_CASE ("pcen stands alone", "[spec]")
{
    CHECK (messageOf ({"pcen=true"}).empty ());
    for (const std::string other :
         {"log=ln", "normalisation=per-feature", "coefficients=13", "delta_order=1"})
    {
        const auto message = messageOf ({"pcen=true", other});
        INFO (message);
        CHECK (contains (message, other.substr (0, other.find ('='))));
        CHECK (contains (message, "pcen replaces the logarithm"));
    }
}

TEST_CASE ("a fault in a file is named with line and column", "[spec]")
{
    CHECK (fileMessage ("bands = -3\n") ==
           "mine.toml:1:1: bands = -3: must be a whole number from 1 to 4096");
    CHECK (fileMessage ("# a\n\n  bands = 'x'") ==
           "mine.toml:3:3: bands = \"x\": must be a whole number from 1 to 4096");
    CHECK (fileMessage ("lowest_hz = 9e3\nhighest_hz = 8e3\n") ==
           "mine.toml:1:1: lowest_hz = 9000: must be below highest_hz = 8000");
    CHECK (fileMessage ("hop_ms = 10\nhop_samples = 3\n") ==
           "mine.toml:1:1: hop_ms: hop_samples is given too; keep one of them");
    CHECK (fileMessage ("name = 3\n") == "mine.toml:1:1: name: must be a text in quotes");
    CHECK (fileMessage ("layout = 'segments'\n") ==
           "mine.toml: long_window_samples = 0: must be at least 1 with layout = \"segments\"");
    for (const std::string bad : {"bands = ", "bands", "bands = 1\nbands = 2", "a = \"\xff\"",
                                  "= 3", "bands = 99999999999999999999", "[bands", "bands = [1,"})
    {
        const auto message = fileMessage (bad);
        INFO (message);
        CHECK (message.rfind ("mine.toml:", 0) == 0);
        CHECK (contains (message, ": not TOML: "));
        CHECK (std::isdigit (static_cast<unsigned char> (message[10])));
    }
    CHECK (contains (fileMessage ("bands = " + std::string (100000, '[')), "nested too deep"));
}

TEST_CASE ("an unknown key names the nearest known one", "[spec]")
{
    const auto nearestTo = [] (const std::string& key)
    {
        const auto message = fileMessage (key + " = 1\n");
        const auto start = message.rfind (" \"");
        return message.substr (start + 2, message.size () - start - 3);
    };
    CHECK (nearestTo ("bnads") == "bands");
    CHECK (nearestTo ("hop_sample") == "hop_samples");
    CHECK (nearestTo ("hopms") == "hop_ms");
    CHECK (nearestTo ("highest_khz") == "highest_hz");
    CHECK (nearestTo ("normalization") == "normalisation");
    CHECK (nearestTo ("nam") == "name");
    CHECK (fileMessage ("\nband = 1") ==
           "mine.toml:2:1: \"band\" is not a key of a spec; the nearest is \"bands\"");
    CHECK (messageOf ({"lowest=20"}) ==
           "\"lowest\" is not a key of a spec; the nearest is \"lowest_hz\"");
}

TEST_CASE ("a damaged file is a sound spec or a fault with a place, never a crash", "[spec]")
{
    constexpr unsigned kSeed = 90125;
    INFO ("seed " << kSeed);
    std::mt19937 random (kSeed);
    int numFaults = 0;
    for (int trial = 0; trial < 4000; ++trial)
    {
        const auto& presets = builtInPresets ();
        auto toml = toToml (presets[random () % presets.size ()].spec);
        for (auto numChanges = 1 + random () % 4; numChanges > 0; --numChanges)
            toml[random () % toml.size ()] = static_cast<char> (random ());
        if (random () % 4 == 0)
            toml.resize (random () % toml.size ());
        const auto preset = parsePreset (toml, "mine.toml");
        INFO (toml);
        if (preset)
        {
            REQUIRE (preset->spec.validate ().ok ());
            continue;
        }
        ++numFaults;
        REQUIRE (preset.error ().code == ErrorCode::badSpec);
        REQUIRE (preset.error ().message.rfind ("mine.toml:", 0) == 0);
    }
    CHECK (numFaults > 2000);
}

TEST_CASE ("a former name of a key is read; with the present name beside it, it is refused",
           "[spec]")
{
    const std::string rest = "log = \"decibel\"\n";
    const auto now = parsePreset (rest + "reference = 2\n", "now.toml");
    const auto former = parsePreset (rest + "reference_db = 2\n", "former.toml");
    REQUIRE (now.ok ());
    REQUIRE (former.ok ());
    CHECK (now->spec.reference == 2);
    CHECK (former->spec == now->spec);
    MelSpec spec = now->spec;
    REQUIRE (applySetting (spec, "reference_db=3").ok ());
    CHECK (spec.reference == 3);
    const auto both = parsePreset (rest + "reference = 2\nreference_db = 2\n", "both.toml");
    REQUIRE_FALSE (both.ok ());
    CHECK (contains (both.error ().message, "both.toml:3:1: reference_db: is a former name of "
                                            "reference"));
}
