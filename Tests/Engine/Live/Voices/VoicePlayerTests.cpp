// A player may be called in any way: the bits stay the same.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/BusyPlayer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace melstrom::testing
{

namespace
{
float peakOf (const StereoSound& sound)
{
    float peak = 0;
    for (const float x : sound.left)
        peak = std::max (peak, std::abs (x));
    return peak;
}
} // namespace

TEST_CASE ("a player's bits do not depend on how blocks are cut", "[player]")
{
    for (const auto& events : {busyEvents (), chanceEvents (11), chanceEvents (12)})
    {
        const auto whole = playBusy (events);
        REQUIRE (peakOf (whole) > 0.001f);
        CHECK (sameBits (whole, playBusy (events, blocksOf (1))));
        CHECK (sameBits (whole, playBusy (events, blocksOf (7))));
        CHECK (sameBits (whole, playBusy (events, blocksOf (32))));
        CHECK (sameBits (whole, playBusy (events, blocksOf (64))));
        CHECK (sameBits (whole, playBusy (events, blocksOf (333))));
        CHECK (sameBits (whole, playBusy (events, randomBlocks (5)))); // block sizes include 0
    }
}

TEST_CASE ("a player that was reset plays at another sample what it would at none", "[player]")
{
    Patch patch;
    patch[PatchKey::lfo1Sync] = static_cast<float> (LfoSync::note);
    const Events events {noteOn (3, 60), parameterEvent (400, PatchKey::osc1Level, 0.3f)};
    Events later = events;
    for (auto& event : later)
        event.sample += 6400;
    PlayerRig rig;
    rig.begin (patch);
    const auto first = rig.playUntil (900, events);
    REQUIRE (peakOf (first) > 0.01f);
    rig.player ().reset (6400);
    CHECK (rig.player ().numSounding () == 0);
    CHECK (rig.player ().values ()[PatchKey::osc1Level] == 0.3f);
    rig.player ().jumpTo (patch, 0);
    CHECK (sameBits (rig.playUntil (7300, later), first));
}

TEST_CASE ("what is shown is the newest voice's values as the matrix moves them", "[player]")
{
    Patch patch;
    const auto targets = modulationTargets ();
    const auto place = std::ranges::find (targets, PatchKey::osc1Pan) - targets.begin ();
    patch[PatchKey::matrixSource] = static_cast<float> (ModulationSource::velocity);
    patch[PatchKey::matrixTarget] = static_cast<float> (place + 1);
    patch[PatchKey::matrixDepth] = 0.5f;
    PlayerRig rig;
    rig.begin (patch);
    PatchValues shown;
    CHECK_FALSE (rig.player ().newestVoiceValues (shown));
    rig.playUntil (64, {noteOn (0, 60, 1.0f), noteOn (1, 62, 0.5f)});
    REQUIRE (rig.player ().newestVoiceValues (shown));
    // The pan's range is 2 wide: a quarter of it above the middle.
    CHECK (shown[PatchKey::osc1Pan] == Approx (0.5).margin (1e-6));
    CHECK (shown[PatchKey::volume] == patch[PatchKey::volume]);
}

TEST_CASE ("parameters and slots that do not exist are ignored", "[player]")
{
    const Events notes {noteOn (0, 60)};
    const Events nonsense {
        noteOn (0, 60), {10, SynthEventKind::parameter, 0, 255, 1}, tablesEvent (40, kTableSlots)};
    PlayerRig plain, confused;
    beginBusy (plain);
    beginBusy (confused);
    CHECK (sameBits (plain.playUntil (2000, notes), confused.playUntil (2000, nonsense)));
}

TEST_CASE ("blocks of several players may be in flight at once", "[player]")
{
    constexpr int kNumPlayers = 3;
    const Events events = busyEvents ();
    const auto expected = playBusy (events);
    std::array<PlayerRig, kNumPlayers> rigs;
    std::array<StereoSound, kNumPlayers> sounds;
    for (int i = 0; i < kNumPlayers; ++i)
    {
        beginBusy (rigs[static_cast<std::size_t> (i)]);
        sounds[static_cast<std::size_t> (i)].left.resize (kBusyEnd);
        sounds[static_cast<std::size_t> (i)].right.resize (kBusyEnd);
    }
    for (int start = 0; start < kBusyEnd; start += 100)
    {
        const int count = std::min (100, static_cast<int> (kBusyEnd) - start);
        Events now;
        std::ranges::copy_if (events, std::back_inserter (now),
                              [&] (const SynthEvent& event)
                              { return event.sample >= start && event.sample < start + count; });
        for (std::size_t i = 0; i < rigs.size (); ++i)
            rigs[i].player ().begin ({now, nullptr, sounds[i].left.data () + start,
                                      sounds[i].right.data () + start, count});
        for (std::size_t i = rigs.size (); i-- > 0;)
            REQUIRE (rigs[i].player ().finish ().ok ());
    }
    for (const auto& sound : sounds)
        CHECK (sameBits (sound, expected));
}

} // namespace melstrom::testing
