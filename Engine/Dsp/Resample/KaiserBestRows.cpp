#include "Engine/Dsp/Resample/BesselI0.h"
#include "Engine/Dsp/Resample/PolyphaseFilter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
constexpr int kNumZeros = 50, kStepsPerZero = 8192, kTableSize = kNumZeros * kStepsPerZero + 1;
constexpr double kRolloff = 0.917347, kBeta = 12.9846;
constexpr double kUnknown = 2; ///< above every value of the table

double scaleOf (const PolyphaseShape& shape) noexcept
{
    return std::min (1.0, static_cast<double> (shape.numPhases) / shape.inputStep);
}
} // namespace

int KaiserBestRows::tableStep (const PolyphaseShape& shape) noexcept
{
    return std::max (1, static_cast<int> (scaleOf (shape) * kStepsPerZero));
}

int KaiserBestRows::wingTaps (const PolyphaseShape& shape) noexcept
{
    return kTableSize / tableStep (shape);
}

KaiserBestRows::KaiserBestRows (const PolyphaseShape& shape)
    : shape_ (shape), known_ (kTableSize, kUnknown)
{
}

double KaiserBestRows::valueAt (int index)
{
    if (index >= kTableSize)
        index = kTableSize - 1; // the last difference of the table is 0
    double& value = known_[static_cast<std::size_t> (index)];
    if (value != kUnknown)
        return value;
    const double zeros = static_cast<double> (index) / kStepsPerZero, inside = zeros / kNumZeros;
    const double angle = std::numbers::pi * kRolloff * zeros;
    const double sinc = kRolloff * (angle == 0 ? 1 : std::sin (angle) / angle);
    value = sinc * besselI0 (kBeta * std::sqrt (std::max (0.0, 1 - inside * inside))) /
            besselI0 (kBeta);
    return value;
}

void KaiserBestRows::write (int phase, double* row)
{
    const double scale = scaleOf (shape_);
    const int step = tableStep (shape_), wing = wingTaps (shape_);
    std::fill_n (row, shape_.numTaps, 0.0);
    const auto position = std::int64_t {phase} * shape_.inputStep;
    const double fraction = static_cast<double> (position % shape_.numPhases) / shape_.numPhases;
    // left: the sample at or before the output, and backwards; right: the sample behind it, and on
    for (const bool isLeft : {true, false})
    {
        const double index = (isLeft ? fraction : 1 - fraction) * scale * kStepsPerZero;
        const int offset = static_cast<int> (index);
        const double eta = index - offset;
        for (int i = 0; i < (kTableSize - offset) / step; ++i)
        {
            const double here = valueAt (offset + i * step), next = valueAt (offset + i * step + 1);
            row[isLeft ? wing - 1 - i : wing + i] = scale * (here + eta * (next - here));
        }
    }
}

} // namespace melstrom
