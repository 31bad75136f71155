// Controllers are learnt across threads and move the learnt parameters.
#include "Source/Midi/MidiLearn.h"
#include "Tests/Support/Catch.h"

#include <atomic>
#include <limits>
#include <thread>
#include <utility>

using namespace melstrom;

namespace
{
using Moves = std::vector<std::pair<PatchKey, float>>;

Moves movesOf (MidiLearn& learn, int channel, int number, float value = 0.5f)
{
    Moves moves;
    learn.take (channel, number, value,
                [&moves] (PatchKey key, float position) { moves.emplace_back (key, position); });
    return moves;
}

LearnedControllers controllersOf (std::initializer_list<LearnedController> entries)
{
    LearnedControllers controllers;
    for (const auto& entry : entries)
        controllers.learn (entry);
    return controllers;
}
} // namespace

TEST_CASE ("a parameter has one controller and entries stand in the order of keys", "[midi][learn]")
{
    auto controllers = controllersOf (
        {{0, 9, PatchKey::osc1On}, {1, 8, PatchKey::volume}, {-1, 7, PatchKey::osc1On}});
    CHECK (controllers.entries ==
           std::vector<LearnedController> {{1, 8, PatchKey::volume}, {-1, 7, PatchKey::osc1On}});
    CHECK (controllers.of (PatchKey::osc1On) == LearnedController {-1, 7, PatchKey::osc1On});
    CHECK_FALSE (controllers.of (PatchKey::osc2On).has_value ());
    controllers.forget (PatchKey::osc2On);
    CHECK (controllers.entries.size () == 2);
    controllers.forget (PatchKey::volume);
    CHECK (controllers.entries == std::vector<LearnedController> {{-1, 7, PatchKey::osc1On}});
}

TEST_CASE ("a controller that MIDI does not have is not learnt", "[midi][learn]")
{
    const auto noKey = static_cast<PatchKey> (kNumPatchKeys),
               negativeKey = static_cast<PatchKey> (-1);
    CHECK (controllersOf ({{16, 1, PatchKey::volume},
                           {-2, 1, PatchKey::volume},
                           {0, 120, PatchKey::volume},
                           {0, -1, PatchKey::volume},
                           {0, 1, noKey},
                           {0, 1, negativeKey}})
               .entries.empty ());
    CHECK (controllersOf ({{15, 119, keyAfter (PatchKey::volume, kNumPatchKeys - 1)}})
               .entries.size () == 1);
}

TEST_CASE ("a controller moves all that were learnt for it and nothing else", "[midi][learn]")
{
    MidiLearn learn;
    CHECK (movesOf (learn, 0, 0).empty ());
    learn.set (controllersOf (
        {{2, 20, PatchKey::volume}, {-1, 20, PatchKey::osc1Level}, {2, 21, PatchKey::osc2Level}}));
    CHECK (movesOf (learn, 2, 20) == Moves {{PatchKey::volume, 0.5f}, {PatchKey::osc1Level, 0.5f}});
    CHECK (movesOf (learn, 3, 20) == Moves {{PatchKey::osc1Level, 0.5f}});
    CHECK (movesOf (learn, 2, 21) == Moves {{PatchKey::osc2Level, 0.5f}});
    CHECK (movesOf (learn, 2, 22).empty ());
    CHECK (movesOf (learn, 1, 21).empty ());
    learn.forget (PatchKey::osc1Level);
    CHECK (movesOf (learn, 3, 20).empty ());
    learn.set ({});
    CHECK (movesOf (learn, 2, 20).empty ());
}

TEST_CASE ("a controller of each channel and number moves its own parameter alone", "[midi][learn]")
{
    MidiLearn learn;
    for (int channel = 0; channel < 16; ++channel)
        for (int number = 0; number < 120; ++number)
        {
            learn.set (controllersOf ({{channel, number, PatchKey::filterCutoff}}));
            std::size_t numMoves = 0;
            for (int other = 0; other < 16 * 120; ++other)
                numMoves += movesOf (learn, other / 120, other % 120).size ();
            INFO ("channel " << channel << ", controller " << number);
            CHECK (numMoves == 1);
            CHECK (movesOf (learn, channel, number).size () == 1);
        }
}

TEST_CASE ("positions stay within the knob and what is no controller moves nothing",
           "[midi][learn]")
{
    MidiLearn learn;
    learn.set (controllersOf ({{-1, 1, PatchKey::volume}}));
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN ();
    for (const auto& [value, position] :
         {std::pair {0.25f, 0.25f}, {-1.0f, 0.0f}, {2.0f, 1.0f}, {kNan, 0.0f}})
        CHECK (movesOf (learn, 0, 1, value) == Moves {{PatchKey::volume, position}});
    for (const auto& [channel, number] :
         {std::pair {-1, 1}, {16, 1}, {0, 120}, {0, 123}, {0, -127}})
    {
        learn.arm (PatchKey::osc1On);
        CHECK (movesOf (learn, channel, number).empty ());
        CHECK (learn.armed () == PatchKey::osc1On); // all notes off is not learnt
    }
}

