// Chord mode in the voice allocator: all notes of a chord follow the struck key.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"
#include "Tests/Support/Voices/KeyboardModel.h"

#include <algorithm>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr double kStrumSamples = 100;

AllocatorSettings settingsOf (bool isStrummed, int maxVoices = 64)
{
    AllocatorSettings settings;
    settings.maxVoices = maxVoices;
    settings.strumSeconds = isStrummed ? kStrumSamples / settings.sampleRateHz : 0;
    return settings;
}

/** Each key plays a minor chord over itself. */
struct ChordRig : AllocatorRig
{
    explicit ChordRig (bool isStrummed = false, int maxVoices = 64)
        : AllocatorRig (settingsOf (isStrummed, maxVoices))
    {
    }
    void send (SynthEventKind kind, int channel, int key, float value)
    {
        ChordTones tones;
        for (const int above : {0, 3, 7})
            tones.add ({static_cast<std::uint8_t> (key + above), pitchOf (key + above)});
        const SynthEvent event {sample, kind, static_cast<std::uint8_t> (channel),
                                static_cast<std::uint8_t> (key), value};
        channels.apply (event);
        allocator.apply (event, channels, pitchOf (key), tones.all ());
    }
    void on (int key, int channel = 0) { send (SynthEventKind::noteOn, channel, key, 0.8f); }
    void off (int key, int channel = 0) { send (SynthEventKind::noteOff, channel, key, 0.3f); }
    void control (int number, float value) { send (SynthEventKind::controller, 0, number, value); }
    void startUntil (std::int64_t end)
    {
        while (allocator.nextStart () && *allocator.nextStart () < end)
            allocator.startNext ();
    }
    std::vector<std::int64_t> starts () const
    {
        std::vector<std::int64_t> samples;
        for (const auto place : allocator.sounding ())
            samples.push_back (at (place).startSample);
        return samples;
    }
    int countPlaying () const
    {
        return static_cast<int> (allocator.sounding ().size () - fading ().size ());
    }
};
} // namespace

TEST_CASE ("all notes of a chord follow the struck key's release and pressure",
           "[chord-mode][voices]")
{
    ChordRig rig;
    rig.on (60);
    rig.on (63); // its notes 63 and 67 are also notes of the first chord
    REQUIRE (rig.held () == Keys {60, 63, 67, 63, 66, 70});
    rig.send (SynthEventKind::polyPressure, 0, 63, 0.5f);
    for (std::size_t i = 0; i < 6; ++i)
        CHECK (rig.newest (i).pressure == (i < 3 ? 0.5f : 0.0f));
    rig.off (67); // sounds, but was not struck
    CHECK (rig.held ().size () == 6);
    rig.wait (20);
    rig.off (60);
    CHECK (rig.held () == Keys {63, 66, 70});
    CHECK (rig.released () == Keys {60, 63, 67});
    for (std::size_t i = 3; i < 6; ++i)
    {
        CHECK (rig.newest (i).releaseSample == 1020);
        CHECK (rig.newest (i).releaseVelocity == 0.3f);
    }
}

TEST_CASE ("pedals hold all notes of a chord, and a key struck again releases them",
           "[chord-mode][voices]")
{
    ChordRig rig;
    rig.on (60);
    rig.control (66, 1); // the sostenuto pedal holds the key
    rig.on (72);
    rig.control (64, 1);
    rig.off (60);
    rig.off (72);
    CHECK (rig.sustained () == Keys {60, 63, 67, 72, 75, 79});
    rig.control (64, 0);
    CHECK (rig.sustained () == Keys {60, 63, 67});
    CHECK (rig.released () == Keys {72, 75, 79});
    rig.on (60);
    CHECK (rig.held () == Keys {60, 63, 67});
    CHECK (rig.released () == Keys {60, 63, 67, 72, 75, 79});
}

