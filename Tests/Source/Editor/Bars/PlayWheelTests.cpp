// The wheels and the octave keys beside the keyboard, moved by the mouse on the screen.
#include "Source/Editor/Bars/PlayWheel.h"
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{
PlayWheel& wheelOf (ScreenRun& run, PlayWheel::Kind kind)
{
    for (auto* const wheel : allOf<PlayWheel> (run.editor ()))
        if (wheel->kind () == kind)
            return *wheel;
    FAIL ("no wheel");
    std::abort ();
}

/** Upward zero crossings of the left channel. */
int numCycles (const std::vector<float>& sound)
{
    int count = 0;
    for (std::size_t n = 2; n < sound.size (); n += 2)
        count += sound[n - 2] < 0 && sound[n] >= 0 ? 1 : 0;
    return count;
}

/** Presses the left button on the wheel and moves the mouse up by `pixels`. */
void holdUp (ScreenRun& run, PlayWheel& wheel, int pixels)
{
    const auto centre = wheel.getLocalBounds ().getCentre ();
    REQUIRE (run.mouse.hold (wheel, centre));
    REQUIRE (run.mouse.dragTo (wheel.localPointToGlobal (centre).translated (0, -pixels)));
}
} // namespace

TEST_CASE ("the pitch wheel bends while it is held and springs back", "[editor][screen]")
{
    ScreenRun run; // Init: a sine, a bend range of two semitones
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    constexpr int kSecond = 48000;
    (void)run.play (4800, {{0, noteOn (69)}});
    CHECK (numCycles (run.play (kSecond)) == Approx (440).margin (1.1));
    auto& wheel = wheelOf (run, PlayWheel::Kind::pitch);
    holdUp (run, wheel, 60);
    CHECK (run.processor.played ().wheels ().bend > 0.999f);
    (void)run.play (9600);                                                  // the bend glides
    CHECK (numCycles (run.play (kSecond)) == Approx (493.88).margin (1.1)); // 440 x 2^(2/12)
    REQUIRE (run.mouse.letGo ());
    run.settle ();
    CHECK (run.processor.played ().wheels ().bend == 0);
    CHECK (wheel.getValue () == 0);
    (void)run.play (9600);
    CHECK (numCycles (run.play (kSecond)) == Approx (440).margin (1.1));
    CHECK_FALSE (run.processor.undo ().canUndo ()); // a wheel movement is not an undo step
}

TEST_CASE ("the modulation wheel stays, and does what controller 1 does", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    REQUIRE (modulate (run.processor.parameters (), PatchKey::osc1Level, ModulationSource::wheel));
    changeParameter (run.parameter (PatchKey::matrixDepth), -1);
    (void)run.play (9600, {{0, noteOn (69)}});
    CHECK (peakOf (run.play (4800)) > kHeard);
    run.processor.midiLearn ().arm (PatchKey::osc1Pan);
    auto& wheel = wheelOf (run, PlayWheel::Kind::modulation);
    holdUp (run, wheel, 20);
    REQUIRE (run.mouse.letGo ());
    (void)run.play (4800);
    const auto learntBy = [&run]
    { return run.processor.midiLearn ().controllers ().of (PatchKey::osc1Pan); };
    REQUIRE (run.waitFor ([&] { return learntBy ().has_value (); }));
    CHECK (learntBy ()->number == 1);
    holdUp (run, wheel, 60);
    REQUIRE (run.mouse.letGo ());
    (void)run.play (9600);
    run.settle ();
    CHECK (wheel.getValue () == 1); // the wheel keeps its position
    CHECK (run.parameter (PatchKey::osc1Pan).value () == 1);
    CHECK (peakOf (run.play (4800)) < 1e-4f); // the row takes away the whole level
}

TEST_CASE ("wheels follow incoming MIDI", "[editor]")
{
    ScreenRun run;
    (void)run.play (480, {{0, juce::MidiMessage::pitchWheel (1, 0)},
                          {0, juce::MidiMessage::controllerEvent (1, 1, 127)}});
    run.settle ();
    CHECK (wheelOf (run, PlayWheel::Kind::pitch).getValue () == -1);
    CHECK (wheelOf (run, PlayWheel::Kind::modulation).getValue () == 1);
    (void)run.play (480, {{0, juce::MidiMessage::controllerEvent (1, 121, 0)}});
    run.settle ();
    CHECK (wheelOf (run, PlayWheel::Kind::pitch).getValue () == 0);
    CHECK (wheelOf (run, PlayWheel::Kind::modulation).getValue () == 0);
}

TEST_CASE ("octave keys are labelled and shift the keyboard by an octave", "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    auto& keys = find<PianoKeys> (run.editor ());
    const int lowest = keys.getRangeStart ();
    run.click ("Oct +");
    CHECK (keys.getRangeStart () == lowest + 12);
    run.click ("Oct -");
    run.click ("Oct -");
    CHECK (keys.getRangeStart () == lowest - 12);
}

} // namespace melstrom::testing
