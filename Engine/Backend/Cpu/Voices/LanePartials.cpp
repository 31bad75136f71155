#include "Engine/Backend/Cpu/Voices/LanePartials.h"

#include "Engine/Dsp/Voice/PartialGain.h"
#include "Engine/Dsp/Voice/StartPhase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{
namespace
{
std::size_t padded (std::size_t count)
{
    return (count + kPartialPadding - 1) / kPartialPadding * kPartialPadding;
}
} // namespace

LanePartials::LanePartials (const PartialTable& table, double sampleRateHz)
    : numCopies (table.numCopies), copyPositions (table.copyPositions),
      copyPlaces (table.copyPlaces), copyPhases (table.copyPhases), copyGain (table.copyGain),
      floorShare (
          melstrom::floorShare (static_cast<int> (table.partials.size ()), table.numCopies)),
      phaseAmount (toPhaseAmount (table.phaseAmount)), seed (table.seed),
      tilts (tiltGains (table, sampleRateHz)), numbers_ (5 * padded (table.partials.size ()))
{
    const std::size_t rowFloats = padded (table.partials.size ());
    std::fill_n (numbers_.data (), numbers_.size (), 0.0f);
    if (table.partials.empty ())
        return;
    float* const floats = numbers_.data ();
    // Integers lie in the same memory: both types have 32 bits, and 0 is all zero bits in both.
    auto* const words = reinterpret_cast<std::int32_t*> (floats + 2 * rowFloats);
    arrays_ = {words, words + rowFloats, words + 2 * rowFloats, floats, floats + rowFloats};
    // Silent padding has the highest ratio, so that it takes the same branches as its neighbours.
    std::fill_n (words, rowFloats, table.partials.back ().ratio);
    for (std::size_t i = 0; i < table.partials.size (); ++i)
    {
        const Partial& partial = table.partials[i];
        words[i] = partial.ratio;
        words[rowFloats + i] = partial.bandwidth;
        words[2 * rowFloats + i] = partial.stretch;
        floats[i] = partial.amplitude;
        floats[rowFloats + i] = static_cast<float> (
            std::log2 (std::ldexp (static_cast<double> (partial.ratio), -kCoefficientBits)));
        const auto ratio = static_cast<float> (partial.ratio);
        ratios_.push_back (ratio);
        mostBandwidth_ =
            std::max (mostBandwidth_, std::fabs (static_cast<float> (partial.bandwidth)) / ratio);
        leastStretch_ = std::min (leastStretch_, static_cast<float> (partial.stretch) / ratio);
        mostStretch_ = std::max (mostStretch_, static_cast<float> (partial.stretch) / ratio);
    }
    loudestFrom_.resize ((ratios_.size () + kGroup - 1) / kGroup);
    float loudest = 0;
    for (std::size_t i = ratios_.size (); i-- > 0;)
    {
        loudest = std::max (loudest, std::fabs (table.partials[i].amplitude));
        if (i % kGroup == 0)
            loudestFrom_[i / kGroup] = loudest;
    }
}

/** Least frequency of a partial for a ratio of 1 step: f = ratio (g0 + b/ratio g2 + s/ratio g3) >=
    ratio x (least value of the sum in brackets). */
float LanePartials::leastFrequency (const CopyShape& shape, float Motion::*point) const noexcept
{
    const float stretch = shape.stretch.*point;
    return shape.ratio.*point - mostBandwidth_ * std::fabs (shape.bandwidth.*point) +
           std::min (leastStretch_ * stretch, mostStretch_ * stretch);
}

float LanePartials::silentFromRatio (const CopyShape& shape, float Motion::*point) const noexcept
{
    const float least = leastFrequency (shape, point);
    constexpr float kRoundingRatio = 1.00001f;
    return least > 0.0f ? kFadeTo * kRoundingRatio / least : std::numeric_limits<float>::max ();
}

std::size_t LanePartials::numBelowFade (const CopyShape& shape) const noexcept
{
    const float ratio = std::max (silentFromRatio (shape, &Motion::startFrequency),
                                  silentFromRatio (shape, &Motion::endFrequency));
    return static_cast<std::size_t> (std::upper_bound (ratios_.begin (), ratios_.end (), ratio) -
                                     ratios_.begin ());
}

/** True if all partials from group `group` (of kGroup) on lie below the floor at a control point.
    Beyond the cutoff, x > 1, |1 - x^2| alone bounds the denominator of filterGain from below, and
    the bound of the gain falls with x. */
bool LanePartials::isBelowFloor (const CopyShape& shape, std::size_t group,
                                 float Motion::*frequency, float Ramp::*point) const noexcept
{
    constexpr float kRoundingRatio = 1.001f;
    const float first = ratios_[group * kGroup], last = ratios_.back ();
    const float tilt = shape.tilt.*point;
    float most = kRoundingRatio * shape.mostLevel.*point * loudestFrom_[group];
    if (tilt != 0.0f)
        most *=
            std::exp2 (tilt * (std::log2 (tilt < 0.0f ? first : last) - float {kCoefficientBits}));
    if (shape.filter != FilterType::off && shape.filter != FilterType::notch)
    {
        const float x = first * leastFrequency (shape, frequency) * (shape.inverseCutoff.*point);
        if (! (x > kRoundingRatio))
            return false;
        const float numerator = shape.filter == FilterType::low    ? 1.0f
                                : shape.filter == FilterType::band ? x * (shape.inverseQ.*point)
                                                                   : x * x;
        const float gain = numerator / (x * x - 1.0f);
        most *= shape.slope == FilterSlope::db24 ? gain * gain : gain;
    }
    return most * (shape.inverseFloor.*point) < 1.0f;
}

std::size_t LanePartials::numAboveFloor (const CopyShape& shape, std::size_t count) const noexcept
{
    const auto isSilentFrom = [&] (std::size_t group)
    {
        return isBelowFloor (shape, group, &Motion::startFrequency, &Ramp::start) &&
               isBelowFloor (shape, group, &Motion::endFrequency, &Ramp::end);
    };
    std::size_t heard = 0, silent = (count + kGroup - 1) / kGroup;
    if (silent == 0 || ! isSilentFrom (silent - 1))
        return count;
    for (--silent; heard < silent;)
    {
        const std::size_t middle = (heard + silent) / 2;
        if (isSilentFrom (middle))
            silent = middle;
        else
            heard = middle + 1;
    }
    return silent * kGroup;
}

} // namespace melstrom
