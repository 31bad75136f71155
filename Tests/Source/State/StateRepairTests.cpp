// Invalid values in a state, on disk or in memory, are repaired by rules.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/State/PluginState.h"
#include "Tests/Support/Patches/StateSamples.h"

#include <limits>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("what is out of range is cut and what is no number is initial", "[state]")
{
    const Patch initial;
    const auto value = [] (const std::string& text, PatchKey key)
    { return stateOf (text).patch[key]; };
    CHECK (value ("[osc1]\ndetune = 120", PatchKey::osc1Detune) == 100);
    CHECK (value ("[osc1]\ndetune = -1e300", PatchKey::osc1Detune) == 0);
    CHECK (value ("[osc1]\ndetune = 9223372036854775807", PatchKey::osc1Detune) == 100);
    for (const std::string text :
         {"nan", "-nan", "inf", "-inf", "\"12\"", "true", "[1]", "{}", "2020-01-01"})
    {
        CHECK (value ("[osc1]\ndetune = " + text, PatchKey::osc1Detune) ==
               initial[PatchKey::osc1Detune]);
        CHECK (value ("[amp]\nsustain = " + text, PatchKey::ampSustain) ==
               initial[PatchKey::ampSustain]);
        CHECK (value ("[osc1]\nspectrum = " + text, PatchKey::osc1Spectrum) ==
               initial[PatchKey::osc1Spectrum]);
    }
    CHECK (value ("[patch]\nmax_voices = 11.6", PatchKey::maxVoices) == 12);
    CHECK (value ("[osc2]\non = 1", PatchKey::osc2On) == 0);
    CHECK (stateOf ("[osc1]\ndrawing = [2, -2, nan, inf, 'x', 0.5]").patch.drawings[0] ==
           std::vector<float> {1, -1, 0, 0, 0, 0.5f});
    CHECK (stateOf ("[osc1]\nspectrum = 'drawn'").patch.drawings[0] == std::vector<float> {1});
    // The oscillator is off.
    CHECK (stateOf ("[osc2]\nspectrum = 'drawn'").patch.drawings[1].empty ());
    CHECK (stateOf ("[macro]\nnames = ['a', 3, 'c', '', 'e']").patch.macroNames ==
           std::array<std::string, 4> {"a", "", "c", ""});
    CHECK (stateOf ("[macro]\nnames = 'a'").patch == Patch ());
    std::string many = "[osc2]\ndrawing = [0";
    for (int i = 0; i < 1000; ++i)
        many += ", 0.25";
    CHECK (stateOf (many + "]").patch.drawings[1].size () == 512);
}

TEST_CASE ("a patch that waits is read from its text, and what is no patch is none", "[state]")
{
    const auto waiting = [] (const std::string& lines)
    { return stateOf ("[compare]\n" + lines).waiting; };
    REQUIRE (waiting ("waiting = 'name = \"B\"'"));
    CHECK (waiting ("waiting = 'name = \"B\"'")->name == "B");
    CHECK ((*waiting ("waiting = \"[filter]\\ncutoff = 99999\""))[PatchKey::filterCutoff] == 20000);
    CHECK (waiting ("waiting = \"\\n\"") == std::optional (Patch ()));
    CHECK_FALSE (waiting ("waiting = ''"));
    CHECK_FALSE (waiting ("waiting = '[['"));
    CHECK_FALSE (waiting ("waiting = 3\nwaiting_dirty = true"));
    CHECK_FALSE (stateOf ("[compare]\nwaiting_dirty = true").isWaitingDirty);
    CHECK (stateOf ("[compare]\nside_b = true").isSideB);
}

TEST_CASE ("an empty text and one of unknown keys are the initial state", "[state]")
{
    CHECK (stateOf ("") == PluginState {});
    CHECK (stateOf ("future = 1\n[future_table.deeper]\nx = [1, {a = 2}]\n[[matrix]]\nwhy = "
                    "3\n[view]\nz = 1\n") == PluginState {});
    CHECK (stateOf ("name = 3\ntags = 'x'\nosc1 = 4\nmatrix = 5\nengine = 6\nview = "
                    "[7]\ncontrollers = 8\n") == PluginState {});
    CHECK (stateOf ("matrix = [1, 'x']\ncontrollers = [1, {}]\ntags = [1, 'a']").patch.tags ==
           std::vector<std::string> {"a"});
}

