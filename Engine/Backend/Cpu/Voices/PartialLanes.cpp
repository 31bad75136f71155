// Computes samples of partials, many partials at a time.
#include "Engine/Backend/Cpu/Lanes/PartialKernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Backend/Cpu/Voices/PartialLanes.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "Engine/Backend/Cpu/Lanes/LaneGains-inl.h"
#include "Engine/Backend/Cpu/Lanes/LaneMotions-inl.h"
#include "Engine/Backend/Cpu/Lanes/LaneSines-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{

template <bool quick>
HWY_INLINE void addMovingKind (const Seed& seed, Floats gain, Floats growth, Floats bend,
                               bool isBending, bool hasRamps, PartialSums& sums)
{
    if (! isBending)
        addMoving<false, true, quick> (seed, gain, growth, bend, sums);
    else if (hasRamps)
        addMoving<true, true, quick> (seed, gain, growth, bend, sums);
    else
        addMoving<true, false, quick> (seed, gain, growth, bend, sums);
}

/** Adds one vector of partials with moving gains or frequencies. */
HWY_INLINE void addOneMoving (const Phases& phases, const Gains& gains, bool isBending,
                              bool hasRamps, PartialSums& sums)
{
    const FloatTag f;
    constexpr float kMiddle = 15.5f / kControlSamples;
    const auto change = hn::Sub (gains.end, gains.start);
    const auto gain = hn::MulAdd (change, number (kMiddle), gains.start);
    const auto slope = hn::Mul (change, number (1.0f / kControlSamples));
    const auto growth = hn::IfThenElseZero (hn::Ne (gain, hn::Zero (f)), hn::Div (slope, gain));
    const auto bend =
        hn::Mul (hn::ConvertTo (f, phases.bend), number (7.31459042e-10f)); // pi / 2^32
    const auto isSweeping = hn::Gt (hn::Abs (bend), number (kMostBend / (15.5f * 15.5f)));
    if (! hn::AllFalse (f, isSweeping))
        return addSweeping (phases.anchor, phases.frequency, phases.bend, gain, growth, sums);
    const Seed seed = seedOf (phases, isBending);
    if (hn::AllTrue (f, hn::Ge (seed.root, number (kQuickFrom))))
        addMovingKind<true> (seed, gain, growth, bend, isBending, hasRamps, sums);
    else
        addMovingKind<false> (seed, gain, growth, bend, isBending, hasRamps, sums);
}

/** True if gains equal the levels: no filter, and the highest ratio, which is the last, lies below
    the fade. */
template <int count>
HWY_INLINE bool isPlain (const PartialArrays& partials, const CopyShape& shape, std::size_t at)
{
    constexpr float kSurelyBelow = 0.9999f * kFadeFrom;
    const float highest = static_cast<float> (partials.ratios[at + count * kPartialLanes - 1]) *
                          shape.ratio.startFrequency;
    return ! shape.hasRamps && shape.filter == FilterType::off && ! shape.hasBandwidth &&
           ! shape.hasStretch && highest >= 0.0f && highest < kSurelyBelow;
}

