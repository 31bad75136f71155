// The button that plays a demo phrase in the character of the open patch.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Editor/Browser/DemoPlayer.h"
#include "Tests/Support/Editor/ScreenRun.h"
#include "Tests/Support/Skip.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{
constexpr int kKeys = 128;

Patch patchOf (const std::string& category)
{
    Patch patch;
    patch.category = category;
    return patch;
}

/** Largest number of simultaneous notes, counted a moment after each note's start. */
int mostTogether (const std::vector<PhraseNote>& notes)
{
    std::ptrdiff_t most = 0;
    for (const auto& note : notes)
    {
        const double now = note.beginSeconds + 0.05;
        most = std::max (most, std::ranges::count_if (notes,
                                                      [now] (const PhraseNote& each) {
                                                          return each.beginSeconds <= now &&
                                                                 each.beginSeconds + each.seconds >
                                                                     now;
                                                      }));
    }
    return static_cast<int> (most);
}

int mostKey (const std::vector<PhraseNote>& notes)
{
    return std::ranges::max (notes, {}, &PhraseNote::key).key;
}

std::vector<int> keysDown (const juce::MidiKeyboardState& keys)
{
    std::vector<int> down;
    for (int key = 0; key < kKeys; ++key)
        if (keys.isNoteOn (1, key))
            down.push_back (key);
    return down;
}

struct Heard final : juce::MidiKeyboardState::Listener
{
    void handleNoteOn (juce::MidiKeyboardState*, int, int, float) override { ++numOn; }
    void handleNoteOff (juce::MidiKeyboardState*, int, int, float) override { ++numOff; }
    int numOn = 0, numOff = 0;
};
} // namespace

TEST_CASE ("a phrase suits the category: chords, lines, low lines and hits", "[plugin]")
{
    for (const char* const chordal : {"Pads", "Strings", "Choirs", "Keys", "Organs", "Textures",
                                      "Brass and Winds", "", "Surprise"})
    {
        INFO (chordal);
        CHECK (mostTogether (demoPhrase (patchOf (chordal))) == 4);
    }
    for (const char* const single : {"Leads", "Basses", "Drums", "Bells", "Plucks", "FX"})
    {
        INFO (single);
        const auto notes = demoPhrase (patchOf (single));
        CHECK (notes.size () >= 8);
        CHECK (mostTogether (notes) == 1);
    }
    CHECK (mostKey (demoPhrase (patchOf ("Basses"))) <= 45);
    CHECK (mostKey (demoPhrase (patchOf ("leads"))) >= 72);
    auto mono = patchOf ("Pads");
    mono[PatchKey::voiceMode] = static_cast<float> (VoiceMode::mono);
    CHECK (mostTogether (demoPhrase (mono)) == 1);
    auto chords = patchOf ("Keys");
    chords[PatchKey::chordType] = 1;
    CHECK (mostTogether (demoPhrase (chords)) == 1);
    for (const auto& patch : factoryPatches ())
    {
        INFO (patch.name);
        const auto notes = demoPhrase (patch);
        CHECK (std::ranges::is_sorted (notes, {}, &PhraseNote::beginSeconds));
        CHECK (notes.back ().beginSeconds + notes.back ().seconds < 10);
        for (std::size_t i = 0; i < notes.size (); ++i)
            for (std::size_t j = 0; j < i; ++j)
                CHECK ((notes[i].key != notes[j].key ||
                        notes[j].beginSeconds + notes[j].seconds <= notes[i].beginSeconds));
    }
}

TEST_CASE ("a phrase comes to its end by itself and leaves no key down", "[plugin]")
{
    const juce::ScopedJuceInitialiser_GUI juce;
    juce::MidiKeyboardState keys;
    Heard heard;
    keys.addListener (&heard);
    double seconds = 100;
    {
        DemoPlayer player (keys, [&seconds] { return seconds; });
        const auto notes = demoPhrase (patchOf ("Pads"));
        player.start (notes);
        CHECK (keysDown (keys) == std::vector {45, 60, 64, 67});
        seconds += 2.05;
        player.advance ();
        CHECK (keysDown (keys) == std::vector {41, 60, 64, 69});
        seconds += 10;
        player.advance ();
        CHECK_FALSE (player.isPlaying ());
        CHECK (heard.numOn == static_cast<int> (notes.size ()));
        CHECK (heard.numOff == heard.numOn);
        player.start (notes);
        CHECK (keysDown (keys).size () == 4);
    }
    CHECK (keysDown (keys).empty ()); // the player is gone
    keys.removeListener (&heard);
}

TEST_CASE ("a click plays the patch without a host's transport, and a second click ends it",
           "[editor][screen]")
{
    ScreenRun run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    const auto& keys = run.processor.keyboard ();
    run.processor.loadPatch (*findPatch ("Pad"));
    run.settle ();
    CHECK (peakOf (run.play (4800)) < 1e-6f);
    run.click ("Play a demo phrase");
    CHECK (keysDown (keys).size () == 4);
    CHECK (peakOf (run.play (24000)) > kHeard);
    run.processor.loadPatch (*findPatch ("Reese")); // a bass replaces the patch
    REQUIRE (run.waitFor ([&] { return keysDown (keys).size () == 1; }));
    CHECK (keysDown (keys).front () <= 45);
    run.click ("Play a demo phrase");
    CHECK (keysDown (keys).empty ());
    (void)run.play (20 * 48000); // earlier notes have faded out
    CHECK (peakOf (run.play (4800)) < 1e-5f);
    CHECK_FALSE (run.button ("Play a demo phrase").getToggleState ());
}

} // namespace melstrom::testing
