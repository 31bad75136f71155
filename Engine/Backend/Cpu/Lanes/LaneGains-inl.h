// Gains of partials in lanes: see PartialGain.h. Included once for each instruction set.

#if defined(MELSTROM_LANE_GAINS_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_GAINS_INL
        #undef MELSTROM_LANE_GAINS_INL
    #else
        #define MELSTROM_LANE_GAINS_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LanePhases-inl.h"
    #include "Engine/Dsp/Voice/PartialGain.h"

    #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{

struct Gains
{
    Floats start, end;
};

/** nyquistFade of |frequency|. */
HWY_INLINE Floats fadeOf (Floats frequency)
{
    const auto fade =
        hn::Mul (hn::Sub (number (kFadeTo), frequency), number (1.0f / (kFadeTo - kFadeFrom)));
    return hn::Min (hn::Max (fade, number (0.0f)), number (1.0f));
}

/** filterGain of x = frequency / cutoff. */
HWY_INLINE Floats filterOf (FilterType type, FilterSlope slope, Floats x, float inverseQ)
{
    const auto square = hn::Mul (x, x);
    const auto rest = hn::Sub (number (1.0f), square);
    const auto loss = hn::Mul (x, number (inverseQ));
    const auto power = hn::Max (hn::MulAdd (rest, rest, hn::Mul (loss, loss)), number (1e-12f));
    const auto numerator = type == FilterType::low    ? number (1.0f)
                           : type == FilterType::band ? loss
                           : type == FilterType::high ? square
                                                      : hn::Abs (rest);
    const auto gain = hn::Div (numerator, hn::Sqrt (power));
    return slope == FilterSlope::db24 ? hn::Mul (gain, gain) : gain;
}

/** aboveFloor of PartialGain.h. */
HWY_INLINE Floats floored (Floats gain, float inverseFloor)
{
    const auto above = hn::MulSub (hn::Abs (gain), number (inverseFloor), number (1.0f));
    return hn::Mul (gain, hn::Min (hn::Max (above, number (0.0f)), number (1.0f)));
}

/** |cycles a sample| of partials at a control point. */
HWY_INLINE Floats frequencyOf (const PartialArrays& partials, const CopyShape& shape,
                               std::size_t at, float Motion::*point)
{
    const FloatTag f;
    const auto coefficients = [at] (const std::int32_t* of)
    { return hn::ConvertTo (FloatTag (), hn::Load (IntTag (), of + at)); };
    auto sum = hn::Mul (coefficients (partials.ratios), hn::Set (f, shape.ratio.*point));
    if (shape.hasBandwidth)
        sum = hn::MulAdd (coefficients (partials.bandwidths), hn::Set (f, shape.bandwidth.*point),
                          sum);
    if (shape.hasStretch)
        sum =
            hn::MulAdd (coefficients (partials.stretches), hn::Set (f, shape.stretch.*point), sum);
    return hn::Abs (sum);
}

/** Gains of partials at + 0, 1, ... at both control points. */
HWY_INLINE Gains gainsOf (const PartialArrays& partials, const CopyShape& shape, std::size_t at)
{
    const FloatTag f;
    const auto gainAt = [&] (const float* levels, float Motion::*point, float Ramp::*end)
    {
        const auto frequency = frequencyOf (partials, shape, at, point);
        auto gain = hn::Mul (hn::Load (f, levels + at), fadeOf (frequency));
        if (shape.filter != FilterType::off)
            gain =
                hn::Mul (gain, filterOf (shape.filter, shape.slope,
                                         hn::Mul (frequency, hn::Set (f, shape.inverseCutoff.*end)),
                                         shape.inverseQ.*end));
        return floored (gain, shape.inverseFloor.*end);
    };
    const auto start = gainAt (shape.startLevels, &Motion::startFrequency, &Ramp::start);
    if (! shape.hasRamps)
        return {start, start};
    return {start, gainAt (shape.endLevels, &Motion::endFrequency, &Ramp::end)};
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