TEST_CASE ("strummed notes begin later and bring what came to their key meanwhile",
           "[chord-mode][voices]")
{
    ChordRig rig (true);
    rig.on (60);
    CHECK (rig.held () == Keys {60});
    CHECK (rig.allocator.numWaiting () == 2);
    CHECK (rig.allocator.nextStart () == 1100);
    rig.send (SynthEventKind::polyPressure, 0, 60, 0.4f);
    rig.startUntil (1200);
    CHECK (rig.held () == Keys {60, 63});
    rig.startUntil (1201);
    CHECK (rig.held () == Keys {60, 63, 67});
    CHECK (rig.starts () == std::vector<std::int64_t> {1000, 1100, 1200});
    CHECK (rig.newest ().pressure == 0.4f);
    CHECK_FALSE (rig.allocator.nextStart ().has_value ());
}

TEST_CASE ("two strums at once begin in the order of their samples", "[chord-mode][voices]")
{
    ChordRig rig (true);
    rig.on (60);
    rig.wait (50);
    rig.on (72);
    rig.startUntil (5000);
    CHECK (rig.held () == Keys {60, 72, 63, 75, 67, 79});
    CHECK (rig.starts () == std::vector<std::int64_t> {1000, 1050, 1100, 1150, 1200, 1250});
}

TEST_CASE ("what ends the voices of a key drops its notes that have not begun",
           "[chord-mode][voices]")
{
    struct End
    {
        SynthEventKind kind;
        int key;
    };
    for (const auto& [kind, key] :
         {End {SynthEventKind::noteOff, 60}, End {SynthEventKind::allNotesOff, 0},
          End {SynthEventKind::allSoundOff, 0}, End {SynthEventKind::controller, 120},
          End {SynthEventKind::controller, 123}})
    {
        ChordRig rig (true);
        rig.on (60);
        rig.on (62, 1);
        rig.send (kind, 0, key, 0);
        const bool isForAll =
            kind == SynthEventKind::allNotesOff || kind == SynthEventKind::allSoundOff;
        CHECK (rig.allocator.numWaiting () == (isForAll ? 0 : 2));
    }
    ChordRig rig (true);
    rig.on (60);
    rig.startUntil (1101);
    rig.wait (150);
    rig.on (60); // struck again
    CHECK (rig.released () == Keys {60, 63});
    rig.startUntil (5000);
    CHECK (rig.held () == Keys {60, 63, 67});
}

TEST_CASE ("under a pedal a strum goes on, sustained, until the pedal comes up",
           "[chord-mode][voices]")
{
    ChordRig rig (true);
    rig.control (64, 1);
    rig.on (60);
    rig.off (60);
    rig.startUntil (1101);
    CHECK (rig.sustained () == Keys {60, 63});
    CHECK (rig.newest ().releaseVelocity == 0.3f);
    rig.wait (150);
    rig.control (64, 0);
    CHECK (rig.released () == Keys {60, 63});
    CHECK (rig.allocator.numWaiting () == 0);
}

TEST_CASE ("a chord makes room for all its notes and takes none of its own", "[chord-mode][voices]")
{
    const bool isStrummed = GENERATE (false, true);
    ChordRig rig (isStrummed, 4);
    rig.on (40);
    rig.startUntil (5000);
    rig.on (60);
    for (auto& voice : rig.allocator.voices ())
        voice.level = voice.struckKey == 60 ? 0.1f : 0.9f; // a later note steals these first
    rig.startUntil (9000);
    CHECK (rig.held () == Keys {47, 60, 63, 67});
    CHECK (rig.fading () == Keys {40, 43});

    ChordRig small (isStrummed, 2);
    small.on (60);
    small.startUntil (5000);
    CHECK (small.held () == Keys {60, 63}); // the lowest keys
}

TEST_CASE ("notes that wait count as voices and go after all that sound", "[chord-mode][voices]")
{
    ChordRig rig (true, 3);
    rig.on (60);
    rig.on (72);
    CHECK (rig.fading () == Keys {60});
    CHECK (rig.held () == Keys {72});
    rig.startUntil (5000);
    CHECK (rig.held () == Keys {72, 75, 79});
}

