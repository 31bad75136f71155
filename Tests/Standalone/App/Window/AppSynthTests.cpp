// The page of the synthesizer: keys of the screen, patches, MIDI files.
#include "Source/Editor/Bars/KeyboardBar.h"
#include "Source/Editor/Browser/PatchStrip.h"
#include "Tests/Standalone/App/Window/SynthChecks.h"
#include "Tests/Support/Audio/MidiBytes.h"
#include "Tests/Support/Editor/MouseAt.h"

#include <string>

namespace melstrom::testing
{

namespace
{

juce::String statusMessage (AppContent& content)
{
    return find<StatusLine> (content).message ();
}

/** Ticks are 1/960 of a second: the notes take 0.2 s each, then half a second is silent. */
std::string shortSong ()
{
    std::string track;
    for (const int key : {60, 64, 67})
        track += bytes ({0x00, 0x90, key, 100, 0x81, 0x40, 0x80, key, 64});
    return midi ({track + bytes ({0x83, 0x60, 0xff, 0x2f, 0x00})});
}

} // namespace

TEST_CASE ("a key of the screen sounds, and the live page shows its note", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake (showOutput);
    auto& content = fake.content ();
    openSynth (fake);
    auto& keys = find<PianoKeys> (content.synth ());
    const auto place = keys.getRectangleForKey (69).withTrimmedTop (20).getCentre ();
    REQUIRE (fake.play (0.2) < kHeard);
    (void)content.audio ().takeLevels ();

    keys.mouseDown (mouseAt (keys, place));
    CHECK (fake.play (0.6) > kHeard);
    CHECK (content.audio ().takeLevels ()[0].peak > kHeard);
    CHECK (loudestHz (content) == Approx (440).margin (25));
    keys.mouseUp (mouseAt (keys, place));
    CHECK (isSilent (fake));

    content.showPage (AppContent::Page::live);
    fake.play (0.2);
    CHECK (find<LevelMeters> (content.live ()).text ().startsWith ("left -"));
}

TEST_CASE ("the next patch of the strip is the one that sounds", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    openSynth (fake);
    auto& instrument = fake.content ().audio ().instrument ();
    const auto before = instrument.getProgramName (instrument.getCurrentProgram ());
    auto& strip = find<PatchStrip> (fake.content ().synth ());
    juce::Button* next = nullptr;
    for (auto* const button : allOf<juce::Button> (strip))
        if (button->getTitle ().containsIgnoreCase ("next"))
            next = button;
    REQUIRE (next != nullptr);
    next->triggerClick ();
    fake.play (0.5);
    const auto after = instrument.getProgramName (instrument.getCurrentProgram ());
    CHECK (before != after);
    auto& keys = find<PianoKeys> (fake.content ().synth ());
    const auto place = keys.getRectangleForKey (60).withTrimmedTop (20).getCentre ();
    keys.mouseDown (mouseAt (keys, place));
    CHECK (fake.play (1) > kHeard);
    keys.mouseUp (mouseAt (keys, place));
    fake.play (0.1);
}

TEST_CASE ("a MIDI file plays wherever it is dropped, and then all notes end", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake (showOutput);
    auto& content = fake.content ();
    content.audio ().instrument ().loadPatch (initPatch ());
    const auto song = fake.app ().folder ().write ("song.mid", shortSong ());
    for (const auto page : {AppContent::Page::live, AppContent::Page::files,
                            AppContent::Page::synth, AppContent::Page::batch})
    {
        INFO ("page " << static_cast<int> (page));
        content.showPage (page);
        fake.play (0.2);
        content.filesDropped ({song}, 20, 200);
        CHECK (content.page () == AppContent::Page::synth);
        CHECK (content.audio ().isMidiPlaying ());
        CHECK (fake.play (0.3) > kHeard);
        fake.playUntil ([&] { return ! content.audio ().isMidiPlaying (); }, 5);
        CHECK_FALSE (content.audio ().isMidiPlaying ());
        CHECK (isSilent (fake));
        CHECK (statusMessage (content) == "");
    }
}

TEST_CASE ("Stop ends a MIDI file and its notes; a bad one is told and the other goes on",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    auto& content = fake.content ();
    openSynth (fake);
    const auto& folder = fake.app ().folder ();
    // a note that is held for 30 s
    const auto held = bytes ({0x00, 0x90, 60, 100, 0x81, 0xe1, 0x00, 0x80, 60, 64}) + kEnd;
    content.openPaths ({folder.write ("held.mid", midi ({held}))});
    CHECK (fake.play (0.3) > kHeard);
    for (const auto& [name, text] :
         {std::pair ("empty.mid", std::string ()), std::pair ("words.mid", std::string ("words")),
          std::pair ("cut.mid", shortSong ().substr (0, 30))})
    {
        INFO (name);
        content.openPaths ({folder.write (name, text)});
        CHECK (statusMessage (content).contains (name));
        CHECK (content.audio ().isMidiPlaying ());
        CHECK (fake.play (0.2) > kHeard);
    }
    for (auto* const button : allOf<juce::Button> (content.synth ()))
        if (button->getButtonText () == "Stop")
        {
            CHECK (button->isEnabled ());
            button->triggerClick ();
        }
    CHECK (isSilent (fake));
    CHECK_FALSE (content.audio ().isMidiPlaying ());
}

TEST_CASE ("what a device tells of an error is shown", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    auto& content = fake.content ();
    const auto tell = [&] { fake.machine.callback->audioDeviceError ("the cable is loose"); };
    tell ();
    fake.play (1.5);
    CHECK (statusMessage (content) == "Fake: fake: the cable is loose");
    CHECK (content.audio ().deviceFault () == "");
    CHECK (content.audio ().rateHz () > 0);

    tell ();
    fake.machine.isPluggedIn = false;
    REQUIRE (AppRun::pumpUntil ([&] { return content.audio ().deviceFault ().isNotEmpty (); }));
    CHECK (content.audio ().deviceFault () ==
           "No device: Fake: fake stopped (the cable is loose); it is opened again when it "
           "returns");
    fake.machine.isPluggedIn = true;
    REQUIRE (AppRun::pumpUntil ([&] { return content.audio ().rateHz () > 0; }));
    CHECK (content.audio ().deviceFault () == "");
}

} // namespace melstrom::testing
