// MIDI inputs of the app: keyboards that come, go, and belong to other programs.
#include "Standalone/App/Window/MidiInputList.h"
#include "Tests/Standalone/App/Window/SynthChecks.h"
#include "Tests/Support/App/FakeSequencer.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{

void useFakeSequencer (AppContent& content)
{
    content.audio ().midiInputs ().sources ().sequencer = juce::File ("/dev/null");
}

void playNote (int keyboard, int key, bool isDown)
{
    fakeSequencer::play (keyboard, isDown ? juce::MidiMessage::noteOn (1, key, 0.8f)
                                          : juce::MidiMessage::noteOff (1, key));
}

MidiInputList& openMidiList (AppRun& app)
{
    useFakeSequencer (app.content ());
    app.content ().openDevices ();
    pumpMessages (100);
    return find<MidiInputList> (app.content ());
}

} // namespace

TEST_CASE ("a MIDI keyboard is heard from when it is connected until it is unplugged",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake (showOutput);
    openSynth (fake);
    useFakeSequencer (fake.content ());
    const int first = fakeSequencer::plugIn ("Keystation 49"),
              second = fakeSequencer::plugIn ("Pad controller");
    for (const int keyboard : {first, second})
    {
        REQUIRE (AppRun::pumpUntil ([=] { return fakeSequencer::isHeard (keyboard); }));
        playNote (keyboard, 69, true);
        CHECK (fake.play (1) > kHeard);
        CHECK (loudestHz (fake.content ()) == Approx (440).epsilon (0.03));
        playNote (keyboard, 69, false);
        CHECK (isSilent (fake));
    }
    // its notes do not hang, and the other one goes on
    playNote (first, 69, true);
    CHECK (fake.play (0.5) > kHeard);
    fakeSequencer::unplug (first);
    fake.playUntil ([&] { return fake.content ().audio ().midiInputs ().inputs ().size () == 1; });
    CHECK (isSilent (fake));
    playNote (second, 69, true);
    CHECK (fake.play (0.5) > kHeard);
    playNote (second, 69, false);
    fakeSequencer::unplug (second);
    CHECK (isSilent (fake));
}

TEST_CASE ("a MIDI keyboard that goes and comes back between two looks is heard again",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    openSynth (fake);
    useFakeSequencer (fake.content ());
    const int keyboard = fakeSequencer::plugIn ("Keystation 49"),
              other = fakeSequencer::plugIn ("Pad controller");
    const auto isHeard = [=] { return fakeSequencer::isHeard (keyboard); };
    REQUIRE (AppRun::pumpUntil ([=] { return isHeard () && fakeSequencer::isHeard (other); }));
    for (int times = 0; times < 2; ++times) // the second time it is the only one
    {
        INFO (times);
        playNote (keyboard, 69, true);
        CHECK (fake.play (0.5) > kHeard);
        fakeSequencer::replug (keyboard);
        REQUIRE_FALSE (isHeard ());
        fake.playUntil (isHeard);
        REQUIRE (isHeard ());
        CHECK (isSilent (fake)); // the note ended with the keyboard
        playNote (keyboard, 69, true);
        CHECK (fake.play (0.5) > kHeard);
        playNote (keyboard, 69, false);
        CHECK (isSilent (fake));
        fakeSequencer::unplug (other);
        const auto& inputs = fake.content ().audio ().midiInputs ().inputs ();
        fake.playUntil ([&] { return inputs.size () == 1; });
        REQUIRE (inputs.size () == 1);
        fake.play (0.1); // the block that ends all notes
    }
    fakeSequencer::unplug (keyboard);
}

TEST_CASE ("a MIDI keyboard whose name is not ASCII stays connected, and its notes sound",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    openSynth (fake);
    useFakeSequencer (fake.content ());
    const int keyboard = fakeSequencer::plugIn ("Clavier num\xc3\xa9rique");
    REQUIRE (AppRun::pumpUntil ([=] { return fakeSequencer::isHeard (keyboard); }));
    playNote (keyboard, 69, true);
    CHECK (fake.play (0.5) > kHeard);
    auto& inputs = fake.content ().audio ().midiInputs ();
    for (int times = 0; times < 2; ++times)
        inputs.look ();
    REQUIRE (inputs.inputs ().size () == 1);
    CHECK (inputs.inputs ().front ().name == juce::String::fromUTF8 ("Clavier num\xc3\xa9rique"));
    CHECK (fake.play (0.5) > kHeard);
    CHECK (fake.play (0.5) > kHeard);
    playNote (keyboard, 69, false);
    CHECK (isSilent (fake));
    inputs.turnOn (inputs.inputs ().front ().name, false);
    CHECK_FALSE (fakeSequencer::isHeard (keyboard));
    inputs.turnOn (inputs.inputs ().front ().name, true);
    CHECK (fakeSequencer::isHeard (keyboard));
    fakeSequencer::unplug (keyboard);
}

