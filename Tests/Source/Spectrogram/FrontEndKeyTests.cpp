// Edits of a front end by the keys of a spec, and the front end that they begin with.
#include "Source/FrontEnd/EditedFrontEnd.h"
#include "Source/Spectrogram/FrontEndKeys.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/SpecSamples.h"
#include "Tests/Support/TemporaryFolder.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
const SpecKey& keyOf (const char* name)
{
    const auto* const key = findSpecKey (name);
    REQUIRE (key != nullptr);
    return *key;
}

std::string refusalOf (const Result<void>& done)
{
    REQUIRE_FALSE (done.ok ());
    return done.error ().message;
}
} // namespace

TEST_CASE ("choices and switches of the table of keys are the values that it allows",
           "[spectrogram]")
{
    for (const auto& sample : specSamples ())
    {
        INFO (sample.key);
        const auto& key = keyOf (sample.key.c_str ());
        for (const auto& choice : key.choices)
        {
            MelSpec spec;
            REQUIRE (key.read (spec, choice));
            CHECK (keyText (spec, key) == choice);
        }
        MelSpec spec;
        CHECK (key.read (spec, true) == key.isFlag);
        // A word beside the choices is not allowed.
        CHECK_FALSE (key.read (spec, std::string ("no such word")));
        if (! key.choices.empty ())
            for (const auto& value : sample.values)
                CHECK (std::find (key.choices.begin (), key.choices.end (), value) !=
                       key.choices.end ());
    }
}

TEST_CASE ("a key takes what --set takes, and its text can be typed again", "[spectrogram]")
{
    for (const auto& sample : specSamples ())
        for (const auto& value : sample.values)
        {
            INFO (sample.key << " = " << value);
            const auto& key = keyOf (sample.key.c_str ());
            MelPreset preset = *findPreset ("librosa");
            preset.spec.pcen.reset ();
            MelSpec set = preset.spec;
            const bool isAllowed =
                applySetting (set, sample.key + "=" + value).ok () && set.validate ().ok ();
            const auto edited = withKey (preset, key, value);
            REQUIRE (edited.ok () == isAllowed);
            if (! isAllowed)
                continue;
            CHECK (edited->spec == set);
            CHECK (edited->name == (set == preset.spec ? "librosa" : "librosa-changed"));
            const auto again = withKey (*edited, key, keyText (edited->spec, key));
            if (keyText (edited->spec, key) != "none")
                CHECK ((again.ok () && again->spec == edited->spec));
        }
}

TEST_CASE ("a key goes back to its value in the preset, with the other unit if it must",
           "[spectrogram]")
{
    const auto musical = *findPreset ("musical"); // lengths in ms
    auto edited = withKey (musical, keyOf ("window_samples"), "4096");
    REQUIRE (edited.ok ());
    CHECK (keyText (edited->spec, keyOf ("window_ms")) == "none");
    for (const char* const name : {"window_samples", "window_ms"})
    {
        const auto back = withKeyOf (musical.spec, *edited, keyOf (name));
        REQUIRE (back.ok ());
        CHECK (back->spec == musical.spec);
    }
    edited = withKey (*edited, keyOf ("bands"), "77");
    REQUIRE (edited.ok ());
    const auto back = withKeyOf (musical.spec, *edited, keyOf ("window_ms"));
    REQUIRE (back.ok ());
    CHECK (back->spec.window == musical.spec.window);
    CHECK (back->spec.numBands == 77);
}

TEST_CASE ("an edited front end is taken as TOML, and a refused one changes nothing",
           "[spectrogram]")
{
    EditedFrontEnd edited;
    std::vector<FrontEndText> taken;
    edited.onTake = [&taken] (const FrontEndText& text) -> Result<void>
    {
        if (parseFrontEnd (text)->spec.numBands == 13)
            return Error {ErrorCode::badSpec, "13 is refused by the owner", {}};
        taken.push_back (text);
        return {};
    };
    const auto first = edited.origin ();
    REQUIRE (edited.edit (keyOf ("bands"), "96").ok ());
    REQUIRE (taken.size () == 1);
    CHECK (parseFrontEnd (taken[0])->spec.numBands == 96);
    CHECK (edited.frontEnd ().name == first.name + "-changed");
    CHECK (edited.builtInName ().empty ());
    CHECK (edited.origin ().spec == first.spec);

    CHECK (refusalOf (edited.edit (keyOf ("bands"), "0")).find ("bands = 0: must be") == 0);
    CHECK (refusalOf (edited.edit (keyOf ("bands"), "13")) == "13 is refused by the owner");
    CHECK (refusalOf (edited.edit (keyOf ("lowest_hz"), "1e6")).find ("lowest_hz") == 0);
    CHECK (edited.text () == taken[0]);
    CHECK (taken.size () == 1);

    REQUIRE (edited.edit (keyOf ("bands"), " 96 ").ok ()); // the same value
    CHECK (taken.size () == 1);
    REQUIRE (edited.reset (keyOf ("bands")).ok ());
    REQUIRE (taken.size () == 2);
    CHECK (edited.frontEnd ().spec == first.spec);
    CHECK (edited.builtInName () == first.name);
    REQUIRE (edited.choose ("").ok ()); // the user's own one is not lost
    CHECK (edited.text () == taken[0]);
    CHECK (edited.origin ().name == first.name);
}

TEST_CASE ("a loaded front end is the origin of its edits, and comes back with its comments",
           "[spectrogram]")
{
    const TemporaryFolder folder;
    const std::string text = "# of mine\nname = \"bell\"\nbands = 48\n";
    EditedFrontEnd edited;
    REQUIRE (edited.load (folder.write ("bell.toml", text)).ok ());
    CHECK (edited.text ().text == text);
    REQUIRE (edited.edit (keyOf ("log"), "ln").ok ());
    CHECK (edited.origin ().spec.numBands == 48);
    REQUIRE (edited.edit (keyOf ("bands"), "50").ok ());
    REQUIRE (edited.resetAll ().ok ());
    CHECK (edited.text ().text == text);
    CHECK_FALSE (edited.load (folder.write ("bad.toml", "bands = 0\n")).ok ());
    CHECK (edited.text ().text == text);

    // What the owner shows
    CHECK_FALSE (edited.show (edited.frontEnd ()));
    CHECK (edited.text ().text == text);
    CHECK (edited.show (*findPreset ("vggish")));
    CHECK (edited.builtInName () == "vggish");
    auto changed = *findPreset ("fast");
    changed.name += "-changed";
    changed.spec.numBands = 30;
    CHECK (edited.show (changed));
    CHECK (edited.origin ().name == "fast");
    CHECK (edited.ownName () == "fast-changed");
}
