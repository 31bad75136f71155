// Complex numbers on SIMD vectors: one frame a lane. Included once for each instruction set.

#if defined(MELSTROM_LANE_COMPLEX_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_COMPLEX_INL
        #undef MELSTROM_LANE_COMPLEX_INL
    #else
        #define MELSTROM_LANE_COMPLEX_INL
    #endif

    #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

/** At most 16 frames, so that the working set of a 2048-point transform stays in the second-level
    cache. */
using LaneTag = hn::CappedTag<float, 16>;
using Lane = hn::Vec<LaneTag>;
inline constexpr std::size_t kLanes = hn::MaxLanes (LaneTag ());

/** One complex number a lane. In memory: one vector of real parts, then one vector of imaginary
    parts. */
struct Complex
{
    Lane re, im;
};

/** Floats from one complex row to the next. */
inline constexpr std::size_t kComplexRow = 2 * kLanes;

HWY_INLINE Complex loadComplex (const float* from)
{
    return {hn::Load (LaneTag (), from), hn::Load (LaneTag (), from + kLanes)};
}

HWY_INLINE void storeComplex (Complex value, float* to)
{
    hn::Store (value.re, LaneTag (), to);
    hn::Store (value.im, LaneTag (), to + kLanes);
}

HWY_INLINE Complex operator+ (Complex a, Complex b)
{
    return {hn::Add (a.re, b.re), hn::Add (a.im, b.im)};
}
HWY_INLINE Complex operator- (Complex a, Complex b)
{
    return {hn::Sub (a.re, b.re), hn::Sub (a.im, b.im)};
}
HWY_INLINE Complex timesMinusI (Complex a)
{
    return {a.im, hn::Neg (a.re)};
}
HWY_INLINE Complex scaled (Complex a, float factor)
{
    const Lane f = hn::Set (LaneTag (), factor);
    return {hn::Mul (a.re, f), hn::Mul (a.im, f)};
}
HWY_INLINE Complex addScaled (Complex a, Complex b, float factor)
{
    const Lane f = hn::Set (LaneTag (), factor);
    return {hn::MulAdd (b.re, f, a.re), hn::MulAdd (b.im, f, a.im)};
}
HWY_INLINE Complex rotated (Complex a, const float* root)
{
    const Lane re = hn::Set (LaneTag (), root[0]);
    const Lane im = hn::Set (LaneTag (), root[1]);
    return {hn::MulSub (a.re, re, hn::Mul (a.im, im)), hn::MulAdd (a.re, im, hn::Mul (a.im, re))};
}

HWY_INLINE Complex conjugate (Complex a)
{
    return {a.re, hn::Neg (a.im)};
}
HWY_INLINE Lane squaredMagnitude (Complex a)
{
    return hn::MulAdd (a.re, a.re, hn::Mul (a.im, a.im));
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
