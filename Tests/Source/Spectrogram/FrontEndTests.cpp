// The user's front ends: read from files, edited, kept in a state by content, and refused with a
// message.
#include "Source/Spectrogram/FrontEndFields.h"
#include "Source/Spectrogram/TapTrace.h"
#include "Source/State/FrontEnd.h"
#include "Tests/Support/Patches/StateSamples.h"
#include "Tests/Support/TemporaryFolder.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

MelPreset derived (const MelPreset& preset, FrontEndField field, const std::string& text)
{
    const auto changed = withField (preset, field, text);
    INFO (text << ": " << (changed ? std::string () : changed.error ().message));
    REQUIRE (changed.ok ());
    return *changed;
}

std::string refusalOf (const MelPreset& preset, FrontEndField field, const std::string& text)
{
    const auto changed = withField (preset, field, text);
    INFO (text);
    REQUIRE_FALSE (changed.ok ());
    CHECK (changed.error ().code == ErrorCode::badSpec);
    return changed.error ().message;
}

std::string refusalOfShown (MelSpec spec, const std::vector<std::string>& settings)
{
    for (const auto& setting : settings)
        REQUIRE (applySetting (spec, setting).ok ());
    const auto shown = checkShown (spec, 48000);
    return shown ? std::string () : shown.error ().message;
}
} // namespace

TEST_CASE ("a front end of any preset survives its text", "[state][spectrogram]")
{
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
        {
            const auto text = frontEndText (preset);
            INFO (text.text);
            CHECK (text.fileName == preset.name + ".toml");
            const auto back = parseFrontEnd (text);
            REQUIRE (back.ok ());
            CHECK (back->spec == preset.spec);
            CHECK (back->name == preset.name);
            CHECK (back->equals.empty ()); // a user's file does not claim equality with a tool
        }
}

TEST_CASE ("a front end is read from a file, or refused with file, line and reason",
           "[state][spectrogram]")
{
    const TemporaryFolder folder;
    const auto good = frontEndFromFile (folder.write ("bass.toml", "bands = 40 # few\n"));
    REQUIRE (good.ok ());
    CHECK (*good == FrontEndText {"bass.toml", "bands = 40 # few\n"});
    CHECK (parseFrontEnd (*good)->name == "bass");
    CHECK (parseFrontEnd (*good)->spec.numBands == 40);
    CHECK (isFrontEndFile ("A.TOML"));
    CHECK_FALSE (isFrontEndFile ("a.scl"));

    const auto refusal = [&folder] (const char* name, const std::string& text)
    {
        const auto read = frontEndFromFile (folder.write (name, text));
        REQUIRE_FALSE (read.ok ());
        return read.error ().message;
    };
    const auto unknown = refusal ("wrong.toml", "hop_ms = 5\nband = 40\n");
    CHECK (contains (unknown, "wrong.toml:2:"));
    CHECK (contains (unknown, "\"bands\""));
    CHECK (contains (refusal ("wrong.toml", "bands = 0\n"), "bands = 0: must be"));
    CHECK (contains (refusal ("wrong.toml", "bands = \n"), "not TOML"));
    CHECK (contains (refusal ("wrong.toml", ""), "is empty"));
    CHECK (contains (refusal ("wrong.txt", "bands = 40\n"), ".toml"));
    CHECK (contains (refusal ("long.toml", std::string (70000, '#')), "too many"));
    CHECK (contains (refusal ("tabs.toml", '#' + std::string (60000, '\t')), "must be at most"));
    CHECK (contains (frontEndFromFile (folder.file ("none.toml")).error ().message, "none.toml"));
}

TEST_CASE ("an edited setting makes a front end that is derived from the one before",
           "[spectrogram]")
{
    using enum FrontEndField;
    const auto musical = *findPreset ("musical"), librosa = *findPreset ("librosa");
    auto one = derived (musical, bands, " 96 ");
    CHECK (one.spec.numBands == 96);
    CHECK (one.name == "musical-changed");
    CHECK (contains (one.description, "musical"));
    one = derived (one, hop, "5 ms");
    CHECK (one.name == "musical-changed");
    CHECK (one.spec.hop == Length {5, Length::Unit::milliseconds});
    CHECK (one.spec.numBands == 96);
    // A number without a unit keeps the former unit.
    CHECK (derived (musical, window, "50").spec.window == Length {50, Length::Unit::milliseconds});
    CHECK (derived (librosa, hop, "256").spec.hop == Length {256, Length::Unit::samples});
    CHECK (derived (librosa, hop, "12.5MS").spec.hop == Length {12.5, Length::Unit::milliseconds});
    CHECK (derived (musical, window, "4096 samples").spec.window ==
           Length {4096, Length::Unit::samples});
    CHECK (derived (musical, lowestHz, "55 Hz").spec.lowestHz == 55);
    CHECK (derived (musical, highestHz, "8000").spec.highestHz == 8000.0);
    CHECK_FALSE (
        derived (*findPreset ("vggish"), highestHz, "nyquist").spec.highestHz.has_value ());
    CHECK (derived (librosa, bands, "64").equals.empty ());
    // The same value gives the same front end.
    for (const auto field : kFrontEndFields)
        CHECK (derived (librosa, field, fieldText (librosa.spec, field)).name == "librosa");
    // a transform of 512 samples would be too short
    const auto longer = derived (*findPreset ("vggish"), window, "60 ms");
    CHECK (geometryAt (longer.spec, 16000)->fftSamples == 1024);

    CHECK (contains (refusalOf (musical, bands, "0"), "bands = 0: must be"));
    CHECK (contains (refusalOf (musical, bands, "many"), "bands = \"many\": must be"));
    CHECK (contains (refusalOf (musical, bands, "4\nhop_ms = 3"), "bands"));
    CHECK (contains (refusalOf (musical, window, ""), "window_ms"));
    CHECK (contains (refusalOf (musical, hop, "-1 samples"), "hop_samples = -1"));
    CHECK (contains (refusalOf (*findPreset ("vggish"), lowestHz, "7600"), "lowest_hz = 7600"));
}