TEST_CASE ("a chord glides as a whole", "[chord-mode][voices][glide]")
{
    const bool isStrummed = GENERATE (false, true);
    auto settings = settingsOf (isStrummed);
    settings.glide = GlideMode::always;
    settings.glideSeconds = 0.1;
    ChordRig rig (isStrummed);
    rig.allocator.setSettings (settings);
    rig.on (60);
    rig.startUntil (2000);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK (rig.newest (i).glideFromPitch == rig.newest (i).pitch);
    rig.wait (1000);
    rig.on (65);
    rig.startUntil (9000);
    const double distance = AllocatorRig::pitchOf (60) - AllocatorRig::pitchOf (65);
    for (std::size_t i = 0; i < 3; ++i)
    {
        CHECK (rig.newest (i).glideFromPitch == rig.newest (i).pitch + distance);
        CHECK (rig.newest (i).glideSample == rig.newest (i).startSample);
        CHECK (rig.newest (i).glideSeconds == 0.1);
    }
}

TEST_CASE ("keys that are out of range or not mapped are left out of a chord, others have the "
           "tuning's pitch",
           "[chord-mode][tuning]")
{
    PatchValues patch;
    patch[PatchKey::chordType] = static_cast<float> (ChordQuality::seventh) + 1;
    const auto keysOn = [&] (int key, const Tuning& tuning)
    {
        std::vector<int> keys;
        for (const auto& tone : chordTonesOn (key, patch, tuning).all ())
        {
            CHECK (tone.pitch == tuning.pitchOf (tone.key));
            keys.push_back (tone.key);
        }
        return keys;
    };
    CHECK (keysOn (60, Tuning ()) == Keys {60, 64, 67, 70});
    CHECK (keysOn (120, Tuning ()) == Keys {120, 124, 127});
    CHECK (keysOn (127, Tuning ()) == Keys {127});
    const auto scale =
        parseScale ("seven steps\n7\n171.4\n342.9\n514.3\n685.7\n857.1\n1028.6\n2/1\n", "7.scl");
    const auto map = parseKeyboardMap (
        "12\n0\n127\n60\n69\n440.0\n7\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6\n", "white.kbm");
    REQUIRE (scale);
    REQUIRE (map);
    const auto whites = Tuning::make (*scale, *map);
    REQUIRE (whites);
    CHECK (keysOn (60, *whites) == Keys {60, 64, 67}); // 70 is black
    patch[PatchKey::chordVoicing] = static_cast<float> (ChordVoicing::rootOctave);
    CHECK (keysOn (11, Tuning ()) == Keys {11, 15, 18, 21});
    CHECK (keysOn (12, Tuning ()) == Keys {0, 12, 16, 19, 22});
    patch[PatchKey::chordType] = 0;
    CHECK (keysOn (60, Tuning ()).empty ());
}

TEST_CASE ("under random keys and pedals no note of a chord is stuck and the limit holds",
           "[chord-mode][voices][soak]")
{
    const int maxVoices = GENERATE (1, 7, 256);
    constexpr std::uint32_t kSeed = 20'406;
    constexpr int kNumEvents = 30'000;
    std::mt19937 random (kSeed);
    ChordRig rig (true, maxVoices);
    rig.zone (0, kZoneMembers);
    KeyboardModel model;
    for (int i = 0; i < kNumEvents; ++i)
    {
        rig.wait (static_cast<std::int64_t> (random () % 120));
        const auto event = randomEvent (random);
        rig.startUntil (rig.sample);
        rig.send (event.kind, event.channel, event.key, event.value);
        model.apply (event);
        INFO ("seed " << kSeed << ", event " << i);
        if (rig.countPlaying () + rig.allocator.numWaiting () > maxVoices)
            FAIL ("too many voices");
        for (const auto place : rig.allocator.sounding ())
            if (const auto& voice = rig.at (place);
                (voice.state == VoiceState::held || voice.state == VoiceState::sustained) &&
                ! model.keys[voice.channel][voice.struckKey - kFirstKey].isSounding)
                FAIL ("a note is stuck");
        rig.finishAll (VoiceState::released);
        rig.finishAll (VoiceState::fading);
    }
    rig.send (SynthEventKind::allNotesOff, 0, 0, 0);
    CHECK (rig.held ().empty ());
    CHECK (rig.allocator.numWaiting () == 0);
}
