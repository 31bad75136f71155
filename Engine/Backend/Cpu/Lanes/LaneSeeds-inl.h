// Start values and steps of sine recurrences. Included once for each instruction set.
//
// With m = n - 15.5, frequency w and phase p in the middle, and a bend c:
//   gain(m) sin (p + w m + c m^2) = gain(m) Im [e^(i (p + c m^2)) e^(i w m)]
// cos (w m) is even in m and sin (w m) is odd: 16 steps of two recurrences give 32 samples.
//   y += d, d -= k y,   k = 4 sin^2 (w / 2)
// Source: Gordon and Smith 1985, "A sine generation algorithm for VLSI applications".
// k keeps its relative precision at low frequencies and loses it near Nyquist. Above a quarter of
// the sample rate, pi - w replaces w:
//   cos (w m) = (-1)^i sin ((pi - w) m),  sin (w m) = (-1)^i cos ((pi - w) m),  m = i + 1/2
// An error of 2^-24 in k moves the phase at a segment's ends by less than 1e-6. Away from 0 and
// from Nyquist a step can be one operation ("quick"), y(i+1) = 2 cos w y(i) - y(i-1). From
// kQuickFrom on, the factor's rounding moves that phase by less than 2e-6.

#if defined(MELSTROM_LANE_SEEDS_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_SEEDS_INL
        #undef MELSTROM_LANE_SEEDS_INL
    #else
        #define MELSTROM_LANE_SEEDS_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LanePhases-inl.h"

    #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
/** Values of partials in the middle of the segment. */
struct Seed
{
    Floats sine, cosine; ///< of the middle phase; the cosine has the sign of the frequency
    Floats evenY, oddY;  ///< cos (w / 2), sin (w / 2): the values at m = 1/2
    Floats root;         ///< root of k; `sign` tells whether k is of w or of pi - w
    Floats sign;         ///< sign bit set: w is above a quarter of the sample rate, k is of pi - w
    Floats direction;    ///< the frequency's sign bit
};
inline constexpr float kQuickFrom = 0.25f; ///< root of k: w = 0.25, 1.9 kHz at 48 kHz

/** A recurrence at m = 1/2, then 3/2, ... `quick` is defined above. */
template <bool quick>
struct Recurrence
{
    Floats y, before;

    HWY_INLINE void step (Floats factor)
    {
        if constexpr (quick)
        {
            const auto next = hn::MulSub (factor, y, before);
            before = y;
            y = next;
        }
        else
        {
            before = hn::NegMulAdd (factor, y, before); // here `before` is the last step of y
            y = hn::Add (y, before);
        }
    }
};

/** y: a multiple of cos (w / 2). If w is mirrored and steps are not quick, the caller applies the
    alternating sign when it adds. */
template <bool quick>
HWY_INLINE Recurrence<quick> evenFrom (Floats y, Floats sign)
{
    if constexpr (quick)
        return {y, y};
    return {y, whereSigned (hn::BitCast (IntTag (), sign), hn::Add (y, y), number (0.0f))};
}
/** y: a multiple of sin (w / 2). */
template <bool quick>
HWY_INLINE Recurrence<quick> oddFrom (Floats y, Floats sign)
{
    if constexpr (quick)
        return {y, hn::Neg (y)};
    return {y, whereSigned (hn::BitCast (IntTag (), sign), number (0.0f), hn::Add (y, y))};
}
/** Factor of each step. */
template <bool quick>
HWY_INLINE Floats factorFrom (Floats root, Floats sign)
{
    return quick ? hn::Xor (hn::NegMulAdd (root, root, number (2.0f)), sign) : hn::Mul (root, root);
}
/** Sign of every second step. */
HWY_INLINE Floats alternationFrom (Floats sign)
{
    return hn::Or (number (1.0f), sign);
}

HWY_INLINE Seed seedOf (Ints middlePhase, Ints frequency)
{
    const FloatTag f;
    const auto size = hn::Abs (frequency);
    const auto fromTop = hn::Sub (number (std::numeric_limits<std::int32_t>::min ()), size);
    const WordTag w;
    const auto folded = hn::Min (hn::BitCast (w, size), hn::BitCast (w, fromTop));
    const auto half = hn::Mul (hn::ConvertTo (f, hn::BitCast (IntTag (), folded)),
                               number (7.31459042e-10f)); // pi / 2^32
    const auto sine = sineOfEighth (half), cosine = cosineOfEighth (half);
    const auto twice = hn::Add (sine, sine);
    const auto isMirrored = hn::Add (size, size);
    const auto direction = signBitOf (frequency);
    const auto phase = sineCosine (middlePhase);
    return {phase.sine,
            hn::Xor (phase.cosine, direction), // sin (w m) is odd in w
            whereSigned (isMirrored, sine, cosine),
            whereSigned (isMirrored, cosine, sine),
            twice,
            signBitOf (isMirrored),
            direction};
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
