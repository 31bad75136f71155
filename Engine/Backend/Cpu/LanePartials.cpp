#include "Engine/Backend/Cpu/LanePartials.h"

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
      phaseAmount (toPhaseAmount (table.phaseAmount)), seed (table.seed),
      tilts (tiltGains (table, sampleRateHz)), numbers_ (5 * padded (table.partials.size ()))
{
    const std::size_t rowFloats = padded (table.partials.size ());
    std::fill_n (numbers_.data (), numbers_.size (), 0.0f);
    if (table.partials.empty ())
        return;
    float* const floats = numbers_.data ();
    // Whole numbers lie in the same memory: both types have 32 bits and a 0 of no bits.
    auto* const words = reinterpret_cast<std::int32_t*> (floats + 2 * rowFloats);
    arrays_ = {words, words + rowFloats, words + 2 * rowFloats, floats, floats + rowFloats};
    // Silent padding at the highest ratio takes the way that its neighbours take.
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
}

/** f = ratio (g0 + b/ratio g2 + s/ratio g3) >= ratio x the least that the sum in brackets can
    be. */
float LanePartials::silentFromRatio (const CopyShape& shape, float Motion::*point) const noexcept
{
    const float stretch = shape.stretch.*point;
    const float least = shape.ratio.*point - mostBandwidth_ * std::fabs (shape.bandwidth.*point) +
                        std::min (leastStretch_ * stretch, mostStretch_ * stretch);
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

} // namespace melstrom
