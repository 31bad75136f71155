// Phases and their sines in lanes. Included once for each instruction set.

#if defined(MELSTROM_LANE_PHASES_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_PHASES_INL
        #undef MELSTROM_LANE_PHASES_INL
    #else
        #define MELSTROM_LANE_PHASES_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/PartialKernels.h"

    #include <hwy/highway.h>
    #include <limits>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::CappedTag<float, kPartialPadding>;
using IntTag = hn::Rebind<std::int32_t, FloatTag>;
using WordTag = hn::Rebind<std::uint32_t, FloatTag>;
using Floats = hn::Vec<FloatTag>;
using Ints = hn::Vec<IntTag>;
using Words = hn::Vec<WordTag>;
inline constexpr std::size_t kPartialLanes = hn::MaxLanes (FloatTag ());

HWY_INLINE Floats number (float value)
{
    return hn::Set (FloatTag (), value);
}
HWY_INLINE Ints number (std::int32_t value)
{
    return hn::Set (IntTag (), value);
}

/** A 64-bit number in all lanes: upper 2^32 + lower. `lower` is signed, because the lanes multiply
    signed numbers. */
struct Factor
{
    Ints lower, upper;
};
HWY_INLINE Factor factorOf (std::uint64_t turns)
{
    const auto low = static_cast<std::uint32_t> (turns);
    const auto high = static_cast<std::uint32_t> ((turns + 0x80000000u) >> 32);
    return {number (static_cast<std::int32_t> (low)), number (static_cast<std::int32_t> (high))};
}

/** Upper half of coefficient times turns, rounded down. The product is in steps of 2^-64, the
    result in steps of 2^-32. */
HWY_INLINE Ints upperHalf (Ints coefficient, const Factor& turns)
{
    const IntTag d;
    const hn::Repartition<std::uint64_t, IntTag> wide;
    const auto odds = hn::BitCast (d, hn::ShiftRight<32> (hn::BitCast (wide, coefficient)));
    const auto even = hn::BitCast (wide, hn::MulEven (coefficient, turns.lower));
    const auto odd = hn::BitCast (d, hn::MulEven (odds, turns.lower));
    const auto carried = hn::OddEven (odd, hn::BitCast (d, hn::ShiftRight<32> (even)));
    return hn::Add (carried, hn::Mul (coefficient, turns.upper));
}

/** The same for unsigned words and a factor below 2^32. */
HWY_INLINE Words upperHalf (Words word, Words factors)
{
    const WordTag d;
    const hn::Repartition<std::uint64_t, WordTag> wide;
    const auto odds = hn::BitCast (d, hn::ShiftRight<32> (hn::BitCast (wide, word)));
    const auto even = hn::MulEven (word, factors);
    const auto odd = hn::MulEven (odds, factors);
    return hn::OddEven (hn::BitCast (d, odd), hn::BitCast (d, hn::ShiftRight<32> (even)));
}

/** mixWord of CounterHash.h. */
HWY_INLINE Words mixWords (Words x)
{
    const WordTag d;
    x = hn::Mul (hn::Xor (x, hn::ShiftRight<16> (x)), hn::Set (d, 0x7feb352du));
    x = hn::Mul (hn::Xor (x, hn::ShiftRight<15> (x)), hn::Set (d, 0x846ca68bu));
    return hn::Xor (x, hn::ShiftRight<16> (x));
}

/** sin x, |x| <= pi / 4; relative error below 1.3e-8 before rounding (interpolation at Chebyshev
    points). */
HWY_INLINE Floats sineOfEighth (Floats x)
{
    const auto square = hn::Mul (x, x);
    auto p = hn::MulAdd (square, number (-1.95878909e-4f), number (8.33274827e-3f));
    p = hn::MulAdd (square, p, number (-1.66666647e-1f));
    return hn::MulAdd (hn::Mul (x, square), p, x);
}
/** cos x, |x| <= pi / 4; error below 1e-9 before rounding. */
HWY_INLINE Floats cosineOfEighth (Floats x)
{
    const auto square = hn::Mul (x, x);
    auto p = hn::MulAdd (square, number (2.45479421e-5f), number (-1.38883030e-3f));
    p = hn::MulAdd (square, p, number (4.16666647e-2f));
    p = hn::MulAdd (square, p, number (-0.5f));
    return hn::MulAdd (square, p, number (1.0f));
}

