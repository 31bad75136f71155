// MPE zones: the master of each channel, and the events that members get.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/Wheels.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("RPN 6 on the first and the last channel makes zones, elsewhere nothing", "[mpe]")
{
    Wheels wheels;
    wheels.zone (3, 5);
    CHECK (wheels.masters () == kNoZones);
    wheels.zone (0, 3);
    CHECK (wheels.masters () == Channels {0, 0, 0, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
    wheels.zone (15, 2);
    CHECK (wheels.masters () == Channels {0, 0, 0, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 15, 15});
    wheels.zone (0, 0);
    wheels.zone (15, 0);
    CHECK (wheels.masters () == kNoZones);
}

TEST_CASE ("of two zones that overlap the newer keeps its size", "[mpe]")
{
    Wheels wheels;
    wheels.zone (0, 10);
    wheels.zone (15, 8);
    CHECK (wheels.masters () == Channels {0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 15, 15, 15, 15, 15, 15});
    wheels.zone (0, 15);
    CHECK (wheels.masters () == Channels (16, 0));
    wheels.zone (15, 0); // there was no zone to remove
    CHECK (wheels.masters () == Channels (16, 0));
    wheels.zone (15, 15);
    CHECK (wheels.masters () == Channels (16, 15));
}

TEST_CASE ("a zone begins with a range of 48 semitones for members and 2 for the master", "[mpe]")
{
    Wheels wheels;
    wheels.registered (0, 5, 3);
    wheels.zone (0, 4);
    CHECK (wheels.fullBend (3) == 48);
    CHECK (wheels.fullBend (0) == 2);
    CHECK (wheels.fullBend (5) == 7);
}

TEST_CASE ("RPN 0 on a member is for all members of its zone, on the master for the master",
           "[mpe]")
{
    Wheels wheels;
    wheels.zone (0, 4);
    wheels.zone (15, 4);
    wheels.registered (0, 24, 2);
    wheels.registered (0, 12, 0);
    for (const int member : {1, 2, 3, 4})
        CHECK (wheels.fullBend (member) == 24);
    CHECK (wheels.fullBend (0) == 12);
    CHECK (wheels.fullBend (14) == 48);
    CHECK (wheels.fullBend (15) == 2);
}

TEST_CASE ("channels that leave a zone go back to the patch's range", "[mpe]")
{
    Wheels wheels;
    wheels.zone (0, 6);
    wheels.zone (15, 11);
    CHECK (wheels.fullBend (3) == 48);
    CHECK (wheels.fullBend (5) == 48);
    wheels.zone (15, 2);
    CHECK (wheels.fullBend (5) == 7);
    wheels.zone (0, 0);
    CHECK (wheels.fullBend (0) == 7);
    CHECK (wheels.fullBend (3) == 7);
    wheels.registered (0, 9, 0);
    wheels.zone (15, 3);
    CHECK (wheels.fullBend (0) == 9);
}

TEST_CASE ("a member hears its own bend and its master's", "[mpe]")
{
    Wheels wheels;
    wheels.zone (0, 4);
    wheels.bend (0.5f, 2);
    wheels.bend (-1, 0);
    CHECK (wheels.bendSemitones (2) == 24 - 2);
    CHECK (wheels.bendSemitones (3) == -2);
    CHECK (wheels.bendSemitones (9) == 0);
}

TEST_CASE ("a member hears the larger pressure, wheel and breath of its own and its master's",
           "[mpe]")
{
    Wheels wheels;
    wheels.zone (0, 4);
    const auto hearsLarger = [&] (auto move, auto read)
    {
        move (0.25f, 0);
        move (0.5f, 2);
        CHECK (read (2) == Approx (0.5));
        CHECK (read (3) == Approx (0.25));
        CHECK (read (9) == 0);
    };
    const auto mover = [&] (int number)
    {
        return [&wheels, number] (float value, int channel)
        { wheels.send (SynthEventKind::controller, channel, number, value); };
    };
    const auto& states = wheels.states;
    hearsLarger ([&] (float value, int channel) { wheels.pressure (value, channel); },
                 [&] (int channel) { return states.pressureOf (channel); });
    hearsLarger (mover (1), [&] (int channel) { return states.wheelOf (channel); });
    hearsLarger (mover (2), [&] (int channel) { return states.breathOf (channel); });
}

TEST_CASE ("timbre of member and master add about the middle, expression multiplies", "[mpe]")
{
    Wheels wheels;
    wheels.zone (0, 4);
    const auto set = [&] (int number, float value, int channel)
    { wheels.send (SynthEventKind::controller, channel, number, value); };
    set (74, 0.75f, 0);
    set (74, 0.375f, 2);
    set (74, 0.9f, 3);
    set (11, 0.5f, 0);
    set (11, 0.25f, 2);
    CHECK (wheels.states.timbreOf (2) == 0.625f);
    CHECK (wheels.states.timbreOf (3) == 1);
    CHECK (wheels.states.timbreOf (0) == 0.75f);
    CHECK (wheels.states.timbreOf (9) == 0.5f);
    CHECK (wheels.states.expressionOf (2) == 0.125f);
    CHECK (wheels.states.expressionOf (0) == 0.5f);
    CHECK (wheels.states.expressionOf (9) == 1);
}

TEST_CASE ("a master's pedals and its controller 121 are its members' as well", "[mpe]")
{
    Wheels wheels;
    wheels.zone (0, 4);
    wheels.control (64, 127, 0);
    wheels.control (66, 127, 3);
    CHECK (wheels.states.isSustained (2));
    CHECK_FALSE (wheels.states.isSustained (5));
    CHECK (wheels.states.isSostenuto (3));
    CHECK_FALSE (wheels.states.isSostenuto (2));
    wheels.bend (1, 2);
    wheels.bend (1, 5);
    wheels.control (121, 0, 0);
    CHECK_FALSE (wheels.states.isSustained (2));
    CHECK_FALSE (wheels.states.isSostenuto (3));
    CHECK (wheels.states[2].bend == 0);
    CHECK (wheels.states[5].bend == 1);
    CHECK (wheels.states.masterOf (2) == 0);
}

TEST_CASE ("the end of a zone that was none leaves the channel's range", "[mpe]")
{
    Wheels wheels;
    wheels.registered (0, 9, 0);
    wheels.zone (0, 0);
    CHECK (wheels.fullBend (0) == 9);
}
