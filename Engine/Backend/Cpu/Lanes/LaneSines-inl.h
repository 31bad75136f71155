// Adds 32 samples of partials in lanes: see LaneSeeds-inl.h. Included once for each instruction
// set.

#if defined(MELSTROM_LANE_SINES_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_SINES_INL
        #undef MELSTROM_LANE_SINES_INL
    #else
        #define MELSTROM_LANE_SINES_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LaneSeeds-inl.h"

    #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
inline constexpr int kHalf = kControlSamples / 2;

HWY_INLINE float* evenRow (PartialSums& sums, int i)
{
    return sums.data () + static_cast<std::size_t> (i) * kPartialLanes;
}
HWY_INLINE float* oddRow (PartialSums& sums, int i)
{
    return evenRow (sums, kHalf + i);
}

template <bool quick, int count>
HWY_INLINE void addHalf (Recurrence<quick> (&parts)[count], const Floats (&factors)[count],
                         const Floats (&alternations)[count], float* rows)
{
    const FloatTag f;
    HWY_UNROLL (16)
    for (int i = 0; i < kHalf; ++i, rows += kPartialLanes)
    {
        auto sum = hn::Load (f, rows);
        for (int v = 0; v < count; ++v)
        {
            if (quick || i % 2 == 0)
                sum = hn::Add (parts[v].y, sum);
            else
                sum = hn::MulAdd (parts[v].y, alternations[v], sum);
            parts[v].step (factors[v]);
        }
        hn::Store (sum, f, rows);
    }
}

/** Vectors of partials with constant frequencies and gains. */
template <int count>
struct SteadyGroup
{
    /** at m = 1/2, multiplied by gain and by the phase's sine or cosine */
    Floats even[count], odd[count];
    Floats root[count], sign[count];

    HWY_INLINE void set (int v, const Seed& seed, Floats gain)
    {
        even[v] = hn::Mul (seed.evenY, hn::Mul (seed.sine, gain));
        odd[v] = hn::Mul (seed.oddY, hn::Mul (seed.cosine, gain));
        root[v] = seed.root;
        sign[v] = seed.sign;
    }
};

template <bool quick, int count>
HWY_INLINE void addSteady (const SteadyGroup<count>& group, PartialSums& sums)
{
    Recurrence<quick> parts[count];
    Floats factors[count], alternations[count];
    HWY_UNROLL (4)
    for (int v = 0; v < count; ++v)
    {
        parts[v] = evenFrom<quick> (group.even[v], group.sign[v]);
        factors[v] = factorFrom<quick> (group.root[v], group.sign[v]);
        alternations[v] = alternationFrom (group.sign[v]);
    }
    addHalf (parts, factors, alternations, evenRow (sums, 0));
    HWY_UNROLL (4)
    for (int v = 0; v < count; ++v)
        parts[v] = oddFrom<quick> (group.odd[v], group.sign[v]);
    addHalf (parts, factors, alternations, oddRow (sums, 0));
}

/** Adds partials with constant or slightly moving frequencies; gain = middle gain (1 + growth m).
    bend: c in radians a sample^2, |c| 15.5^2 < kMostBend. The series of e^(i c m^2) ends after its
    third term: error below kMostBend^3 / 6 = 5e-7. */
inline constexpr float kMostBend = 0.0144f;
template <bool bends, bool ramps, bool quick>
HWY_INLINE void addMoving (const Seed& seed, Floats gain, Floats growth, Floats bend,
                           PartialSums& sums)
{
    const FloatTag f;
    const auto sine = hn::Mul (seed.sine, gain), cosine = hn::Mul (seed.cosine, gain);
    // For negative frequencies `cosine` has the opposite sign, so the bend changes its sign too.
    bend = hn::Xor (bend, seed.direction);
    const auto halfSquare = hn::Mul (hn::Mul (bend, bend), number (-0.5f));
    const auto sine2 = hn::Mul (cosine, bend), sine4 = hn::Mul (sine, halfSquare);
    const auto cosine2 = hn::Neg (hn::Mul (sine, bend)), cosine4 = hn::Mul (cosine, halfSquare);
    const auto factor = factorFrom<quick> (seed.root, seed.sign);
    const auto alternation = alternationFrom (seed.sign);
    auto even = evenFrom<quick> (bends ? seed.evenY : hn::Mul (seed.evenY, sine), seed.sign);
    auto odd = oddFrom<quick> (bends ? seed.oddY : hn::Mul (seed.oddY, cosine), seed.sign);
    HWY_UNROLL (16)
    for (int i = 0; i < kHalf; ++i)
    {
        const float m = static_cast<float> (i) + 0.5f;
        const auto square = number (m * m);
        auto evenPart = even.y, oddPart = odd.y;
        if constexpr (bends)
        {
            const auto bentSine = hn::MulAdd (square, hn::MulAdd (square, sine4, sine2), sine);
            const auto bentCosine =
                hn::MulAdd (square, hn::MulAdd (square, cosine4, cosine2), cosine);
            evenPart = hn::Mul (bentSine, even.y);
            oddPart = hn::Mul (bentCosine, odd.y);
        }
        auto evenSum = evenPart, oddSum = oddPart;
        if constexpr (ramps)
        {
            const auto slope = hn::Mul (growth, number (m));
            evenSum = hn::MulAdd (slope, oddPart, evenPart);
            oddSum = hn::MulAdd (slope, evenPart, oddPart);
        }
        if (! quick && i % 2 == 1)
        {
            evenSum = hn::Mul (evenSum, alternation);
            oddSum = hn::Mul (oddSum, alternation);
        }
        hn::Store (hn::Add (hn::Load (f, evenRow (sums, i)), evenSum), f, evenRow (sums, i));
        hn::Store (hn::Add (hn::Load (f, oddRow (sums, i)), oddSum), f, oddRow (sums, i));
        even.step (factor);
        odd.step (factor);
    }
}

/** Adds partials with any bend, by sines of phases. anchor: phase at sample 16; frequency: in the
    middle of the segment; bend: change of the frequency a sample; all in 2^-32 cycles. */
HWY_INLINE void addSweeping (Ints anchor, Ints frequency, Ints bend, Floats gain, Floats growth,
                             PartialSums& sums)
{
    const FloatTag f;
    auto up = anchor, down = hn::Sub (anchor, frequency);
    auto upStep = hn::Add (bend, frequency), downStep = hn::Sub (bend, frequency);
    const auto halfGain = hn::Mul (gain, number (0.5f));
    const auto halfSlope = hn::Mul (halfGain, growth);
    for (int i = 0; i < kHalf; ++i)
    {
        const auto m = number (static_cast<float> (i) + 0.5f);
        const auto after = hn::Mul (sineOf (up), hn::MulAdd (m, halfSlope, halfGain));
        const auto before = hn::Mul (sineOf (down), hn::NegMulAdd (m, halfSlope, halfGain));
        const auto even = hn::Add (hn::Load (f, evenRow (sums, i)), hn::Add (after, before));
        const auto odd = hn::Add (hn::Load (f, oddRow (sums, i)), hn::Sub (after, before));
        hn::Store (even, f, evenRow (sums, i));
        hn::Store (odd, f, oddRow (sums, i));
        up = hn::Add (up, upStep);
        down = hn::Add (down, downStep);
        upStep = hn::Add (upStep, bend);
        downStep = hn::Add (downStep, bend);
    }
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
