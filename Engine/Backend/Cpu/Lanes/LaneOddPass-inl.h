// Passes of an odd radix: of complex rows, and of the real rows that a transform begins with.
// Included once for each instruction set.

#if defined(MELSTROM_LANE_ODD_PASS_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_ODD_PASS_INL
        #undef MELSTROM_LANE_ODD_PASS_INL
    #else
        #define MELSTROM_LANE_ODD_PASS_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LaneComplex-inl.h"
    #include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{

/** The points x[0] to x[R - 1] of an odd butterfly, as x[0], x[i] + x[R - i] and x[i] - x[R - i].
 */
template <class Point>
struct OddPoints
{
    Point first;
    Point sums[LanePasses::kMostRadix / 2];
    Point differences[LanePasses::kMostRadix / 2];
};

HWY_INLINE void addScaledTo (Complex& sum, Complex a, Lane factor)
{
    sum = {hn::MulAdd (a.re, factor, sum.re), hn::MulAdd (a.im, factor, sum.im)};
}
HWY_INLINE void addScaledTo (Lane& sum, Lane a, Lane factor)
{
    sum = hn::MulAdd (a, factor, sum);
}
HWY_INLINE Complex scaledBy (Complex a, Lane factor)
{
    return {hn::Mul (a.re, factor), hn::Mul (a.im, factor)};
}
HWY_INLINE Lane scaledBy (Lane a, Lane factor)
{
    return hn::Mul (a, factor);
}

/** For output k + o: even[o] = x[0] + sum of sums[i] cos, odd[o] = sum of differences[i] sin.
    roots: rows k and following of `oddRoots` */
template <std::size_t kOutputs, class Point>
HWY_INLINE void sumOddPoints (const OddPoints<Point>& x, std::size_t numPairs, const float* roots,
                              Point (&even)[kOutputs], Point (&odd)[kOutputs])
{
    const LaneTag d;
    for (std::size_t o = 0; o < kOutputs; ++o)
    {
        const float* const row = roots + 2 * o * numPairs;
        even[o] = x.first;
        addScaledTo (even[o], x.sums[0], hn::Set (d, row[0]));
        odd[o] = scaledBy (x.differences[0], hn::Set (d, row[1]));
    }
    for (std::size_t i = 1; i < numPairs; ++i)
        for (std::size_t o = 0; o < kOutputs; ++o)
        {
            const float* const root = roots + 2 * (o * numPairs + i);
            addScaledTo (even[o], x.sums[i], hn::Set (d, root[0]));
            addScaledTo (odd[o], x.differences[i], hn::Set (d, root[1]));
        }
}

/** Calls store (k, even, odd) for k = 1 .. numPairs. */
template <std::size_t kOutputs, class Point, class Store>
HWY_INLINE void sumAllOddPoints (const OddPoints<Point>& x, std::size_t numPairs,
                                 const float* roots, const Store& store)
{
    Point even[kOutputs], odd[kOutputs];
    std::size_t k = 1;
    for (; k + kOutputs <= numPairs + 1; k += kOutputs)
    {
        sumOddPoints (x, numPairs, roots + 2 * numPairs * (k - 1), even, odd);
        for (std::size_t o = 0; o < kOutputs; ++o)
            store (k + o, even[o], odd[o]);
    }
    Point lastEven[1], lastOdd[1];
    for (; k <= numPairs; ++k)
    {
        sumOddPoints (x, numPairs, roots + 2 * numPairs * (k - 1), lastEven, lastOdd);
        store (k, lastEven[0], lastOdd[0]);
    }
}

/** As runPass, of the odd radix 2 kPairs + 1; kPairs = 0: of any odd radix. */
template <std::size_t kPairs>
HWY_INLINE void runOddPass (const LanePasses& plan, const LanePasses::Pass& pass, const float* from,
                            float* to)
{
    const std::size_t numPairs = kPairs > 0 ? kPairs : static_cast<std::size_t> (pass.radix / 2);
    const std::size_t radix = 2 * numPairs + 1;
    const auto groups = static_cast<std::size_t> (pass.length) / radix;
    const auto stride = static_cast<std::size_t> (pass.stride);
    const float* const roots = plan.roots.data () + pass.firstRoot;
    const float* twiddle = plan.twiddles.data () + pass.firstTwiddle;
    for (std::size_t p = 0; p < groups; ++p, twiddle += 2 * (radix - 1))
        for (std::size_t q = 0; q < stride; ++q)
        {
            const auto load = [&] (std::size_t i)
            { return loadComplex (from + kComplexRow * (q + stride * (p + groups * i))); };
            float* const out = to + kComplexRow * (q + stride * radix * p);
            OddPoints<Complex> x;
            x.first = load (0);
            Complex total = x.first;
            for (std::size_t i = 0; i < numPairs; ++i)
            {
                const Complex a = load (i + 1), b = load (radix - 1 - i);
                x.sums[i] = a + b;
                x.differences[i] = a - b;
                total = total + x.sums[i];
            }
            storeComplex (total, out);
            sumAllOddPoints<2> (x, numPairs, roots,
                                [&] (std::size_t k, Complex even, Complex odd)
                                {
                                    const Complex turned = timesMinusI (odd);
                                    storeComplex (rotated (even + turned, twiddle + 2 * (k - 1)),
                                                  out + kComplexRow * stride * k);
                                    storeComplex (
                                        rotated (even - turned, twiddle + 2 * (radix - k - 1)),
                                        out + kComplexRow * stride * (radix - k));
                                });
        }
}

/** The first pass of real rows. Of its `radix` sub-transforms it gives the first (radix + 1)/2: the
    others are their conjugates.
    from  (length) real rows      to  (length/radix, (radix + 1)/2) complex rows */
HWY_INLINE void runSplit (const LaneOddSplit& split, const float* from, float* to)
{
    const LaneTag d;
    const auto radix = static_cast<std::size_t> (split.radix);
    const auto groups = static_cast<std::size_t> (split.numGroups);
    const std::size_t numPairs = radix / 2;
    const float* twiddle = split.twiddles.data ();
    for (std::size_t p = 0; p < groups; ++p, twiddle += 2 * numPairs)
    {
        const auto load = [&] (std::size_t i)
        { return hn::Load (d, from + kLanes * (p + groups * i)); };
        float* const out = to + kComplexRow * (numPairs + 1) * p;
        OddPoints<Lane> x;
        x.first = load (0);
        Lane total = x.first;
        for (std::size_t i = 0; i < numPairs; ++i)
        {
            const Lane a = load (i + 1), b = load (radix - 1 - i);
            x.sums[i] = hn::Add (a, b);
            x.differences[i] = hn::Sub (a, b);
            total = hn::Add (total, x.sums[i]);
        }
        storeComplex ({total, hn::Zero (d)}, out);
        sumAllOddPoints<4> (x, numPairs, split.roots.data (),
                            [&] (std::size_t k, Lane even, Lane odd) {
                                storeComplex (
                                    rotated ({even, hn::Neg (odd)}, twiddle + 2 * (k - 1)),
                                    out + kComplexRow * k);
                            });
    }
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
