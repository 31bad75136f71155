#include "Engine/Dsp/Voice/Envelope.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

constexpr double kDecayRate = 3;

/** Of attack and release. */
constexpr double rateOf (EnvelopeCurve curve) noexcept
{
    return curve == EnvelopeCurve::gentle ? 3 : 5;
}

struct HeldValue
{
    double level;
    bool isDecaying; ///< attack and hold are done
};

HeldValue heldAt (const EnvelopeShape& shape, double seconds) noexcept
{
    const bool isLinear = shape.curve == EnvelopeCurve::linear;
    if (seconds < shape.attackSeconds)
    {
        const double x = seconds / shape.attackSeconds;
        return {isLinear ? x : -std::expm1 (-rateOf (shape.curve) * x), false};
    }
    const double decaying = seconds - shape.attackSeconds - shape.holdSeconds;
    if (decaying < 0)
        return {1, false};
    if (shape.sustain == 1)
        return {1, true}; // what the curve comes to, without asking it
    const double share = decayShare (shape.curve, shape.decaySeconds, decaying);
    return {shape.sustain + (1 - shape.sustain) * share, true};
}

/** The share of the level at the release that is there still. */
double releaseShare (const EnvelopeShape& shape, double seconds) noexcept
{
    const double x = shape.releaseSeconds > 0 ? seconds / shape.releaseSeconds : 1;
    if (shape.curve == EnvelopeCurve::linear)
        return std::max (0.0, 1 - x);
    const double rate = rateOf (shape.curve);
    if (x < 1)
        return std::exp (-rate * x);
    const double tail = (seconds - shape.releaseSeconds) / kReleaseTailSeconds;
    return std::exp (-rate) * std::max (0.0, 1 - tail);
}

} // namespace

double decayShare (EnvelopeCurve curve, double totalSeconds, double seconds) noexcept
{
    if (totalSeconds <= 0)
        return 0;
    const double x = seconds / totalSeconds;
    return curve == EnvelopeCurve::linear ? std::max (0.0, 1 - x) : std::exp (-kDecayRate * x);
}

EnvelopeValue envelopeAt (const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept
{
    const double now = std::max (0.0, seconds);
    const double release = std::max (0.0, releasedAfter.value_or (now));
    const bool isReleased = releasedAfter.has_value () && now >= release;
    const HeldValue held = heldAt (shape, isReleased ? release : now);
    const double level = isReleased ? held.level * releaseShare (shape, now - release) : held.level;
    if ((isReleased || held.isDecaying) && level < kSilentLevel)
        return {0, true};
    return {level, false, ! isReleased && held.isDecaying && level == shape.sustain};
}

} // namespace melstrom