TEST_CASE ("fields read as they are typed", "[spectrogram]")
{
    using enum FrontEndField;
    const auto text = [] (const char* preset, FrontEndField field)
    { return fieldText (findPreset (preset)->spec, field); };
    CHECK (text ("musical", bands) == "640");
    CHECK (text ("musical", window) == "200 ms");
    CHECK (text ("fast", hop) == "2.5 ms");
    CHECK (text ("librosa", window) == "2048 samples");
    CHECK (text ("vggish", lowestHz) == "125");
    CHECK (text ("vggish", highestHz) == "7500");
    CHECK (text ("librosa", highestHz) == "nyquist");
}

TEST_CASE ("a front end that would fill the memory is refused with what helps", "[spectrogram]")
{
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
            for (const double rateHz : {44100.0, 48000.0, 96000.0, 192000.0})
            {
                INFO (preset.name << " at " << rateHz);
                CHECK (checkShown (preset.spec, rateHz).ok ());
            }
    const MelSpec spec = findPreset ("librosa")->spec;
    // 60 s of 48000 rows a second and 128 bands: 369 million levels, 34 are allowed
    const auto fine = refusalOfShown (spec, {"hop_samples=1"});
    CHECK (contains (fine, "a hop of 1 sample with 128 bands makes 369 million"));
    CHECK (contains (fine, "34 million"));
    CHECK (refusalOfShown (spec, {"hop_samples=11"}).empty ());       // 33.5 million
    CHECK_FALSE (refusalOfShown (spec, {"hop_samples=10"}).empty ()); // 36.9
    // 4096 bands of 32769 bins: 134 million weights
    const auto wide = refusalOfShown (spec, {"bands=4096", "window_samples=65536"});
    CHECK (contains (wide, "134 million"));
    CHECK (contains (wide, "shorter window or fewer bands"));
    CHECK (contains (refusalOfShown (spec, {"highest_hz=30000"}), "highest_hz"));
}

TEST_CASE ("a state keeps the user's front end by content", "[state]")
{
    PluginState state = typicalState ();
    state.view.own = {"bell \"1\".toml", "# mine\r\nname = \"bell\"\nbands = 40 # \xc3\xa9\n"};
    state.view.showsOwn = true;
    CHECK (savedAndLoaded (state) == state);
    CHECK (frontEndOf (savedAndLoaded (state).view)->name == "bell");
    state.view.showsOwn = false; // kept for later
    CHECK (savedAndLoaded (state) == state);
    CHECK (frontEndOf (state.view)->name == state.view.preset);
}

TEST_CASE ("a front end that is none is left out of a state, and an old state has its preset",
           "[state]")
{
    const auto view = [] (const std::string& lines) { return stateOf ("[view]\n" + lines).view; };
    CHECK (view ("shows_own = true") == ViewState {});
    CHECK (view ("own = 'bands = 0'\nshows_own = true") == ViewState {});
    CHECK (view ("own = 3\nshows_own = true") == ViewState {});
    CHECK (view ("own_name = 'a.toml'") == ViewState {});
    CHECK (view ("own = 'bands = 40'\nown_name = 'a.toml'\nshows_own = true").showsOwn);
    const auto old = view ("preset = 'librosa-db'\naxis = 'mel'");
    CHECK (old.preset == "librosa-db");
    CHECK (old.axis == ViewAxis::mel);
    CHECK_FALSE (old.showsOwn);
    CHECK_FALSE (old.isFolded);
}

TEST_CASE ("a state of the longest texts and files loads again", "[state]")
{
    PluginState state = typicalState ();
    const std::string escapes (30000, '\x01'); // six bytes each
    state.patch.name = state.patch.category = state.patch.author = state.patch.description =
        escapes;
    state.patch.tags.assign (64, escapes);
    state.scala.scale.text = "! " + std::string (500000, 'x') + "\nlong\n1\n2/1\n";
    state.view.own = {"long.toml", '#' + std::string (60000, 'y') + "\nbands = 40\n"};
    REQUIRE (parseFrontEnd (state.view.own).ok ());
    REQUIRE (tuningOf (state.scala).ok ());
    CHECK (toBytes (state).size () <= kMostStateBytes);
    CHECK (stateFromBytes (toBytes (state)).ok ());
    // Without the escapes there is room for both.
    state.patch = {};
    CHECK (savedAndLoaded (state).view.own == state.view.own);
    CHECK (savedAndLoaded (state).scala.scale == state.scala.scale);
    CHECK (toBytes (state).size () <= kMostStateBytes);
}
