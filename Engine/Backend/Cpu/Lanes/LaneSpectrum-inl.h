// Power spectra of LaneFftPlan on SIMD vectors. Included once for each instruction set.

#if defined(MELSTROM_LANE_SPECTRUM_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_SPECTRUM_INL
        #undef MELSTROM_LANE_SPECTRUM_INL
    #else
        #define MELSTROM_LANE_SPECTRUM_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LaneFft-inl.h"

    #include <algorithm>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{

/** Power of bins 0 .. M from the half-size transform of samples that were multiplied by 1/2.
    spectrum (M) complex rows      power (M + 1) rows */
HWY_INLINE void unpackPower (const LaneFftPlan& plan, const float* spectrum, float* power)
{
    const LaneTag d;
    const auto points = static_cast<std::size_t> (plan.numPoints);
    const Complex zero = loadComplex (spectrum);
    const Lane two = hn::Set (d, 2.0f);
    const Lane lowest = hn::Mul (two, hn::Add (zero.re, zero.im));
    const Lane highest = hn::Mul (two, hn::Sub (zero.re, zero.im));
    hn::Store (hn::Mul (lowest, lowest), d, power);
    hn::Store (hn::Mul (highest, highest), d, power + kLanes * points);
    for (std::size_t k = 1; 2 * k <= points; ++k)
    {
        const Complex a = loadComplex (spectrum + kComplexRow * k);
        const Complex b = loadComplex (spectrum + kComplexRow * (points - k));
        const Complex even {hn::Add (a.re, b.re), hn::Sub (a.im, b.im)};
        const Complex odd {hn::Add (a.im, b.im), hn::Sub (b.re, a.re)};
        const Complex turned = rotated (odd, plan.unpack.data () + 2 * k);
        hn::Store (squaredMagnitude (even + turned), d, power + kLanes * k);
        hn::Store (squaredMagnitude (even - turned), d, power + kLanes * (points - k));
    }
}

/** Power of bins 0 .. (N - 1)/2 from the sub-transforms of a split. Bin radix k + j is point k of
    sub-transform j.
    spectrum (N/radix, (radix + 1)/2) complex rows      power ((N + 1)/2) rows */
HWY_INLINE void splitPower (const LaneFftPlan& plan, const float* spectrum, float* power)
{
    const auto radix = static_cast<std::size_t> (plan.split->radix);
    const auto samples = static_cast<std::size_t> (plan.numSamples);
    const std::size_t kept = radix / 2 + 1;
    for (std::size_t bin = 0; 2 * bin < samples; ++bin)
    {
        const std::size_t twin = bin % radix < kept ? bin : samples - bin;
        const float* const at = spectrum + kComplexRow * (kept * (twin / radix) + twin % radix);
        hn::Store (squaredMagnitude (loadComplex (at)), LaneTag (), power + kLanes * bin);
    }
}

/** samples (numInputs) real or complex rows      product (numPoints) complex rows */
HWY_INLINE void startChirp (const LaneFftPlan& plan, const float* samples, float* product)
{
    const LaneTag d;
    const LaneChirp& chirp = *plan.chirp;
    const auto numInputs = static_cast<std::size_t> (chirp.numInputs);
    for (std::size_t n = 0; n < numInputs; ++n)
    {
        const float* const root = chirp.chirp.data () + 2 * n;
        if (plan.isPacked ())
            storeComplex (rotated (loadComplex (samples + kComplexRow * n), root),
                          product + kComplexRow * n);
        else
        {
            const Lane sample = hn::Load (d, samples + kLanes * n);
            storeComplex (
                {hn::Mul (sample, hn::Set (d, root[0])), hn::Mul (sample, hn::Set (d, root[1]))},
                product + kComplexRow * n);
        }
    }
    std::fill (product + kComplexRow * numInputs,
               product + kComplexRow * static_cast<std::size_t> (plan.passes.numPoints), 0.0f);
}

/** Returns the buffer with numOutputs complex rows of the transform; those of an odd size lack
    their chirp, which does not change their power. Overwrites both buffers. */
HWY_INLINE float* runChirp (const LaneFftPlan& plan, float* first, float* second)
{
    const LaneChirp& chirp = *plan.chirp;
    startChirp (plan, first, second);
    float* const spectrum = runPasses (plan.passes, second, first);
    for (std::size_t k = 0; k < static_cast<std::size_t> (plan.passes.numPoints); ++k)
    {
        // The transform of a conjugate is the conjugate of the inverse transform.
        float* const row = spectrum + kComplexRow * k;
        storeComplex (conjugate (rotated (loadComplex (row), chirp.kernel.data () + 2 * k)), row);
    }
    float* const sums = runPasses (plan.passes, spectrum, spectrum == first ? second : first);
    if (plan.isPacked ())
        for (std::size_t k = 0; k < static_cast<std::size_t> (chirp.numOutputs); ++k)
        {
            float* const row = sums + kComplexRow * k;
            storeComplex (rotated (conjugate (loadComplex (row)), chirp.chirp.data () + 2 * k),
                          row);
        }
    return sums;
}

/** Power of bins 0 .. N/2. Returns the buffer that holds it. Overwrites both buffers.
    first (N) rows of samples; of an even N they were multiplied by 1/2
    first, second (bufferRows) rows */
HWY_INLINE float* transformToPower (const LaneFftPlan& plan, float* first, float* second)
{
    float* spectrum = nullptr;
    if (plan.chirp)
        spectrum = runChirp (plan, first, second);
    else if (plan.split)
    {
        runSplit (*plan.split, first, second);
        spectrum = runPasses (plan.passes, second, first);
    }
    else
        spectrum = runPasses (plan.passes, first, second);

    float* const power = spectrum == first ? second : first;
    if (plan.isPacked ())
        unpackPower (plan, spectrum, power);
    else if (plan.split)
        splitPower (plan, spectrum, power);
    else
        for (std::size_t k = 0; k < static_cast<std::size_t> (plan.chirp->numOutputs); ++k)
            hn::Store (squaredMagnitude (loadComplex (spectrum + kComplexRow * k)), LaneTag (),
                       power + kLanes * k);
    return power;
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
