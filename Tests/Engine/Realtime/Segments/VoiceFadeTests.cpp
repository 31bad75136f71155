// Changes under a held note do not click.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/PlayerRuns.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{

namespace
{
constexpr int kChange = 24000; // on the control grid
constexpr int kEnd = 30000;
/** Length of a fade in samples. */
const int kFade = TimbreFade::segmentsAt (48000) * kControlSamples;

/** Eight harmonics of a saw, at full level from the first sample on. */
Patch heldPatch ()
{
    Patch patch;
    patch[PatchKey::volume] = 0;
    patch[PatchKey::ampAttack] = 0;
    patch[PatchKey::ampSustain] = 1;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    patch[PatchKey::osc1Partials] = 8;
    patch[PatchKey::osc1Unison] = 3;
    patch[PatchKey::osc1Spread] = 0.5f;
    patch[PatchKey::osc1Phase] = 0;
    patch[PatchKey::filterResonance] = 2;
    return patch;
}

Patch with (Patch patch, PatchKey key, float value)
{
    patch[key] = value;
    return patch;
}

StereoSound held (const Patch& patch)
{
    PlayerRig rig;
    rig.begin (patch);
    return rig.playUntil (kEnd, {noteOn (0, 45)});
}

/** Plays a change at kChange. Slot 1 has the tables of `after`. */
StereoSound changed (const Patch& before, const Patch& after, SynthEvent event)
{
    PlayerRig rig;
    rig.setSlot (1, after);
    rig.begin (before);
    return rig.playUntil (kEnd, {noteOn (0, 45), event});
}

/** The largest value, change and second difference. */
struct Largest
{
    double value = 0, step = 0, bend = 0;
};

Largest largestOf (const std::vector<float>& x, int first, int end)
{
    Largest largest;
    for (auto n = static_cast<std::size_t> (first); n + 1 < static_cast<std::size_t> (end); ++n)
    {
        const double before = x[n - 1], here = x[n], after = x[n + 1];
        largest.value = std::max (largest.value, std::abs (here));
        largest.step = std::max (largest.step, std::abs (here - before));
        largest.bend = std::max (largest.bend, std::abs (after - 2 * here + before));
    }
    return largest;
}

/** Bound of the second difference of (1 - w) a + w b for two sounds a and b, where w has a slope
    and a second difference of at most `growth` a sample: the larger second difference of a and b,
    plus 2 growth times both steps, plus growth times both values. */
double allowedBend (const Largest& a, const Largest& b, double growth)
{
    return std::max (a.bend, b.bend) + 2 * growth * (a.step + b.step) +
           growth * (a.value + b.value);
}

void checkNoStep (const Patch& before, const Patch& after, SynthEvent event)
{
    // Parameters glide, and choices fade. Both are no steeper than the middle of 3x^2 - 2x^3 over a
    // fade.
    const double kGrowth = 1.5 / kFade;
    const auto former = held (before), later = held (after), sound = changed (before, after, event);
    double largestJump = 0;
    for (const auto side : {&StereoSound::left, &StereoSound::right})
    {
        const double allowed = allowedBend (largestOf (former.*side, 1, kEnd),
                                            largestOf (later.*side, 1, kEnd), kGrowth);
        CHECK (largestOf (sound.*side, kChange - 2000, kChange + 2000).bend < 1.02 * allowed);
        // A sudden change exceeds the bound.
        for (int at = kChange; at < kChange + 400; ++at)
        {
            auto sudden = former.*side;
            std::copy ((later.*side).begin () + at, (later.*side).end (), sudden.begin () + at);
            largestJump = std::max (largestJump, largestOf (sudden, at - 2, at + 2).bend / allowed);
        }
    }
    CHECK (largestJump > 2);
}

void checkMove (PatchKey key, float value, const Patch& before = heldPatch ())
{
    INFO (parameterOf (key).id);
    checkNoStep (before, with (before, key, value), parameterEvent (kChange + 5, key, value));
}
} // namespace

TEST_CASE ("parameters that move under a held note leave no step", "[player][fade]")
{
    checkMove (PatchKey::osc1Level, 0.1f);
    checkMove (PatchKey::volume, -20);
    checkMove (PatchKey::osc1Pan, -1);
    checkMove (PatchKey::osc1Detune, 30);
    checkMove (PatchKey::filterCutoff, 300,
               with (with (heldPatch (), PatchKey::filterType, 1), PatchKey::filterCutoff, 6000));
}

TEST_CASE ("types and slopes of filters that change under a held note leave no step",
           "[player][fade]")
{
    const Patch dark = with (heldPatch (), PatchKey::filterCutoff, 400);
    for (const FilterType type : {FilterType::low, FilterType::band, FilterType::high})
        checkMove (PatchKey::filterType, static_cast<float> (type), dark);
    checkMove (PatchKey::filterSlope, 1, with (dark, PatchKey::filterType, 3));
}

TEST_CASE ("tables that change under a held note leave no step", "[player][fade]")
{
    for (const SpectrumShape shape :
         {SpectrumShape::square, SpectrumShape::organ, SpectrumShape::sine})
    {
        const Patch after = with (heldPatch (), PatchKey::osc1Spectrum, static_cast<float> (shape));
        checkNoStep (heldPatch (), after, tablesEvent (kChange + 5, 1));
    }
    // Clusters with different centres.
    const Patch narrow = with (heldPatch (), PatchKey::osc1Bandwidth, 0);
    checkNoStep (with (narrow, PatchKey::osc1Density, 2),
                 with (with (narrow, PatchKey::osc1Density, 9), PatchKey::osc1Spectrum, 3),
                 tablesEvent (kChange + 5, 1));
}