template <int count>
HWY_INLINE void addGroup (const PartialArrays& partials, const CopyShape& shape,
                          const LaneShape& lanes, std::size_t at, PartialSums& sums)
{
    const FloatTag f;
    const auto place = [at] (int v) { return at + static_cast<std::size_t> (v) * kPartialLanes; };
    const auto zero = hn::Zero (f);
    Gains gains[count];
    const bool isAtRest = isPlain<count> (partials, shape, at);
    auto heard = zero, moved = zero;
    for (int v = 0; v < count; ++v)
    {
        if (isAtRest)
            gains[v].start = gains[v].end =
                floored (hn::Load (f, shape.startLevels + place (v)), shape.inverseFloor.start);
        else
            gains[v] = gainsOf (partials, shape, place (v));
        heard = hn::Or (heard, hn::Or (gains[v].start, gains[v].end));
        moved = hn::Max (moved, hn::Abs (hn::Sub (gains[v].end, gains[v].start)));
    }
    if (hn::AllTrue (f, hn::Eq (heard, zero)))
        return;
    const bool hasRamps = shape.hasRamps && ! hn::AllTrue (f, hn::Eq (moved, zero));
    if (shape.isBending || hasRamps)
    {
        for (int v = 0; v < count; ++v)
            addOneMoving (phasesOf (partials, shape, lanes, place (v)), gains[v], shape.isBending,
                          hasRamps, sums);
        return;
    }
    SteadyGroup<count> group;
    auto least = number (4.0f);
    HWY_UNROLL (4)
    for (int v = 0; v < count; ++v)
    {
        group.set (v, seedOf (phasesOf (partials, shape, lanes, place (v)), false), gains[v].start);
        least = hn::Min (least, group.root[v]);
    }
    if (hn::AllTrue (f, hn::Ge (least, number (kQuickFrom))))
        addSteady<true> (group, sums);
    else
        addSteady<false> (group, sums);
}

void addPartialsHere (const PartialArrays& partials, std::size_t count, const CopyShape& shape,
                      PartialSums& sums)
{
    const LaneShape lanes = laneShapeOf (shape);
    // Four vectors in flight hide the latency of the recurrence.
    std::size_t at = 0;
    for (; at + 4 * kPartialLanes <= count; at += 4 * kPartialLanes)
        addGroup<4> (partials, shape, lanes, at, sums);
    for (; at < count; at += kPartialLanes)
        addGroup<1> (partials, shape, lanes, at, sums);
}

void fillLevelsHere (const PartialArrays& partials, std::size_t count, float gain, float tilt,
                     float centre, float sides, float* levels)
{
    const FloatTag f;
    const auto centreGain = number (centre * gain), sidesGain = number (sides * gain);
    for (std::size_t at = 0; at < count; at += kPartialLanes)
    {
        const auto isCentre = hn::RebindMask (
            f, hn::Eq (hn::Load (IntTag (), partials.bandwidths + at), hn::Zero (IntTag ())));
        auto level = hn::Mul (hn::Load (f, partials.amplitudes + at),
                              hn::IfThenElse (isCentre, centreGain, sidesGain));
        if (tilt != 0.0f)
            level = hn::Mul (
                level, powerOfTwo (hn::Mul (hn::Load (f, partials.octaves + at), number (tilt))));
        hn::Store (level, f, levels + at);
    }
}

void finishSumsHere (PartialSums& sums, float* out)
{
    const FloatTag f;
    for (int i = 0; i < kHalf; ++i)
    {
        const auto even = hn::Load (f, evenRow (sums, i)), odd = hn::Load (f, oddRow (sums, i));
        out[kHalf + i] = hn::GetLane (hn::SumOfLanes (f, hn::Add (even, odd)));
        out[kHalf - 1 - i] = hn::GetLane (hn::SumOfLanes (f, hn::Sub (even, odd)));
        hn::Store (hn::Zero (f), f, evenRow (sums, i));
        hn::Store (hn::Zero (f), f, oddRow (sums, i));
    }
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (addPartialsHere);
HWY_EXPORT (fillLevelsHere);
HWY_EXPORT (finishSumsHere);

void addPartials (const PartialArrays& partials, std::size_t count, const CopyShape& shape,
                  PartialSums& sums) noexcept
{
    HWY_DYNAMIC_DISPATCH (addPartialsHere) (partials, count, shape, sums);
}

void fillLevels (const PartialArrays& partials, std::size_t count, float gain, float tilt,
                 float centre, float sides, float* levels) noexcept
{
    HWY_DYNAMIC_DISPATCH (fillLevelsHere) (partials, count, gain, tilt, centre, sides, levels);
}

void finishSums (PartialSums& sums, float* out) noexcept
{
    HWY_DYNAMIC_DISPATCH (finishSumsHere) (sums, out);
}

} // namespace melstrom
#endif
