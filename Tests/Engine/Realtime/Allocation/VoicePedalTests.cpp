// Notes that pedals hold, and the end of the hold.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("the sustain pedal holds a key that came up until it comes up itself", "[pedals]")
{
    AllocatorRig rig;
    rig.on (60);
    rig.sustain (true);
    rig.off (60, 0, 0.25f);
    CHECK (rig.sustained () == Keys {60});
    rig.wait (100);
    rig.sustain (false);
    REQUIRE (rig.released () == Keys {60});
    CHECK (rig.newest ().releaseSample == 1100);
    CHECK (rig.newest ().releaseVelocity == 0.25f);
}

TEST_CASE ("the sustain pedal leaves keys that are down and notes that ended", "[pedals]")
{
    AllocatorRig rig;
    rig.strike ({60, 64});
    rig.off (60);
    rig.sustain (true);
    CHECK (rig.released () == Keys {60});
    rig.sustain (false);
    CHECK (rig.held () == Keys {64});
}

TEST_CASE ("a pedal is down from half way on", "[pedals]")
{
    AllocatorRig rig;
    rig.control (64, 63);
    rig.on (60);
    rig.off (60);
    CHECK (rig.sustained ().empty ());
    rig.control (64, 64);
    rig.on (62);
    rig.off (62);
    CHECK (rig.sustained () == Keys {62});
    rig.control (64, 100);
    CHECK (rig.sustained () == Keys {62});
    rig.control (64, 63);
    CHECK (rig.sustained ().empty ());
}

TEST_CASE ("a key struck again under the sustain pedal releases the note that the pedal held",
           "[pedals]")
{
    AllocatorRig rig;
    rig.sustain (true);
    for (int i = 0; i < 5; ++i)
    {
        rig.wait (10);
        rig.on (60);
        rig.off (60);
    }
    CHECK (rig.sustained () == Keys {60});
    CHECK (rig.released () == Keys (4, 60));
    CHECK (rig.newest (1).releaseSample == 1050);
}

TEST_CASE ("a pedal holds the notes of its channel only", "[pedals]")
{
    AllocatorRig rig;
    rig.sustain (true, 1);
    rig.on (60, 1);
    rig.on (61, 2);
    rig.off (60, 1);
    rig.off (61, 2);
    CHECK (rig.sustained () == Keys {60});
    CHECK (rig.released () == Keys {61});
}

TEST_CASE ("the sostenuto pedal holds only the keys that are down when it goes down", "[pedals]")
{
    AllocatorRig rig;
    rig.strike ({60, 64});
    rig.off (64);
    rig.sostenuto (true);
    rig.on (67);
    CHECK (rig.newest (2).isSostenuto);
    CHECK_FALSE (rig.newest ().isSostenuto);
    rig.off (60);
    rig.off (67);
    CHECK (rig.sustained () == Keys {60});
    CHECK (rig.released () == Keys {64, 67});
    rig.wait (10);
    rig.sostenuto (false);
    CHECK (rig.sustained ().empty ());
    CHECK (rig.newest (2).releaseSample == 1010);
}

TEST_CASE ("a sostenuto pedal that moves on its way down catches once", "[pedals]")
{
    AllocatorRig rig;
    rig.on (60);
    rig.control (66, 80);
    rig.on (64);
    rig.control (66, 127);
    rig.off (60);
    rig.off (64);
    CHECK (rig.sustained () == Keys {60});
}

TEST_CASE ("a sostenuto pedal pressed again catches what is down then", "[pedals]")
{
    AllocatorRig rig;
    rig.on (60);
    rig.sostenuto (true);
    rig.off (60);
    rig.on (64);
    rig.sostenuto (false);
    CHECK (rig.released () == Keys {60});
    rig.sostenuto (true);
    rig.off (64);
    CHECK (rig.sustained () == Keys {64});
}

TEST_CASE ("a note that the sustain pedal holds is not caught by the other", "[pedals]")
{
    AllocatorRig rig;
    rig.sustain (true);
    rig.on (60);
    rig.off (60);
    rig.sostenuto (true);
    rig.sustain (false);
    CHECK (rig.released () == Keys {60});
}

