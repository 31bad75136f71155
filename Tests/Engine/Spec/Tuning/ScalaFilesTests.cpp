// Scales and keyboard maps by content, and their tunings by Scala's conventions.
#include "Engine/Spec/Tuning/ScalaFiles.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{
constexpr const char* kJust =
    "just\n12\n16/15\n9/8\n6/5\n5/4\n4/3\n45/32\n3/2\n8/5\n5/3\n9/5\n15/8\n2/1\n";
constexpr const char* kA415 = "0\n0\n127\n60\n69\n415.3\n0\n";
constexpr double kMiddleCHz = 261.6256; // Scala's manual: key 60 without a mapping

/** Frequency of the first oscillator in that tuning. */
double heardHz (const Tuning& tuning, int key, float patchTuningHz)
{
    VoiceScene scene;
    scene.tuning = tuning;
    scene.voice.key = static_cast<std::uint8_t> (key);
    scene.patch[PatchKey::tuningHz] = patchTuningHz;
    return std::ldexp (static_cast<double> (scene.oscillatorAt (0).baseRate), -46) * 48000;
}

Tuning made (const ScalaFiles& files)
{
    const auto tuning = tuningOf (files);
    INFO ((tuning ? std::string () : tuning.error ().message));
    REQUIRE (tuning.ok ());
    return *tuning;
}
} // namespace

TEST_CASE ("a scale without a map has its first degree on key 60, middle C", "[tuning]")
{
    const auto tuning = made ({{"just.scl", kJust}, {}});
    for (const auto& [key, ratio] :
         {std::pair {60, 1.0}, {67, 1.5}, {69, 5.0 / 3}, {72, 2.0}, {48, 0.5}})
    {
        CHECK (heardHz (tuning, key, 440) == Approx (kMiddleCHz * ratio).epsilon (1e-6));
        CHECK (heardHz (tuning, key, 432) ==
               Approx (kMiddleCHz * ratio * 432 / 440).epsilon (1e-6));
    }
}

TEST_CASE ("a map is absolute whatever the patch's tuning is", "[tuning]")
{
    for (const float patchTuningHz : {380.0f, 440.0f, 480.0f})
    {
        const auto just = made ({{"just.scl", kJust}, {"a415.kbm", kA415}});
        CHECK (heardHz (just, 69, patchTuningHz) == Approx (415.3).epsilon (1e-9));
        CHECK (heardHz (just, 60, patchTuningHz) == Approx (415.3 * 3 / 5).epsilon (1e-9));
        const auto equal = made ({{}, {"a415.kbm", kA415}});
        CHECK (heardHz (equal, 81, patchTuningHz) == Approx (830.6).epsilon (1e-9));
    }
    CHECK (heardHz (made ({}), 69, 432) == Approx (432).epsilon (1e-9));
}

TEST_CASE ("files take the place of the former scale or map, by their names", "[tuning]")
{
    const TemporaryFolder folder;
    const auto files = withScalaFile ({}, folder.write ("Just.SCL", kJust));
    REQUIRE (files);
    CHECK (files->scale == ScalaText {"Just.SCL", kJust});
    CHECK_FALSE (files->map.isThere ());
    const auto both = withScalaFile (*files, folder.write ("a.kbm", kA415));
    REQUIRE (both);
    CHECK (both->scale == files->scale);
    CHECK (both->map == ScalaText {"a.kbm", kA415});
    // A comment in a different encoding.
    std::string text ("! M\xfcller\n"), expected ("! M\xef\xbf\xbdller\n");
    text.append (kJust);
    expected.append (kJust);
    const auto latin = withScalaFile ({}, folder.write ("l.scl", text));
    REQUIRE (latin);
    CHECK (latin->scale.text == expected);
    CHECK (tuningOf (*latin));
}

TEST_CASE ("files that are refused are named with line and reason", "[tuning]")
{
    const TemporaryFolder folder;
    const auto messageOf = [] (const auto& result)
    {
        REQUIRE_FALSE (result.ok ());
        CHECK (result.error ().code == ErrorCode::badSpec);
        return result.error ().message;
    };
    const auto wrong = messageOf (tuningOf ({{"wrong.scl", "wrong\n2\n3/2\nhello\n"}, {}}));
    for (const char* const part : {"wrong.scl", "4", "hello"})
        CHECK (wrong.find (part) != std::string::npos);
    CHECK (messageOf (tuningOf ({{}, {"m.kbm", "12\n0\n"}})).find ("m.kbm") != std::string::npos);
    CHECK (messageOf (withScalaFile ({}, folder.write ("s.txt", kJust))).find (".kbm") !=
           std::string::npos);
    CHECK (messageOf (withScalaFile ({}, folder.write ("no.scl", ""))).find ("no.scl") !=
           std::string::npos);
    CHECK (messageOf (withScalaFile ({}, folder.file ("gone.scl"))).find ("gone.scl") !=
           std::string::npos);
    // A line end takes 6 bytes in TOML.
    const std::string lines (kMostScalaBytes / 6, '\n');
    CHECK (messageOf (tuningOf ({{"long.scl", kJust + lines}, {}})).find ("524288") !=
           std::string::npos);
}

} // namespace melstrom::testing
