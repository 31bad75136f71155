// Scala files in the instrument: dropped, shown, audible, kept in the state, and refused with a
// reason.
#include "Source/Editor/Panels/Pages.h"
#include "Source/Editor/Panels/ScalePanel.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Plugin/PluginRuns.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cmath>
#include <numbers>

namespace melstrom::testing
{

namespace
{
constexpr const char* kJust =
    "just\n12\n16/15\n9/8\n6/5\n5/4\n4/3\n45/32\n3/2\n8/5\n5/3\n9/5\n15/8\n2/1\n";
constexpr const char* kA415 = "0\n0\n127\n60\n69\n415.3\n0\n";
constexpr double kMiddleCHz = 261.6256; // Scala's manual: key 60 without a mapping

/** A sine without effects or modulation; the patch's tuning is 432 Hz. */
Patch sinePatch ()
{
    Patch patch;
    patch.name = "Sine";
    patch[PatchKey::tuningHz] = 432;
    return patch;
}

/** Share of the sound's energy at a frequency, over half a second: 0 .. 1, as sharp as the
    window. */
double shareAt (const std::vector<float>& stereo, double hz)
{
    const std::size_t count = stereo.size () / 2;
    double re = 0, im = 0, energy = 0, weights = 0;
    for (std::size_t n = 0; n < count; ++n)
    {
        const double turn = 2 * std::numbers::pi * static_cast<double> (n);
        const double window = 1 - std::cos (turn / static_cast<double> (count));
        const double x = static_cast<double> (stereo[2 * n]);
        re += window * x * std::cos (turn * hz / kRateHz);
        im += window * x * std::sin (turn * hz / kRateHz);
        energy += window * window * x * x;
        weights += window * window;
    }
    // of a sine of amplitude 1: (sum w / 2)^2 against weights / 2
    const double sum = static_cast<double> (count) / 2;
    return (re * re + im * im) / (sum * sum) / (2 * energy / weights);
}

std::vector<float> heard (PluginRun& run, int key)
{
    run.processor.prepareToPlay (kRateHz, 512);
    run.play ({{0, noteOn (key)}}, 4800, 512);
    return run.play ({}, 24000, 512);
}

void checkHeard (PluginRun& run, int key, double hz)
{
    const auto sound = heard (run, key);
    INFO ("key " << key << ", " << hz << " Hz");
    CHECK (peakOf (sound) > kHeard);
    CHECK (shareAt (sound, hz) > 0.99);
    CHECK (shareAt (sound, hz * 1.02) < 0.5);
}
} // namespace

TEST_CASE ("a scale and a map are heard by Scala's customs, and a state brings them back",
           "[plugin][tuning]")
{
    std::vector<char> scaleState, bothState;
    {
        PluginRun run;
        run.processor.loadPatch (sinePatch ());
        checkHeard (run, 69, 432);
        REQUIRE (run.processor.setScala ({{"just.scl", kJust}, {}}));
        checkHeard (run, 60, kMiddleCHz * 432 / 440);
        checkHeard (run, 67, kMiddleCHz * 432 / 440 * 3 / 2);
        scaleState = stateOf (run.processor);
        REQUIRE (run.processor.setScala ({{"just.scl", kJust}, {"a415.kbm", kA415}}));
        checkHeard (run, 69, 415.3); // an absolute frequency
        bothState = stateOf (run.processor);
    }
    PluginRun other;
    setState (other.processor, bothState);
    CHECK (other.processor.scala ().scale == ScalaText {"just.scl", kJust});
    CHECK (other.processor.scala ().map == ScalaText {"a415.kbm", kA415});
    CHECK (stateOf (other.processor) == bothState);
    checkHeard (other, 60, 415.3 * 3 / 5);
    setState (other.processor, scaleState); // while it plays
    checkHeard (other, 60, kMiddleCHz * 432 / 440);
    CHECK_FALSE (other.processor.scala ().map.isThere ());
    REQUIRE (other.processor.setScala ({}));
    checkHeard (other, 69, 432);
}

TEST_CASE ("another scale is heard while the host plays", "[plugin][tuning]")
{
    PluginRun run;
    run.processor.loadPatch (sinePatch ());
    checkHeard (run, 69, 432);
    REQUIRE (run.processor.setScala ({{}, {"a415.kbm", kA415}}));
    run.play ({}, 9600, 512); // fades to the new engine
    run.play ({{0, noteOn (69)}}, 4800, 512);
    const auto sound = run.play ({}, 24000, 512);
    CHECK (shareAt (sound, 415.3) > 0.99);
}

TEST_CASE ("a scale that is refused changes nothing", "[plugin][tuning]")
{
    PluginRun run;
    REQUIRE (run.processor.setScala ({{"just.scl", kJust}, {}}));
    const auto before = stateOf (run.processor);
    const auto refused = run.processor.setScala ({{"bad.scl", "bad\n1\nnothing\n"}, {}});
    REQUIRE_FALSE (refused.ok ());
    CHECK (refused.error ().message.find ("bad.scl") != std::string::npos);
    CHECK (stateOf (run.processor) == before);
}

TEST_CASE ("files that are dropped on the window are loaded, shown and refused with a reason",
           "[editor][tuning]")
{
    REQUIRE (hasDisplay ());
    const TemporaryFolder folder;
    const auto dropped = [&] (const char* name, const char* text)
    { return juce::StringArray (juce::String (folder.write (name, text))); };
    const Host host;
    PluginRun run;
    EditorWindow window (run.processor);
    auto& target = dynamic_cast<juce::FileDragAndDropTarget&> (window.editor ());
    auto& panel = find<ScalePanel> (window.editor ());
    CHECK_FALSE (target.isInterestedInFileDrag ({"song.mid"}));
    REQUIRE (target.isInterestedInFileDrag ({"song.mid", "just.SCL"}));
    target.filesDropped (dropped ("just.scl", kJust), 10, 10);
    CHECK (panel.isVisible ());
    CHECK (panel.message ().isEmpty ());
    CHECK (panel.names ()[0] == "just.scl");
    target.filesDropped (dropped ("a415.kbm", kA415), 10, 10);
    CHECK (panel.names ()[1] == "a415.kbm");
    CHECK (run.processor.scala ().map.text == kA415);
    target.filesDropped (dropped ("wrong.scl", "wrong\n2\n3/2\nhello\n"), 10, 10);
    for (const char* const part : {"wrong.scl", "4", "hello"})
        CHECK (panel.message ().contains (part));
    CHECK (panel.names ()[0] == "just.scl");
    target.filesDropped (dropped ("a415.kbm", kA415), 10, 10);
    CHECK (panel.message ().isEmpty ());
}

} // namespace melstrom::testing