TEST_CASE ("a note that both pedals hold ends with the later", "[pedals]")
{
    const bool isSustainFirst = GENERATE (true, false);
    AllocatorRig rig;
    rig.on (60);
    rig.sustain (true);
    rig.sostenuto (true);
    rig.off (60);
    isSustainFirst ? rig.sustain (false) : rig.sostenuto (false);
    CHECK (rig.sustained () == Keys {60});
    isSustainFirst ? rig.sostenuto (false) : rig.sustain (false);
    CHECK (rig.released () == Keys {60});
}

TEST_CASE ("a caught key that is struck again stays caught, as a string whose damper is up",
           "[pedals]")
{
    AllocatorRig rig;
    rig.on (60);
    rig.sostenuto (true);
    rig.off (60);
    rig.on (60);
    CHECK (rig.released () == Keys {60});
    rig.off (60);
    CHECK (rig.sustained () == Keys {60});
    rig.sostenuto (false);
    CHECK (rig.sustained ().empty ());
}

TEST_CASE ("controller 121 lifts both pedals and the pressure of keys", "[pedals]")
{
    AllocatorRig rig;
    rig.strike ({60, 62, 64});
    rig.sostenuto (true);
    rig.off (60);
    rig.sustain (true);
    rig.off (62);
    rig.send (SynthEventKind::polyPressure, 0, 64, 0.5f);
    rig.control (121, 0);
    CHECK (rig.released () == Keys {60, 62});
    CHECK (rig.held () == Keys {64});
    CHECK (rig.newest ().pressure == 0);
}

TEST_CASE ("pedals of an MPE master hold the notes of its members", "[pedals][mpe]")
{
    const int pedal = GENERATE (64, 66);
    AllocatorRig rig;
    rig.zone (0, 4);
    rig.on (60, 2);
    rig.on (62, 7);
    rig.control (pedal, 127, 0);
    rig.off (60, 2);
    rig.off (62, 7);
    CHECK (rig.sustained () == Keys {60});
    CHECK (rig.released () == Keys {62});
    rig.control (pedal, 0, 0);
    CHECK (rig.sustained ().empty ());
}

TEST_CASE ("a zone that goes takes its master's pedal from the members", "[pedals][mpe]")
{
    AllocatorRig rig;
    rig.zone (15, 3);
    rig.sustain (true, 15);
    rig.on (60, 13);
    rig.off (60, 13);
    CHECK (rig.sustained () == Keys {60});
    rig.zone (15, 0);
    CHECK (rig.released () == Keys {60});
}

TEST_CASE ("an MPE master's all notes off and all sound off are for its zone", "[pedals][mpe]")
{
    AllocatorRig rig;
    rig.zone (0, 4);
    rig.on (60, 0);
    rig.on (61, 3);
    rig.on (62, 5);
    rig.control (123, 0, 0);
    CHECK (rig.released () == Keys {60, 61});
    rig.control (120, 0, 0);
    CHECK (rig.fading () == Keys {60, 61});
    CHECK (rig.held () == Keys {62});
}

TEST_CASE ("legato: the sostenuto pedal holds the key it caught, not the one after", "[pedals]")
{
    AllocatorRig rig ({.mode = VoiceMode::legato});
    rig.on (60);
    rig.sostenuto (true);
    rig.on (64);
    CHECK_FALSE (rig.newest ().isSostenuto);
    rig.off (64);
    CHECK (rig.newest ().isSostenuto);
    rig.off (60);
    CHECK (rig.sustained () == Keys {60});
    rig.sostenuto (false);
    CHECK (rig.released () == Keys {60});
    CHECK_FALSE (rig.newest ().isSostenuto);
}

TEST_CASE ("a note released against its pedals is no longer held by any", "[pedals]")
{
    AllocatorRig rig;
    rig.on (60);
    rig.sostenuto (true);
    rig.send (SynthEventKind::allNotesOff, 0, 0, 0);
    CHECK_FALSE (rig.newest ().isSostenuto);
}