TEST_CASE ("the next controller after arming is learnt at the next update", "[midi][learn]")
{
    MidiLearn learn;
    CHECK_FALSE (learn.armed ().has_value ());
    CHECK_FALSE (learn.update ());
    learn.arm (PatchKey::reverbMix);
    CHECK (learn.armed () == PatchKey::reverbMix);
    CHECK_FALSE (learn.update ());
    CHECK (movesOf (learn, 15, 119).empty ());
    CHECK (movesOf (learn, 4, 44).empty ()); // only the first controller after arming is learnt
    CHECK_FALSE (learn.armed ().has_value ());
    CHECK (learn.update ());
    CHECK_FALSE (learn.update ());
    CHECK (learn.controllers ().entries ==
           std::vector<LearnedController> {{15, 119, PatchKey::reverbMix}});
    CHECK (movesOf (learn, 15, 119) == Moves {{PatchKey::reverbMix, 0.5f}});
    CHECK (movesOf (learn, 4, 44).empty ());

    learn.arm (PatchKey::reverbMix); // learns a different controller
    movesOf (learn, 0, 0);
    CHECK (learn.update ());
    CHECK (learn.controllers ().entries ==
           std::vector<LearnedController> {{0, 0, PatchKey::reverbMix}});
}

TEST_CASE ("nothing is learnt after disarming and what was heard before is kept", "[midi][learn]")
{
    MidiLearn learn;
    learn.arm (PatchKey::volume);
    learn.disarm ();
    movesOf (learn, 1, 2);
    CHECK_FALSE (learn.update ());
    CHECK (learn.controllers ().entries.empty ());

    learn.arm (PatchKey::volume);
    movesOf (learn, 1, 2);
    learn.arm (PatchKey::osc1On); // before the timer's tick
    CHECK (learn.armed () == PatchKey::osc1On);
    movesOf (learn, 3, 4);
    learn.disarm ();
    CHECK (learn.update ());
    CHECK (learn.controllers ().entries ==
           std::vector<LearnedController> {{1, 2, PatchKey::volume}, {3, 4, PatchKey::osc1On}});
}

TEST_CASE ("controllers that are set are made valid and may be as many as there are parameters",
           "[midi][learn]")
{
    MidiLearn learn;
    LearnedControllers controllers;
    for (int key = kNumPatchKeys; key-- > 0;)
        controllers.entries.push_back ({-1, 5, keyAfter (PatchKey::volume, key)});
    controllers.entries.push_back ({99, 5, PatchKey::volume});
    learn.set (controllers);
    const auto moves = movesOf (learn, 9, 5, 1.0f);
    REQUIRE (moves.size () == kNumPatchKeys);
    for (int key = 0; key < kNumPatchKeys; ++key)
        CHECK (moves[static_cast<std::size_t> (key)] ==
               std::pair {keyAfter (PatchKey::volume, key), 1.0f});
}

TEST_CASE ("what an audio thread hears while others are asked for is the right parameter's",
           "[midi][learn]")
{
    // The audio thread turns one knob after the other. Every learnt key must have been armed (every
    // second key is), and every learnt controller must have been turned: number = channel + 32.
    MidiLearn learn;
    std::atomic<bool> isDone {false};
    std::atomic<int> numWrong {0};
    std::thread audio (
        [&]
        {
            for (int i = 0; ! isDone; ++i)
                learn.take (i % 16, i % 16 + 32, 0.5f,
                            [&] (PatchKey key, float position)
                            { numWrong += static_cast<int> (key) % 2 != 0 || position != 0.5f; });
        });
    int numLearnt = 0;
    for (int i = 0; i < 20000 || numLearnt < 100; ++i)
    {
        std::this_thread::yield (); // with one processor, nothing would be learnt without the yield
        const auto key = keyAfter (PatchKey::volume, i % (kNumPatchKeys / 2) * 2);
        learn.arm (key);
        if (i % 3 == 0)
            learn.disarm ();
        if (i % 5 == 0)
            learn.set ({});
        if (i % 7 == 0)
            learn.forget (key);
        numLearnt += learn.update ();
        for (const auto& entry : learn.controllers ().entries)
            numWrong += entry.number != entry.channel + 32 || static_cast<int> (entry.key) % 2 != 0;
    }
    learn.arm (PatchKey::volume);
    while (! learn.update ())
        std::this_thread::yield ();
    isDone = true;
    audio.join ();
    CHECK (numWrong == 0);
    CHECK (learn.controllers ().of (PatchKey::volume).has_value ());
}