TEST_CASE (
    "a MIDI keyboard that another program listens to, too, is heard again when it comes back",
    "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto& inputs = app.content ().audio ().midiInputs ();
    useFakeSequencer (app.content ());
    const int keyboard = fakeSequencer::plugIn ("Keystation 49");
    fakeSequencer::share (keyboard, "aseqdump");
    inputs.look ();
    REQUIRE (fakeSequencer::isHeard (keyboard));
    fakeSequencer::replug (keyboard);
    fakeSequencer::share (keyboard, "aseqdump");
    inputs.look ();
    CHECK (fakeSequencer::isHeard (keyboard));
    fakeSequencer::refuse (keyboard, true);
    fakeSequencer::replug (keyboard);
    fakeSequencer::share (keyboard, "aseqdump");
    inputs.look ();
    REQUIRE (inputs.inputs ().size () == 1);
    CHECK (inputs.inputs ().front ().fault == "not connected, the system refused");
    fakeSequencer::refuse (keyboard, false);
    fakeSequencer::unplug (keyboard);
}

TEST_CASE ("a MIDI keyboard that was not connected is shown with the reason, and tried again",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    AppRun app;
    auto& list = openMidiList (app);
    const auto switches = [&] { return allOf<juce::ToggleButton> (list); };
    const auto says = [&] (const juce::String& text)
    {
        return AppRun::pumpUntil (
            [&]
            { return switches ().size () == 1 && switches ().front ()->getButtonText () == text; });
    };
    const int keyboard = fakeSequencer::plugIn ("Keystation 49");
    fakeSequencer::hold (keyboard, "Rosegarden");
    CHECK (says ("Keystation 49 (not connected, Rosegarden holds it alone)"));
    app.keep ("app-devices-held");
    CHECK (switches ().front ()->getTitle ().contains ("Rosegarden"));
    CHECK (switches ().front ()->getToggleState ()); // the user's choice
    REQUIRE (mouse.click (*switches ().front ()));
    CHECK (says ("Keystation 49"));
    CHECK_FALSE (switches ().front ()->getToggleState ());
    REQUIRE (mouse.click (*switches ().front ()));
    CHECK (says ("Keystation 49 (not connected, Rosegarden holds it alone)"));

    fakeSequencer::letGo (keyboard);
    CHECK (says ("Keystation 49"));
    CHECK (fakeSequencer::isHeard (keyboard));

    fakeSequencer::refuse (keyboard, true);
    fakeSequencer::replug (keyboard);
    CHECK (says ("Keystation 49 (not connected, the system refused)"));
    CHECK_FALSE (fakeSequencer::isHeard (keyboard));
    fakeSequencer::refuse (keyboard, false);
    CHECK (says ("Keystation 49"));
    CHECK (fakeSequencer::isHeard (keyboard));
    fakeSequencer::unplug (keyboard);
    CHECK (AppRun::pumpUntil ([&] { return switches ().empty (); }));
}

TEST_CASE ("looks for MIDI inputs open the sequencer once while none can be opened",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto& inputs = app.content ().audio ().midiInputs ();
    useFakeSequencer (app.content ());
    const int before = fakeSequencer::numOpenings ();
    for (int times = 0; times < 5; ++times)
        inputs.look ();
    CHECK (inputs.inputs ().empty ());
    CHECK (fakeSequencer::numOpenings () == before + 1);
    const int keyboard = fakeSequencer::plugIn ("Keystation 49");
    fakeSequencer::hold (keyboard, "Rosegarden");
    for (int times = 0; times < 5; ++times)
        inputs.look ();
    CHECK (inputs.inputs ().size () == 1);
    CHECK (fakeSequencer::numOpenings () == before + 1);
    fakeSequencer::unplug (keyboard);
}

TEST_CASE ("a MIDI keyboard is turned off on the panel of devices, also for the next start",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    AppRun app;
    auto* list = &openMidiList (app);
    CHECK (allOf<juce::ToggleButton> (*list).empty ());
    app.keep ("app-devices");
    const int keyboard = fakeSequencer::plugIn ("Keystation 49");
    const auto switches = [&list] { return allOf<juce::ToggleButton> (*list); };
    REQUIRE (AppRun::pumpUntil ([&] { return switches ().size () == 1; }));
    CHECK (switches ()[0]->getButtonText () == "Keystation 49");
    CHECK (switches ()[0]->getToggleState ());
    CHECK (fakeSequencer::isHeard (keyboard));
    app.keep ("app-devices-keyboard");
    REQUIRE (mouse.click (*switches ()[0]));
    REQUIRE (AppRun::pumpUntil ([=] { return ! fakeSequencer::isHeard (keyboard); }));
    CHECK_FALSE (switches ()[0]->getToggleState ());

    app.end ();
    app.start ();
    list = &openMidiList (app);
    REQUIRE (switches ().size () == 1);
    CHECK_FALSE (switches ()[0]->getToggleState ());
    CHECK_FALSE (fakeSequencer::isHeard (keyboard));
    REQUIRE (mouse.click (*switches ()[0]));
    CHECK (AppRun::pumpUntil ([=] { return fakeSequencer::isHeard (keyboard); }));
    fakeSequencer::unplug (keyboard);
    CHECK (AppRun::pumpUntil ([&] { return switches ().empty (); }));
}

} // namespace melstrom::testing