TEST_CASE ("a view that cannot be shown becomes one that can", "[state]")
{
    const ViewState initial;
    const auto view = [] (const std::string& lines) { return stateOf ("[view]\n" + lines).view; };
    CHECK (view ("preset = 'no-such'\ncolours = 'none'\nsource = 'up'\nmix = 3\naxis = ''") ==
           initial);
    CHECK (view ("lowest_db = -30\nhighest_db = -40") == initial);
    CHECK (view ("lowest_db = -30\nhighest_db = -30") == initial);
    CHECK (view ("lowest_db = nan\nhighest_db = inf\nspan_seconds = -inf") == initial);
    CHECK (view ("span_seconds = 0").spanSeconds == 1);
    CHECK (view ("span_seconds = 1e9").spanSeconds == 60);
    CHECK (view ("lowest_db = -1e9").lowestDb == kLowestShownDb);
    CHECK (view ("width_pixels = -1e300\nheight_pixels = 9223372036854775807").widthPixels ==
           kLeastEditorPixels);
    CHECK (view ("height_pixels = 9223372036854775807").heightPixels == kMostEditorPixels);
    CHECK (view ("preset = 'musical'") == initial);
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
            CHECK (view ("preset = '" + preset.name + "'").preset == preset.name);
}

TEST_CASE ("controllers that there are not are left out and the last of a parameter counts",
           "[state]")
{
    const auto entries = [] (const std::string& lines)
    { return stateOf ("[[controllers]]\n" + lines).controllers.entries; };
    const std::string volume = "\nparameter = 'volume'";
    CHECK (entries ("number = 7" + volume) ==
           std::vector {LearnedController {-1, 7, PatchKey::volume}});
    CHECK (entries ("channel = 0\nnumber = 0" + volume) ==
           std::vector {LearnedController {0, 0, PatchKey::volume}});
    for (const std::string lines :
         {"number = 120", "number = -1", "number = nan", "number = 1e300", "channel = 3",
          "channel = 16\nnumber = 1", "channel = -2\nnumber = 1"})
        CHECK (entries (lines + volume).empty ());
    CHECK (entries ("number = 7").empty ());
    CHECK (entries ("number = 7" + volume + "\n[[controllers]]\nnumber = 8" + volume) ==
           std::vector {LearnedController {-1, 8, PatchKey::volume}});
}

TEST_CASE ("a state in memory that is not valid is saved as one that is", "[state]")
{
    PluginState state = typicalState ();
    state.patch[PatchKey::osc1Detune] = std::numeric_limits<float>::quiet_NaN ();
    state.patch[PatchKey::filterCutoff] = std::numeric_limits<float>::infinity ();
    state.patch[PatchKey::osc1Spectrum] = 99;
    state.view.mix = static_cast<ViewMix> (77);
    state.view.spanSeconds = std::numeric_limits<double>::quiet_NaN ();
    state.backend = static_cast<BackendChoice::Kind> (-5);
    state.controllers.entries = {
        {3, 300, PatchKey::volume}, {2, 1, PatchKey::osc1On}, {1, 1, PatchKey::volume}};
    const auto loaded = savedAndLoaded (state);
    CHECK (loaded.patch.validate ().ok ());
    CHECK (loaded.patch[PatchKey::osc1Detune] == Patch {}[PatchKey::osc1Detune]);
    CHECK (loaded.patch[PatchKey::filterCutoff] == Patch {}[PatchKey::filterCutoff]);
    CHECK (loaded.patch[PatchKey::osc1Spectrum] == 8);
    CHECK (loaded.view.mix == ViewMix::sum);
    CHECK (loaded.view.spanSeconds == 8);
    CHECK (loaded.backend == BackendChoice::Kind::automatic);
    CHECK (loaded.controllers.entries ==
           std::vector<LearnedController> {{1, 1, PatchKey::volume}, {2, 1, PatchKey::osc1On}});
    CHECK (toBytes (loaded) == toBytes (state));
}
