// The butterflies of LanePasses on SIMD vectors. Included once for each instruction set.

#if defined(MELSTROM_LANE_FFT_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_FFT_INL
        #undef MELSTROM_LANE_FFT_INL
    #else
        #define MELSTROM_LANE_FFT_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LaneOddPass-inl.h"
    #include "Engine/Backend/Cpu/Lanes/LanePasses.h"

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
/** In-place transforms of R points, natural order. */
template <int R>
HWY_INLINE void butterfly (Complex (&x)[R]);

template <>
HWY_INLINE void butterfly<2> (Complex (&x)[2])
{
    const Complex sum = x[0] + x[1];
    x[1] = x[0] - x[1];
    x[0] = sum;
}

template <>
HWY_INLINE void butterfly<3> (Complex (&x)[3])
{
    constexpr float kSine = 0.86602540378443865f; // sin (2 pi/3)
    const Complex sum = x[1] + x[2];
    const Complex turned = timesMinusI (scaled (x[1] - x[2], kSine));
    const Complex middle = addScaled (x[0], sum, -0.5f);
    x[0] = x[0] + sum;
    x[1] = middle + turned;
    x[2] = middle - turned;
}

template <>
HWY_INLINE void butterfly<4> (Complex (&x)[4])
{
    const Complex evenSum = x[0] + x[2], evenDifference = x[0] - x[2];
    const Complex oddSum = x[1] + x[3], oddTurned = timesMinusI (x[1] - x[3]);
    x[0] = evenSum + oddSum;
    x[1] = evenDifference + oddTurned;
    x[2] = evenSum - oddSum;
    x[3] = evenDifference - oddTurned;
}

template <>
HWY_INLINE void butterfly<5> (Complex (&x)[5])
{
    constexpr float kCosine1 = 0.30901699437494742f,
                    kCosine2 = -0.80901699437494742f; // 2 pi/5, 4 pi/5
    constexpr float kSine1 = 0.95105651629515357f, kSine2 = 0.58778525229247313f;
    const Complex sum1 = x[1] + x[4], sum2 = x[2] + x[3];
    const Complex difference1 = x[1] - x[4], difference2 = x[2] - x[3];
    const Complex middle1 = addScaled (addScaled (x[0], sum1, kCosine1), sum2, kCosine2);
    const Complex middle2 = addScaled (addScaled (x[0], sum1, kCosine2), sum2, kCosine1);
    const Complex turned1 =
        timesMinusI (addScaled (scaled (difference1, kSine1), difference2, kSine2));
    const Complex turned2 =
        timesMinusI (addScaled (scaled (difference1, kSine2), difference2, -kSine1));
    x[0] = x[0] + sum1 + sum2;
    x[1] = middle1 + turned1;
    x[2] = middle2 + turned2;
    x[3] = middle2 - turned2;
    x[4] = middle1 - turned1;
}

template <>
HWY_INLINE void butterfly<8> (Complex (&x)[8])
{
    constexpr float kHalfRoot = 0.70710678118654752f; // sqrt (1/2)
    Complex even[4] = {x[0], x[2], x[4], x[6]};
    Complex odd[4] = {x[1], x[3], x[5], x[7]};
    butterfly<4> (even);
    butterfly<4> (odd);
    const Complex turned1 {hn::Add (odd[1].re, odd[1].im), hn::Sub (odd[1].im, odd[1].re)};
    const Complex turned3 {hn::Sub (odd[3].im, odd[3].re),
                           hn::Neg (hn::Add (odd[3].re, odd[3].im))};
    odd[1] = scaled (turned1, kHalfRoot);
    odd[2] = timesMinusI (odd[2]);
    odd[3] = scaled (turned3, kHalfRoot);
    for (int k = 0; k < 4; ++k)
    {
        x[k] = even[k] + odd[k];
        x[k + 4] = even[k] - odd[k];
    }
}

/** One pass: y[q + s (R p + j)] = w^(j p) DFT_R (x[q + s (p + m i)])_j with m = length/R, s =
    stride. */
template <int R>
HWY_INLINE void runPass (const LanePasses& plan, const LanePasses::Pass& pass, const float* from,
                         float* to)
{
    const auto groups = static_cast<std::size_t> (pass.length / R);
    const auto stride = static_cast<std::size_t> (pass.stride);
    const float* twiddle = plan.twiddles.data () + pass.firstTwiddle;
    for (std::size_t p = 0; p < groups; ++p, twiddle += 2 * (R - 1))
        for (std::size_t q = 0; q < stride; ++q)
        {
            Complex x[R];
            for (std::size_t i = 0; i < R; ++i)
                x[i] = loadComplex (from + kComplexRow * (q + stride * (p + groups * i)));
            butterfly<R> (x);
            float* out = to + kComplexRow * (q + stride * R * p);
            storeComplex (x[0], out);
            if (p == 0)
                for (std::size_t j = 1; j < R; ++j)
                    storeComplex (x[j], out + kComplexRow * stride * j);
            else
                for (std::size_t j = 1; j < R; ++j)
                    storeComplex (rotated (x[j], twiddle + 2 * (j - 1)),
                                  out + kComplexRow * stride * j);
        }
}

/** Runs all passes. Reads `first`, overwrites both buffers, returns the buffer that holds the
    result. */
HWY_INLINE float* runPasses (const LanePasses& plan, float* first, float* second)
{
    float* from = first;
    float* to = second;
    for (const LanePasses::Pass& pass : plan.passes)
    {
        switch (pass.radix)
        {
            case 2: runPass<2> (plan, pass, from, to); break;
            case 3: runPass<3> (plan, pass, from, to); break;
            case 4: runPass<4> (plan, pass, from, to); break;
            case 5: runPass<5> (plan, pass, from, to); break;
            case 7: runOddPass<3> (plan, pass, from, to); break;
            case 8: runPass<8> (plan, pass, from, to); break;
            case 11: runOddPass<5> (plan, pass, from, to); break;
            case 13: runOddPass<6> (plan, pass, from, to); break;
            default: runOddPass<0> (plan, pass, from, to); break;
        }
        float* const done = to;
        to = from;
        from = done;
    }
    return from;
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
