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

double cyclesAt (const LfoSettings& settings, const LfoTime& time) noexcept
{
    switch (settings.sync)
    {
        case LfoSync::free: return settings.rateHz * time.absoluteSeconds;
        case LfoSync::note: return settings.rateHz * std::max (0.0, time.noteSeconds);
        case LfoSync::tempo: return time.songBeats / settings.beatsPerCycle;
    }
    return 0;
}

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

double lfoAt (const LfoSettings& settings, const LfoTime& time, std::uint32_t seed) noexcept
{
    const double wave =
        waveAt (settings.shape, cyclesAt (settings, time) + settings.phaseCycles, seed);
    const double fade = settings.fadeSeconds > 0
                            ? std::clamp (time.noteSeconds / settings.fadeSeconds, 0.0, 1.0)
                            : 1;
    return wave * fade;
}

} // namespace melstrom
