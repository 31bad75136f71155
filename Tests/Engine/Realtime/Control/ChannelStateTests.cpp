// Wheels, pedals and bend ranges of a channel.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/Wheels.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a controller moves its own channel and no other", "[channels]")
{
    Wheels wheels;
    wheels.control (1, 127, 3);
    wheels.control (2, 127, 3);
    wheels.control (11, 0, 3);
    wheels.control (74, 127, 3);
    wheels.pressure (0.25f, 3);
    wheels.bend (-0.5f, 3);
    const auto& state = wheels.states[3];
    CHECK (state.wheel == 1);
    CHECK (state.breath == 1);
    CHECK (state.expression == 0);
    CHECK (state.timbre == 1);
    CHECK (state.pressure == 0.25f);
    CHECK (state.bend == -0.5f);
    const auto& rest = wheels.states[4];
    CHECK (rest.wheel == 0);
    CHECK (rest.expression == 1);
    CHECK (rest.timbre == 0.5f);
    CHECK (rest.pressure == 0);
    CHECK (rest.bend == 0);
}

TEST_CASE ("a channel that MIDI does not have is ignored", "[channels]")
{
    Wheels wheels;
    wheels.control (1, 127, 16);
    wheels.bend (1, 255);
    for (int channel = 0; channel < kNumChannels; ++channel)
        CHECK ((wheels.states[channel].wheel == 0 && wheels.states[channel].bend == 0));
}

TEST_CASE ("the patch's bend range holds until RPN 0 sets one", "[channels]")
{
    Wheels wheels;
    CHECK (wheels.fullBend (2) == 7);
    wheels.registered (0, 12, 2);
    CHECK (wheels.fullBend (2) == 12);
    CHECK (wheels.fullBend (3) == 7);
    wheels.control (38, 50, 2);
    CHECK (wheels.fullBend (2) == Approx (12.5));
    wheels.control (6, 0, 2);
    CHECK (wheels.fullBend (2) == 0);
}

TEST_CASE ("data reaches no parameter after RPN null, an NRPN or half a number", "[channels]")
{
    Wheels wheels;
    wheels.registered (0, 12, 2);
    SECTION ("null")
    {
        wheels.control (101, 127, 2);
        wheels.control (100, 127, 2);
    }
    SECTION ("unregistered")
    {
        wheels.control (99, 0, 2);
        wheels.control (98, 0, 2);
    }
    SECTION ("another parameter")
    {
        wheels.control (100, 1, 2);
    }
    SECTION ("reset controllers")
    {
        wheels.control (121, 0, 2);
    }
    wheels.control (6, 24, 2);
    CHECK (wheels.fullBend (2) == 12);
    wheels.control (101, 0, 5); // the fine half is missing
    wheels.control (6, 24, 5);
    CHECK (wheels.fullBend (5) == 7);
}

TEST_CASE ("controller 121 puts back what RP-015 names and keeps ranges and timbre", "[channels]")
{
    Wheels wheels;
    wheels.registered (0, 12, 2);
    for (const int number : {1, 2, 64, 66, 74})
        wheels.control (number, 127, 2);
    wheels.control (11, 0, 2);
    wheels.pressure (1, 2);
    wheels.bend (1, 2);
    wheels.control (1, 127, 3);
    wheels.control (121, 0, 2);
    const auto& state = wheels.states[2];
    CHECK (state.wheel == 0);
    CHECK (state.breath == 0);
    CHECK (state.expression == 1);
    CHECK (state.pressure == 0);
    CHECK (state.bend == 0);
    CHECK (state.sustain == 0);
    CHECK_FALSE (state.sostenutoPedal);
    CHECK (state.timbre == 1);
    CHECK (state.bendRangeSemitones == 12);
    CHECK (wheels.states[3].wheel == 1);
}

TEST_CASE ("volume, pan, soft pedal and resonance are heard, and 121 keeps what sets a channel up",
           "[channels]")
{
    Wheels wheels;
    wheels.control (7, 64, 2);
    wheels.control (10, 0, 2);
    wheels.control (67, 127, 2);
    wheels.control (71, 127, 2);
    CHECK (wheels.states.volumeOf (2) == Approx (64 / 127.0));
    CHECK (wheels.states.panOf (2) == -1);
    CHECK (wheels.states.softOf (2) == 1);
    CHECK (wheels.states.resonanceOf (2) == 1);
    CHECK (wheels.states.volumeOf (3) == 1);
    wheels.control (10, 64, 2);
    CHECK (wheels.states.panOf (2) == 0); // 64 is the middle
    wheels.control (10, 127, 2);
    CHECK (wheels.states.panOf (2) == 1);
    wheels.control (121, 0, 2);
    CHECK (wheels.states.volumeOf (2) == Approx (64 / 127.0));
    CHECK (wheels.states.panOf (2) == 1);
    CHECK (wheels.states.softOf (2) == 0);
}

TEST_CASE ("RPN 1 and 2 tune a channel", "[channels]")
{
    Wheels wheels;
    wheels.registered (1, 64, 2); // the middle
    CHECK (wheels.states.tuningSemitones (2) == 0);
    wheels.registered (1, 0, 2);
    CHECK (wheels.states.tuningSemitones (2) == -1);
    wheels.registered (1, 96, 2);
    CHECK (wheels.states.tuningSemitones (2) == Approx (0.5));
    wheels.control (38, 64,
                    2); // half a step of the coarse half: 14 bits are 100 / 8192 cents each
    CHECK (wheels.states.tuningSemitones (2) == Approx ((32 * 128 + 64) / 8192.0));
    wheels.control (38, 0, 2);
    CHECK (wheels.states.tuningSemitones (2) == Approx (0.5));
    wheels.registered (2, 52, 2);
    CHECK (wheels.states.tuningSemitones (2) == Approx (-12 + 0.5));
    CHECK (wheels.states.tuningSemitones (3) == 0);
    wheels.zone (0, 3); // 2 is a member now
    wheels.registered (2, 65, 0);
    CHECK (wheels.states.tuningSemitones (2) == Approx (-12 + 0.5 + 1));
}

TEST_CASE ("a reset forgets controllers, ranges and zones", "[channels]")
{
    Wheels wheels;
    wheels.zone (0, 3);
    wheels.control (1, 127, 0);
    wheels.registered (0, 12, 9);
    wheels.states.reset ();
    CHECK (wheels.masters () == kNoZones);
    CHECK (wheels.states[0].wheel == 0);
    CHECK (wheels.fullBend (9) == 7);
    wheels.control (6, 24, 9);
    CHECK (wheels.fullBend (9) == 7);
}