struct SineCosine
{
    Floats sine, cosine;
};

/** Selects by the sign bits of `words`. Below SSE4, IfNegativeThenElse of Highway 1.0 uses all bits
    of floats instead. */
HWY_INLINE Floats whereSigned (Ints words, Floats yes, Floats no)
{
    const FloatTag f;
    if constexpr (HWY_TARGET <= HWY_SSE4)
        return hn::IfNegativeThenElse (hn::BitCast (f, words), yes, no);
    else
        return hn::IfThenElse (hn::RebindMask (f, hn::Lt (words, hn::Zero (IntTag ()))), yes, no);
}
HWY_INLINE Floats signBitOf (Ints words)
{
    return hn::And (hn::BitCast (FloatTag (), words), number (-0.0f));
}

/** Sine and cosine of a phase in steps of 2^-32 cycles. */
HWY_INLINE SineCosine sineCosine (Ints phase)
{
    const FloatTag f;
    // The sum has the index of the nearest quarter turn in its upper two bits.
    const auto quarters = hn::Add (phase, number (1 << 29));
    const auto rest =
        hn::Xor (hn::ShiftLeft<2> (quarters), number (std::numeric_limits<std::int32_t>::min ()));
    const auto x = hn::Mul (hn::ConvertTo (f, rest), number (3.65729521e-10f)); // 2 pi / 2^34
    const auto sine = sineOfEighth (x), cosine = cosineOfEighth (x);
    const auto isOdd = hn::Add (quarters, quarters);
    return {hn::Xor (whereSigned (isOdd, cosine, sine), signBitOf (quarters)),
            hn::Xor (whereSigned (isOdd, sine, cosine),
                     signBitOf (hn::Add (quarters, number (1 << 30))))};
}

/** sin of a phase in steps of 2^-32 cycles; error below 3e-8 before rounding. */
HWY_INLINE Floats sineOf (Ints phase)
{
    const FloatTag f;
    // Beyond a quarter turn in either direction, sin (x) = sin (pi - x).
    const auto isBeyond = hn::Lt (hn::Xor (phase, hn::Add (phase, phase)), hn::Zero (IntTag ()));
    const auto mirrored = hn::Sub (number (std::numeric_limits<std::int32_t>::min ()), phase);
    const auto folded = hn::IfThenElse (isBeyond, mirrored, phase);
    const auto x = hn::Mul (hn::ConvertTo (f, folded), number (1.46291808e-9f));
    const auto square = hn::Mul (x, x);
    auto p = hn::MulAdd (square, number (2.63475639e-6f), number (-1.98227395e-4f));
    p = hn::MulAdd (square, p, number (8.33324214e-3f));
    p = hn::MulAdd (square, p, number (-1.66666660e-1f));
    return hn::MulAdd (hn::Mul (x, square), p, x);
}

/** 2^x, |x| < 126; relative error below 2e-7. */
HWY_INLINE Floats powerOfTwo (Floats x)
{
    const FloatTag f;
    const auto whole = hn::Round (x);
    const auto rest = hn::Sub (x, whole);
    auto p = hn::MulAdd (rest, number (1.54614447e-4f), number (1.34004282e-3f));
    for (const float c : {9.61805668e-3f, 5.55032723e-2f, 2.40226509e-1f, 6.93147207e-1f, 1.0f})
        p = hn::MulAdd (rest, p, number (c));
    const auto exponent =
        hn::ShiftLeft<23> (hn::Add (hn::ConvertTo (IntTag (), whole), number (127)));
    return hn::Mul (p, hn::BitCast (f, exponent));
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
