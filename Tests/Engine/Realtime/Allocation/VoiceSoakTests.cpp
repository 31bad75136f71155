// A hundred thousand random events, with checks after each.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"
#include "Tests/Support/Voices/KeyboardModel.h"

#include <algorithm>
#include <random>
#include <set>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kNumEvents = 100'000;
constexpr std::uint32_t kSeed = 20'406;

/** The allocator and the model under the same events. */
struct Soak
{
    explicit Soak (const AllocatorSettings& settings) : rig (settings)
    {
        rig.zone (0, kZoneMembers);
    }
    SynthEvent step ()
    {
        rig.wait (static_cast<std::int64_t> (random () % 50));
        const auto event = randomEvent (random);
        send (event);
        return event;
    }
    void send (const SynthEvent& event)
    {
        rig.send (event.kind, event.channel, event.key, event.value);
        model.apply (event);
    }
    void liftEverything ()
    {
        for (std::uint8_t channel = 0; channel < kNumChannels; ++channel)
        {
            for (std::uint8_t key = kFirstKey; key < kFirstKey + kNumModelKeys; ++key)
                send ({0, SynthEventKind::noteOff, channel, key, 0});
            for (const std::uint8_t pedal : {std::uint8_t {64}, std::uint8_t {66}})
                send ({0, SynthEventKind::controller, channel, pedal, 0});
        }
    }
    int countPlaying () const
    {
        return static_cast<int> (rig.allocator.sounding ().size () - rig.fading ().size ());
    }
    /** Fault in the order of the voices; empty: none. */
    std::string faultOfOrder () const
    {
        std::set<int> places;
        std::int64_t sequence = -1;
        for (const int place : rig.allocator.sounding ())
        {
            const auto& voice = rig.at (place);
            if (voice.state == VoiceState::free || ! places.insert (place).second)
                return "a free place, or one twice";
            if (voice.sequence <= sequence)
                return "an older note after a newer one";
            sequence = voice.sequence;
        }
        const auto isTaken = [] (const Voice& voice) { return voice.state != VoiceState::free; };
        const auto& voices = rig.allocator.voices ();
        const auto numTaken = std::count_if (voices.begin (), voices.end (), isTaken);
        return numTaken == static_cast<std::ptrdiff_t> (places.size ()) ? "" : "a voice is lost";
    }
    /** Difference between the sounding keys and the model's; empty: none. */
    std::string faultOfKeys () const
    {
        int numModel = 0, numVoices = 0;
        for (const auto& channel : model.keys)
            numModel += static_cast<int> (std::count_if (std::begin (channel), std::end (channel),
                                                         [] (const ModelKey& key)
                                                         { return key.isSounding; }));
        for (const int place : rig.allocator.sounding ())
        {
            const auto& voice = rig.at (place);
            if (voice.state == VoiceState::released || voice.state == VoiceState::fading)
                continue;
            ++numVoices;
            const auto& key = model.keys[voice.channel][voice.key - kFirstKey];
            if (! key.isSounding)
                return "a note is stuck";
            if (key.isDown != (voice.state == VoiceState::held) ||
                key.isCaught != voice.isSostenuto)
                return "a key or a pedal is taken for another";
        }
        return numVoices == numModel ? "" : "a note is missing, or sounds twice";
    }

    std::mt19937 random {kSeed};
    AllocatorRig rig;
    KeyboardModel model;
};
} // namespace

TEST_CASE ("with room for all, exactly the keys sound that fingers and pedals hold",
           "[voices][soak]")
{
    Soak soak ({.maxVoices = kMaxVoices});
    for (int i = 0; i < kNumEvents; ++i)
    {
        soak.step ();
        if (const auto fault = soak.faultOfKeys () + soak.faultOfOrder (); ! fault.empty ())
            FAIL ("seed " << kSeed << ", event " << i << ": " << fault);
        soak.rig.finishAll (VoiceState::released);
        soak.rig.finishAll (VoiceState::fading);
    }
    soak.liftEverything ();
    CHECK (soak.rig.held ().empty ());
    CHECK (soak.rig.sustained ().empty ());
}

