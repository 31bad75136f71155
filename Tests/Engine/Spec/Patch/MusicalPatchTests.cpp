// Random patches within musical ranges: they sound, repeat by seed, and do not endanger ears.
#include "Engine/Realtime/Effects/Limiter.h"
#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/Surprise.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{
namespace
{
Patch patchBySeed (std::uint32_t seed)
{
    Patch patch;
    surprise (patch, seed);
    return patch;
}

/** Six held keys from C2 to C5 at velocity 100; the wheel and pressure rise to one half. */
std::vector<SynthEvent> heldChord (int numSamples)
{
    std::vector<SynthEvent> events;
    for (const int key : {36, 48, 55, 60, 64, 72})
        events.push_back (noteOn (0, key, 100 / 127.0f));
    events.push_back (controller (numSamples / 2, 1, 1));
    events.push_back ({numSamples / 2, SynthEventKind::channelPressure, 0, 0, 1});
    return events;
}

float peakOf (const StereoSound& sound)
{
    float peak = 0;
    for (const auto* side : {&sound.left, &sound.right})
        for (const float x : *side)
            peak = std::max (peak, std::abs (x));
    return peak;
}
} // namespace

TEST_CASE ("musical ranges lie within what parameters allow", "[patch]")
{
    int numMoved = 0;
    for (const auto& parameter : patchParameters ())
        if (const auto& range = parameter.musical)
        {
            INFO (parameter.id);
            CHECK (isAllowed (parameter, range->lowest));
            CHECK (isAllowed (parameter, range->highest));
            CHECK (range->lowest <= range->highest);
            CHECK ((range->share > 0 && range->share <= 1));
            ++numMoved;
        }
    CHECK (numMoved > 90);
    for (const auto key : {PatchKey::maxVoices, PatchKey::tuningHz, PatchKey::bendRange,
                           PatchKey::voiceMode, PatchKey::macro1, PatchKey::seed})
        CHECK_FALSE (parameterOf (key).musical);
    CHECK (parameterOf (PatchKey::osc2Tilt).musical->highest ==
           parameterOf (PatchKey::osc1Tilt).musical->highest);
    CHECK (parameterOf (PatchKey::lfo2Rate).musical->highest ==
           parameterOf (PatchKey::lfo1Rate).musical->highest);
}

TEST_CASE ("patches by chance are sound, within ranges, and repeat", "[patch]")
{
    int numDifferent = 0, numRows = 0;
    for (std::uint32_t seed = 1; seed <= 500; ++seed)
    {
        INFO ("seed " << seed);
        const Patch patch = patchBySeed (seed);
        CHECK (patch.validate ());
        CHECK (patch == patchBySeed (seed));
        numDifferent += patch == patchBySeed (seed + 1) ? 0 : 1;
        numRows += patch[PatchKey::matrixDepth] != 0 ? 1 : 0;
        for (const auto& parameter : patchParameters ())
            if (const auto& range = parameter.musical)
            {
                const double slack = 1e-5 * std::abs (static_cast<double> (range->highest));
                CHECK (patch[parameter.key] >= range->lowest - slack);
                CHECK (patch[parameter.key] <= range->highest + slack);
            }
    }
    CHECK (numDifferent == 500);
    CHECK (numRows > 150);
}

TEST_CASE ("what is locked stays as it is, and the rest is as without locks", "[patch]")
{
    Patch patch;
    patch[PatchKey::filterCutoff] = 123;
    patch[PatchKey::osc1Level] = 0.111f;
    patch[PatchKey::matrixDepth] = 0.77f;
    LockedKeys locked;
    for (const auto key : {PatchKey::filterCutoff, PatchKey::osc1Level, PatchKey::matrixDepth})
        locked.set (static_cast<std::size_t> (key));
    surprise (patch, 7, locked);
    CHECK (patch[PatchKey::filterCutoff] == 123);
    CHECK (patch[PatchKey::osc1Level] == 0.111f);
    CHECK (patch[PatchKey::matrixDepth] == 0.77f);
    const Patch open = patchBySeed (7);
    for (const auto key : {PatchKey::volume, PatchKey::ampAttack, PatchKey::reverbMix})
        CHECK (patch[key] == open[key]);
}

TEST_CASE ("whatever chance changes is in one group, and a locked group stays", "[patch]")
{
    LockedKeys changed;
    for (std::uint32_t seed = 1; seed <= 100; ++seed)
    {
        const Patch patch = patchBySeed (seed);
        for (std::size_t key = 0; key < patch.values.size (); ++key)
            if (patch.values[key] != Patch ().values[key])
                changed.set (key);
    }
    LockedKeys all;
    for (std::size_t group = 0; group < kSurpriseGroupNames.size (); ++group)
    {
        LockedGroups locked;
        locked.set (group);
        const auto keys = keysOf (locked);
        INFO (kSurpriseGroupNames[group]);
        CHECK ((keys & changed).any ());
        CHECK ((keys & all).none ()); // each key is in one group only
        all |= keys;
        Patch patch;
        surprise (patch, 3, keys);
        const Patch open = patchBySeed (3);
        for (std::size_t key = 0; key < patch.values.size (); ++key)
            CHECK (patch.values[key] == (keys[key] ? Patch () : open).values[key]);
    }
    CHECK ((changed & ~all).none ());
    Patch patch;
    surprise (patch, 3, keysOf (LockedGroups ().set ()));
    CHECK (patch == Patch ());
}

TEST_CASE (
    "a row of the matrix that chance writes has no second source, and a locked one keeps its own",
    "[patch]")
{
    const PatchKey open = matrixKey (0, PatchKey::matrixVia),
                   kept = matrixKey (1, PatchKey::matrixVia);
    LockedKeys locked;
    locked.set (static_cast<std::size_t> (kept));
    for (std::uint32_t seed = 1; seed <= 20; ++seed)
    {
        INFO ("seed " << seed);
        Patch patch;
        patch[open] = patch[kept] = static_cast<float> (ModulationSource::wheel);
        patch[matrixKey (1, PatchKey::matrixDepth)] = 0.77f;
        surprise (patch, seed, locked);
        CHECK (patch[open] == 0);
        CHECK (patch.whole (kept) == static_cast<int> (ModulationSource::wheel));
        // All values of a row change together.
        CHECK (patch[matrixKey (1, PatchKey::matrixDepth)] == 0.77f);
    }
}

TEST_CASE ("300 patches by chance work the limiter by 12 dB at most, and none passes it",
           "[patch][synth][limiter]")
{
    constexpr int kNumSamples = 24000;
    const auto events = heldChord (kNumSamples);
    double mostDb = 0;
    for (std::uint32_t seed = 1; seed <= 300; ++seed)
    {
        INFO ("seed " << seed);
        auto sound = play (patchBySeed (seed), events, kNumSamples);
        CHECK (peakOf (sound) > 1e-6f); // also with slow attacks
        Limiter limiter;
        limiter.prepare (48000);
        limiter.process (sound.left.data (), sound.right.data (), kNumSamples);
        const LimiterReport report = limiter.takeReport ();
        CHECK (report.numInvalid == 0);
        CHECK (report.reductionDb () < 12);
        CHECK (peakOf (sound) <= Limiter::kCeiling);
        mostDb = std::max (mostDb, report.reductionDb ());
    }
    CHECK (mostDb > 0); // the limiter has work
    UNSCOPED_INFO ("the most: " << mostDb << " dB");
}

} // namespace melstrom::testing
