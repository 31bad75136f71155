#include "Engine/Dsp/Resample/PolyphaseFilter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

SincHannRows::SincHannRows (const Resampling& resampling, const PolyphaseShape& shape) noexcept
    : shape_ (shape), cutoff_ (std::min (shape.inputStep, shape.numPhases)), widthZeros_ (6),
      hasFloatPhases_ (resampling.kind == ResamplerKind::sincHann)
{
    cutoff_ *= hasFloatPhases_ ? resampling.rolloffRatio : 0.99;
    if (hasFloatPhases_)
        widthZeros_ = resampling.widthZeros;
}

void SincHannRows::write (int phase, double* row) const
{
    const auto first = shape_.firstSampleOf (phase);
    const double at = hasFloatPhases_
                          ? static_cast<float> (phase) / static_cast<float> (shape_.numPhases)
                          : static_cast<double> (phase) / shape_.numPhases;
    for (int tap = 0; tap < shape_.numTaps; ++tap)
    {
        const double zeros = (static_cast<double> (first + tap) / shape_.inputStep - at) * cutoff_;
        const double angle = zeros * std::numbers::pi;
        const double window = std::cos (angle / widthZeros_ / 2);
        const bool isInside = std::abs (zeros) < widthZeros_;
        const double sinc = zeros == 0 ? 1 : std::sin (angle) / angle;
        row[tap] = isInside ? sinc * window * window * cutoff_ / shape_.inputStep : 0;
    }
}

} // namespace melstrom
