#include "Engine/Dsp/Voice/Lfo.h"

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Dsp/Voice/HashValue.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

double triangleAt (double phase) noexcept
{
    const double shifted = phase + 0.25 - std::floor (phase + 0.25);
    return 1 - 4 * std::fabs (shifted - 0.5);
}

double waveAt (LfoShape shape, double cycles, std::uint32_t seed) noexcept
{
    const double cycle = std::floor (cycles), phase = cycles - cycle;
    const auto index = static_cast<std::uint32_t> (static_cast<std::int64_t> (cycle));
    switch (shape)
    {
        case LfoShape::sine: return std::sin (2 * std::numbers::pi * phase);
        case LfoShape::triangle: return triangleAt (phase);
        case LfoShape::rampUp: return 2 * phase - 1;
        case LfoShape::rampDown: return 1 - 2 * phase;
        case LfoShape::square: return phase < 0.5 ? 1 : -1;
        case LfoShape::steps: return bipolarOf (hashOf (seed, index));
        case LfoShape::drift:
        {
            const double from = bipolarOf (hashOf (seed, index));
            const double to = bipolarOf (hashOf (seed, index + 1));
            return from + (to - from) * phase * phase * (3 - 2 * phase);
        }
    }
    return 0;
}

} // namespace

LfoRecord advanced (const LfoRecord& record, double rateHz, double seconds) noexcept
{
    LfoRecord next = record;
    if (next.rateHz > 0 && next.rateHz != rateHz)
        next.began = seconds - (seconds - next.began) * next.rateHz / rateHz;
    next.rateHz = rateHz;
    const double whole = std::floor ((seconds - next.began) * rateHz);
    next.began += whole / rateHz;
    next.cycle += static_cast<std::int64_t> (whole);
    return next;
}

double lfoCycles (const LfoRecord& record, double rateHz, double seconds) noexcept
{
    return static_cast<double> (record.cycle) +
           (seconds - record.began) * (record.rateHz > 0 ? record.rateHz : rateHz);
}

double lfoAt (const LfoSettings& settings, double cycles, double noteSeconds,
              std::uint32_t seed) noexcept
{
    const double wave = waveAt (settings.shape, cycles + settings.phaseCycles, seed);
    const double fade =
        settings.fadeSeconds > 0 ? std::clamp (noteSeconds / settings.fadeSeconds, 0.0, 1.0) : 1;
    return wave * fade;
}

} // namespace melstrom