TEST_CASE ("with too little room no voice is lost, doubled or stuck, and the limit holds",
           "[voices][soak]")
{
    const int maxVoices = GENERATE (1, 7, 40);
    Soak soak ({.maxVoices = maxVoices});
    std::uint32_t numStarted = 0;
    for (int i = 0; i < kNumEvents; ++i)
    {
        std::set<std::uint32_t> before, fadedBefore, after;
        for (const int place : soak.rig.allocator.sounding ())
        {
            auto& voice = soak.rig.allocator.voices ()[static_cast<std::size_t> (place)];
            voice.level = static_cast<float> (soak.random () % 8) / 8;
            before.insert (voice.sequence);
            if (voice.state == VoiceState::fading)
                fadedBefore.insert (voice.sequence);
        }
        const auto event = soak.step ();
        const bool isStrike = event.kind == SynthEventKind::noteOn && event.value > 0;
        for (const int place : soak.rig.allocator.sounding ())
            after.insert (soak.rig.at (place).sequence);

        std::string fault = soak.faultOfOrder ();
        if (soak.countPlaying () > maxVoices)
            fault += "too many voices";
        if (isStrike && after.count (numStarted++) == 0)
            fault += "a key is struck in silence";
        for (const auto sequence : before)
            if (after.count (sequence) == 0 &&
                (fadedBefore.count (sequence) == 0 || fadedBefore.size () < kFadePlaces))
                fault += "a voice is gone that should have faded";
        if (! fault.empty ())
            FAIL ("seed " << kSeed << ", event " << i << ": " << fault);
        if (soak.random () % 40 == 0)
            soak.rig.finishAll (VoiceState::fading);
        if (soak.random () % 10 == 0)
            soak.rig.finishAll (VoiceState::released);
    }
    CHECK (numStarted > kNumEvents / 3);
    soak.liftEverything ();
    CHECK (soak.rig.held ().empty ());
    CHECK (soak.rig.sustained ().empty ());
}

TEST_CASE ("a solo voice plays the key that has priority, and ends with the last", "[voices][soak]")
{
    const auto mode = GENERATE (VoiceMode::mono, VoiceMode::legato);
    const auto priority = GENERATE (NotePriority::last, NotePriority::low, NotePriority::high);
    Soak soak ({.mode = mode, .priority = priority});
    for (int i = 0; i < kNumEvents; ++i)
    {
        soak.step ();
        const ModelKey* best = nullptr;
        int bestChannel = 0, bestKey = 0;
        for (int channel = 0; channel < kNumChannels; ++channel)
            for (int k = 0; k < kNumModelKeys; ++k)
            {
                const auto& key = soak.model.keys[channel][k];
                const int distance = priority == NotePriority::last  ? 0
                                     : priority == NotePriority::low ? bestKey - k
                                                                     : k - bestKey;
                if (key.isDown && (best == nullptr || distance > 0 ||
                                   (distance == 0 && key.strike > best->strike)))
                    best = &key, bestChannel = channel, bestKey = k;
            }
        const auto held = soak.rig.held ();
        std::string fault = soak.faultOfOrder ();
        if (soak.countPlaying () > 1)
            fault += "more than one voice";
        for (const int place : soak.rig.allocator.sounding ())
            if (const auto& voice = soak.rig.at (place);
                voice.state == VoiceState::held &&
                (best == nullptr || voice.key != kFirstKey + bestKey ||
                 voice.channel != bestChannel))
                fault += "a key without priority";
        if (best != nullptr && held.empty ())
            fault += "silence";
        if (! fault.empty ())
            FAIL ("seed " << kSeed << ", event " << i << ": " << fault);
        if (soak.random () % 40 == 0)
            soak.rig.finishAll (VoiceState::fading);
    }
    soak.liftEverything ();
    CHECK (soak.rig.held ().empty ());
    CHECK (soak.rig.sustained ().empty ());
}
