// Phases and frequencies of partials, from the motions of their copy. Included once for each
// instruction set.

#if defined(MELSTROM_LANE_MOTIONS_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_MOTIONS_INL
        #undef MELSTROM_LANE_MOTIONS_INL
    #else
        #define MELSTROM_LANE_MOTIONS_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LaneSeeds-inl.h"
    #include "Engine/Dsp/Voice/CounterHash.h"

    #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
/** Values shared by all partials of a copy, in lanes. */
struct LaneMotion
{
    Factor turns, rate, bend;
};
struct LaneShape
{
    LaneMotion ratio, bandwidth, stretch;
    Words hashOffset, phaseAmount;
};

HWY_INLINE LaneMotion laneMotionOf (const Motion& motion)
{
    return {factorOf (motion.turns), factorOf (static_cast<std::uint64_t> (motion.rate)),
            factorOf (static_cast<std::uint64_t> (motion.bend))};
}
HWY_INLINE LaneShape laneShapeOf (const CopyShape& shape)
{
    alignas (64) static constexpr std::uint32_t kIndices[kPartialPadding] {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const WordTag d;
    // hashOf of CounterHash.h is mixWord (index + mixWord (seed + 0x9e3779b9)).
    const auto offset = shape.firstPhaseIndex + mixWord (shape.phaseSeed + 0x9e3779b9u);
    return {laneMotionOf (shape.ratio), laneMotionOf (shape.bandwidth),
            laneMotionOf (shape.stretch), hn::Add (hn::Load (d, kIndices), hn::Set (d, offset)),
            hn::Set (d, static_cast<std::uint32_t> (shape.phaseAmount))};
}

/** Phases of partials at + 0, 1, ... */
struct Phases
{
    /** anchor: phase at sample 16; frequency: in the middle of the segment; bend: change of the
        frequency a sample; all in 2^-32 cycles */
    Ints anchor, frequency, bend;
};

HWY_INLINE void addMotion (Phases& phases, const std::int32_t* coefficients,
                           const LaneMotion& motion, bool isBending)
{
    const auto c = hn::Load (IntTag (), coefficients);
    phases.anchor = hn::Add (phases.anchor, upperHalf (c, motion.turns));
    phases.frequency = hn::Add (phases.frequency, upperHalf (c, motion.rate));
    if (isBending)
        phases.bend = hn::Add (phases.bend, upperHalf (c, motion.bend));
}

HWY_INLINE Ints startPhases (const CopyShape& shape, const LaneShape& lanes, std::size_t at)
{
    const auto first = hn::Set (WordTag (), static_cast<std::uint32_t> (at));
    const auto hash = mixWords (hn::Add (lanes.hashOffset, first));
    const bool isWholeTurn = shape.phaseAmount >> 32 != 0;
    return hn::BitCast (IntTag (), isWholeTurn ? hash : upperHalf (hash, lanes.phaseAmount));
}

HWY_INLINE Phases phasesOf (const PartialArrays& partials, const CopyShape& shape,
                            const LaneShape& lanes, std::size_t at)
{
    const auto zero = hn::Zero (IntTag ());
    Phases phases {hn::Set (IntTag (), static_cast<std::int32_t> (shape.copyPhase)), zero, zero};
    if (shape.hasStartPhases)
        phases.anchor = hn::Add (phases.anchor, startPhases (shape, lanes, at));
    addMotion (phases, partials.ratios + at, lanes.ratio, shape.isBending);
    if (shape.hasBandwidth)
        addMotion (phases, partials.bandwidths + at, lanes.bandwidth, shape.isBending);
    if (shape.hasStretch)
        addMotion (phases, partials.stretches + at, lanes.stretch, shape.isBending);
    return phases;
}

/** Seed half a sample before the anchor. The phase moves by w / 2 + c / 4 in that time, where c =
    bend / 2. */
HWY_INLINE Seed seedOf (const Phases& phases, bool isBending)
{
    auto middle = hn::Sub (phases.anchor, hn::ShiftRight<1> (phases.frequency));
    if (isBending)
        middle = hn::Sub (middle, hn::ShiftRight<3> (phases.bend));
    return seedOf (middle, phases.frequency);
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