TEST_CASE ("a fade mixes the former sound and the one that follows by 3x^2 - 2x^3",
           "[player][fade]")
{
    Patch before = with (heldPatch (), PatchKey::noiseLevel, 0.1f);
    before[PatchKey::osc1Density] = 2;
    before[PatchKey::osc1Bandwidth] = 1; // so that the gains of the clusters' centres differ
    Patch after = with (with (before, PatchKey::osc1Density, 7), PatchKey::osc1Spectrum, 3);
    after[PatchKey::filterType] = static_cast<float> (FilterType::low);
    PlayerRig rig;
    rig.setSlot (1, after);
    rig.begin (before);
    const auto sound = rig.playUntil (
        kEnd, {noteOn (0, 45), tablesEvent (kChange, 1),
               parameterEvent (kChange, PatchKey::filterType, after[PatchKey::filterType])});
    const auto former = held (before), later = held (after);
    double worst = 0, peak = 0;
    for (int n = 0; n < kEnd; ++n)
    {
        const auto at = static_cast<std::size_t> (n);
        const double x = std::clamp (static_cast<double> (n - kChange) / kFade, 0.0, 1.0);
        const double share = x * x * (3 - 2 * x);
        const double expected = (1 - share) * former.left[at] + share * later.left[at];
        worst = std::max (worst, std::abs (sound.left[at] - expected));
        peak = std::max (peak, std::abs (expected));
    }
    CHECK (peak > 0.3);
    CHECK (worst < 1e-5);
}

TEST_CASE ("a change counts from the next control point on", "[player][fade]")
{
    const Patch patch = heldPatch ();
    for (const SynthEvent event : {parameterEvent (0, PatchKey::osc1Level, 0.1f),
                                   parameterEvent (0, PatchKey::filterType, 3), tablesEvent (0, 1)})
    {
        const auto soundOf = [&] (int sample)
        {
            SynthEvent at = event;
            at.sample = sample;
            return changed (patch, with (patch, PatchKey::osc1Spectrum, 3), at);
        };
        CHECK (sameBits (soundOf (kChange - 31), soundOf (kChange)));
        CHECK_FALSE (sameBits (soundOf (kChange), soundOf (kChange + 1)));
        CHECK (sameBits (soundOf (kChange + 1), soundOf (kChange + 32)));
    }
}

TEST_CASE ("a change while one fades waits until it is done", "[player][fade]")
{
    PlayerRig rig;
    const Patch patch = heldPatch ();
    for (int slot = 1; slot < 4; ++slot)
        rig.setSlot (slot, with (patch, PatchKey::osc1Spectrum, static_cast<float> (slot + 2)));
    rig.begin (patch);
    const auto used = [&]
    {
        std::vector<int> slots;
        for (int slot = 0; slot < kTableSlots; ++slot)
            if (rig.player ().usesSlot (slot))
                slots.push_back (slot);
        return slots;
    };
    const Events events {noteOn (0, 45), tablesEvent (320, 1), tablesEvent (384, 2),
                         tablesEvent (400, 3)};
    using Slots = std::vector<int>;
    rig.playUntil (320, events);
    CHECK (used () == Slots {0});
    rig.playUntil (352, events);
    CHECK (used () == Slots {0, 1});
    rig.playUntil (320 + kFade, events);
    CHECK (used () == Slots {0, 1, 3}); // slot 2 never sounded
    rig.playUntil (320 + kFade + 1, events);
    CHECK (used () == Slots {1, 3});
    rig.playUntil (320 + 2 * kFade, events);
    CHECK (used () == Slots {1, 3});
    rig.playUntil (320 + 2 * kFade + 1, events);
    CHECK (used () == Slots {3});
}

TEST_CASE ("a jump leaves the slot of a segment that is computed in use until its end",
           "[player][fade]")
{
    PlayerRig rig;
    rig.setSlot (1, heldPatch ());
    rig.begin (heldPatch ());
    rig.playUntil (40, {noteOn (0, 45)});
    rig.player ().jumpTo (heldPatch (), 1);
    CHECK (rig.player ().usesSlot (0));
    CHECK (rig.player ().usesSlot (1));
    rig.playUntil (64, {noteOn (50, 52)});
    CHECK_FALSE (rig.player ().usesSlot (0));
    CHECK (rig.player ().usesSlot (1));
}

TEST_CASE ("where nothing sounds a change is there at once", "[player][fade]")
{
    const Patch before = heldPatch ();
    Patch after = with (before, PatchKey::osc1Spectrum, 3);
    after[PatchKey::filterType] = static_cast<float> (FilterType::low);
    PlayerRig rig, plain;
    rig.setSlot (1, after);
    rig.begin (before);
    plain.begin (after);
    const auto sound =
        rig.playUntil (2000, {tablesEvent (64, 1), parameterEvent (64, PatchKey::filterType, 1),
                              noteOn (64, 50), noteOn (100, 57)});
    CHECK (sameBits (sound, plain.playUntil (2000, {noteOn (64, 50), noteOn (100, 57)})));
}

} // namespace melstrom::testing
