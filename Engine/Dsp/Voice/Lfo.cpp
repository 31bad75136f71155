#include "Engine/Dsp/Voice/Lfo.h"

#include "Engine/Dsp/Voice/CounterHash.h"

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

/** From 0 to 1, continuous in value, slope and curvature. x: 0 .. 1 */
double edgeAt (double x) noexcept
{
    return x * x * x * (10 - 15 * x + 6 * x * x);
}

/** Remaining share of the value before the last jump, during the edge. cycles: since the beginning,
    phase included; jump: the cycles of the last jump. */
double leftOfFormer (const LfoSettings& settings, double cycles, double jump) noexcept
{
    const bool hasFormer = jump > settings.phaseCycles;
    const double since = cycles - jump;
    return hasFormer && since < settings.edgeCycles ? 1 - edgeAt (since / settings.edgeCycles) : 0;
}

double squareAt (const LfoSettings& settings, double cycles, double cycle) noexcept
{
    const bool isFirstHalf = cycles - cycle < 0.5;
    const double left = leftOfFormer (settings, cycles, isFirstHalf ? cycle : cycle + 0.5);
    return (isFirstHalf ? 1 : -1) * (1 - 2 * left);
}

/** The rising ramp. It keeps rising during its edge, which adds less than a fifth of the edge's
    length. */
double rampAt (const LfoSettings& settings, double cycles, double cycle) noexcept
{
    const double left = leftOfFormer (settings, cycles, cycle);
    return (2 * (cycles - cycle) - 1 + 2 * left) / (1 + 0.2 * settings.edgeCycles);
}

double waveAt (const LfoSettings& settings, double cycles, std::uint32_t seed) noexcept
{
    const double cycle = std::floor (cycles), phase = cycles - cycle;
    const auto index = static_cast<std::uint32_t> (static_cast<std::int64_t> (cycle));
    const auto valueOf = [seed] (std::uint32_t at) { return bipolarOf (hashOf (seed, at)); };
    switch (settings.shape)
    {
        case LfoShape::sine: return std::sin (2 * std::numbers::pi * phase);
        case LfoShape::triangle: return triangleAt (phase);
        case LfoShape::rampUp: return rampAt (settings, cycles, cycle);
        case LfoShape::rampDown: return -rampAt (settings, cycles, cycle);
        case LfoShape::square: return squareAt (settings, cycles, cycle);
        case LfoShape::steps:
        {
            const double left = leftOfFormer (settings, cycles, cycle);
            return valueOf (index) + left * (valueOf (index - 1) - valueOf (index));
        }
        case LfoShape::drift:
        {
            const double from = valueOf (index), to = valueOf (index + 1);
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

double edgeCyclesAt (double rateHz) noexcept
{
    return std::min (0.5, kLfoEdgeSeconds * rateHz);
}

double lfoAt (const LfoSettings& settings, double cycles, double noteSeconds,
              std::uint32_t seed) noexcept
{
    const double wave = waveAt (settings, cycles + settings.phaseCycles, seed);
    const double fade =
        settings.fadeSeconds > 0 ? std::clamp (noteSeconds / settings.fadeSeconds, 0.0, 1.0) : 1;
    return wave * fade;
}

} // namespace melstrom
