#include "Tests/Support/Voices/BusyPlayer.h"

#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <random>

namespace melstrom::testing
{

namespace
{
Patch otherTables (int which)
{
    Patch patch = busyPatch ();
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::square);
    patch[PatchKey::osc1Density] = static_cast<float> (which + 3);
    patch[PatchKey::osc1Unison] = static_cast<float> (which);
    return patch;
}

void sortByTime (Events& events)
{
    std::ranges::stable_sort (events, {}, &SynthEvent::sample);
}

/** Uniform over 0 .. most. */
int upTo (std::mt19937& random, int most)
{
    return static_cast<int> (random () % (static_cast<unsigned> (most) + 1));
}

SynthEvent chanceParameter (std::mt19937& random, std::int64_t sample)
{
    constexpr PatchKey kKeys[] {
        PatchKey::volume,       PatchKey::osc1Level,    PatchKey::osc1Pan,     PatchKey::osc1Detune,
        PatchKey::filterCutoff, PatchKey::filterType,   PatchKey::filterSlope, PatchKey::noiseLevel,
        PatchKey::noiseColour,  PatchKey::maxVoices,    PatchKey::glideTime,   PatchKey::voiceMode,
        PatchKey::notePriority, PatchKey::ampAttack,    PatchKey::lfo1Rate,    PatchKey::osc1Octave,
        PatchKey::seed,         PatchKey::osc1Bandwidth};
    const PatchKey key = kKeys[random () % std::size (kKeys)];
    const float position = static_cast<float> (upTo (random, 100)) / 100;
    return parameterEvent (sample, key, valueAt (parameterOf (key), position));
}

SynthEvent chanceEvent (std::mt19937& random)
{
    const std::int64_t sample = upTo (random, static_cast<int> (kBusyEnd) - 1);
    const int key = 36 + upTo (random, 20);
    switch (upTo (random, 6))
    {
        case 0:
        case 1:
            return noteOn (sample, key, 0.1f + 0.009f * static_cast<float> (upTo (random, 100)));
        case 2: return noteOff (sample, key);
        case 3: return controller (sample, 64, static_cast<float> (upTo (random, 1)));
        case 4: return controller (sample, 66, static_cast<float> (upTo (random, 1)));
        case 5: return tablesEvent (sample, upTo (random, 2));
        default: return chanceParameter (random, sample);
    }
}
} // namespace

Patch busyPatch ()
{
    auto patch = findPatch ("Aurora");
    REQUIRE (patch);
    (*patch)[PatchKey::maxVoices] = 6;
    (*patch)[PatchKey::glideMode] = static_cast<float> (GlideMode::always);
    (*patch)[PatchKey::glideTime] = 0.08f;
    (*patch)[PatchKey::noiseLevel] = 0.2f;
    (*patch)[PatchKey::filterType] = static_cast<float> (FilterType::low);
    (*patch)[PatchKey::filterCutoff] = 900;
    (*patch)[PatchKey::osc1Density] = 2;
    return *patch;
}

void beginBusy (PlayerRig& rig)
{
    rig.setSlot (1, otherTables (1));
    rig.setSlot (2, otherTables (2));
    rig.begin (busyPatch ());
}

Events busyEvents ()
{
    Events events {noteOn (0, 48, 0.8f),
                   noteOn (5, 60, 1.0f),
                   noteOn (64, 64, 0.5f),
                   parameterEvent (70, PatchKey::filterCutoff, 3000),
                   noteOn (77, 67, 0.6f),
                   tablesEvent (77, 1),
                   noteOn (78, 72, 0.7f),
                   controller (800, 1, 0.7f),
                   noteOff (1000, 60),
                   parameterEvent (1024, PatchKey::osc1Level, 0.2f),
                   parameterEvent (1030, PatchKey::filterType, 3),
                   tablesEvent (1100, 2),
                   tablesEvent (1150, 1),
                   noteOn (1201, 55, 0.9f),
                   controller (1500, 64, 1.0f),
                   parameterEvent (1700, PatchKey::filterSlope, 1),
                   noteOff (2000, 64),
                   {2500, SynthEventKind::bend, 0, 0, 0.4f},
                   parameterEvent (2501, PatchKey::filterCutoff, 300),
                   parameterEvent (2777, PatchKey::filterCutoff, 9000),
                   noteOn (3001, 61, 0.9f),
                   parameterEvent (3003, PatchKey::maxVoices, 3),
                   noteOn (3040, 41, 0.9f),
                   noteOff (3700, 61),
                   parameterEvent (4000, PatchKey::voiceMode, 2),
                   tablesEvent (4001, 0),
                   noteOn (4002, 70),
                   noteOn (4500, 75),
                   controller (5000, 64, 0.0f),
                   noteOff (5100, 67),
                   parameterEvent (5200, PatchKey::glideTime, 0.5f),
                   noteOff (5300, 75),
                   parameterEvent (6000, PatchKey::voiceMode, 0),
                   noteOn (6000, 96, 0.3f),
                   parameterEvent (6001, PatchKey::osc1Bandwidth, 60),
                   tablesEvent (8300, 2)};
    sortByTime (events);
    return events;
}

StereoSound playBusy (const Events& events, const BlockCutter& cut)
{
    PlayerRig rig;
    beginBusy (rig);
    return rig.playUntil (kBusyEnd, events, cut);
}

Events chanceEvents (unsigned seed)
{
    std::mt19937 random (seed);
    Events events;
    for (int i = 0; i < 150; ++i)
        events.push_back (chanceEvent (random));
    sortByTime (events);
    return events;
}

} // namespace melstrom::testing
