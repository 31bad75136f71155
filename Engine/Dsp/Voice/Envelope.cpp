#include "Engine/Dsp/Voice/Envelope.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

constexpr double kDecayRate = 3;
/** A decay that is over: exp (-3x) is 0. */
constexpr double kSettledX = 1000;

/** Of attack and release. */
constexpr double rateOf (EnvelopeCurve curve) noexcept
{
    return curve == EnvelopeCurve::gentle ? 3 : 5;
}

/** The x at which a release leaves its curve. */
double releaseEnd (EnvelopeCurve curve) noexcept
{
    return curve == EnvelopeCurve::linear ? 1 : -std::log (kReleaseFloor) / rateOf (curve);
}

double secondsOf (EnvelopeStage stage, const EnvelopeShape& shape) noexcept
{
    switch (stage)
    {
        case EnvelopeStage::attack: return shape.attackSeconds;
        case EnvelopeStage::hold: return shape.holdSeconds;
        case EnvelopeStage::decay: return shape.decaySeconds;
        case EnvelopeStage::release: return shape.releaseSeconds;
    }
    return 0;
}

/** Its time may be another one now: x stays what it is. */
void follow (EnvelopeRecord& record, const EnvelopeShape& shape, double now) noexcept
{
    const double seconds = secondsOf (record.stage, shape);
    if (record.seconds > 0 && record.seconds != seconds)
        record.began = now - (now - record.began) / record.seconds * seconds;
    if (record.seconds == 0 && seconds > 0 && record.stage == EnvelopeStage::decay)
        record.began = now - kSettledX * seconds;
    if (record.seconds < 0)
        record.curve = shape.curve;
    record.seconds = seconds;
}

void enter (EnvelopeRecord& record, EnvelopeStage stage, const EnvelopeShape& shape,
            double began) noexcept
{
    record.stage = stage;
    record.began = began;
    record.seconds = secondsOf (stage, shape);
    record.curve = shape.curve;
}

/** Of attack, hold and decay. */
double heldLevel (const EnvelopeRecord& record, const EnvelopeShape& shape, double now) noexcept
{
    const double since = now - record.began;
    if (record.stage == EnvelopeStage::attack)
    {
        const double x = since / record.seconds; // its length is not 0, or it would be over
        return record.curve == EnvelopeCurve::linear ? x : -std::expm1 (-rateOf (record.curve) * x);
    }
    if (record.stage == EnvelopeStage::hold || shape.sustain == 1)
        return 1; // what the decay's curve comes to, without asking it
    return shape.sustain + (1 - shape.sustain) * decayShare (record.curve, record.seconds, since);
}

/** The share of the level at the release that is there still. */
double releaseShare (const EnvelopeRecord& record, double now) noexcept
{
    const double since = now - record.began;
    if (record.curve == EnvelopeCurve::linear)
        return record.seconds > 0 ? std::max (0.0, 1 - since / record.seconds) : 0;
    const double end = releaseEnd (record.curve);
    if (since < end * record.seconds)
        return std::exp (-rateOf (record.curve) * since / record.seconds);
    const double tail = (since - end * record.seconds) / kReleaseTailSeconds;
    return kReleaseFloor * std::max (0.0, 1 - tail);
}

} // namespace

EnvelopeRecord advanced (EnvelopeRecord record, const EnvelopeShape& shape, double seconds,
                         std::optional<double> releasedAfter) noexcept
{
    const double now = std::max (0.0, seconds);
    const double release = std::max (0.0, releasedAfter.value_or (now));
    const bool isReleased = releasedAfter.has_value () && now >= release;
    if (record.stage != EnvelopeStage::release)
    {
        const double held = isReleased ? release : now;
        follow (record, shape, held);
        for (const auto next : {EnvelopeStage::hold, EnvelopeStage::decay})
            if (record.stage < next && held >= record.began + record.seconds)
                enter (record, next, shape, record.began + record.seconds);
        if (! isReleased)
            return record;
        const double level = heldLevel (record, shape, held);
        enter (record, EnvelopeStage::release, shape, held);
        record.fromLevel = level;
    }
    follow (record, shape, now);
    return record;
}

EnvelopeValue envelopeAt (const EnvelopeRecord& record, const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept
{
    const double now = std::max (0.0, seconds);
    const EnvelopeRecord at = advanced (record, shape, now, releasedAfter);
    const bool isReleased = at.stage == EnvelopeStage::release;
    const bool isDecaying = at.stage == EnvelopeStage::decay;
    const double level =
        isReleased ? at.fromLevel * releaseShare (at, now) : heldLevel (at, shape, now);
    if ((isReleased || isDecaying) && level < kSilentLevel)
        return {0, true};
    return {level, false, isDecaying && level == shape.sustain};
}

EnvelopeValue envelopeAt (const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept
{
    return envelopeAt (EnvelopeRecord (), shape, seconds, releasedAfter);
}

double secondsOfRelease (EnvelopeCurve curve, double releaseSeconds) noexcept
{
    const double tail = curve == EnvelopeCurve::linear ? 0 : kReleaseTailSeconds;
    return releaseEnd (curve) * releaseSeconds + tail;
}

double decayShare (EnvelopeCurve curve, double totalSeconds, double seconds) noexcept
{
    if (totalSeconds <= 0)
        return 0;
    const double x = seconds / totalSeconds;
    return curve == EnvelopeCurve::linear ? std::max (0.0, 1 - x) : std::exp (-kDecayRate * x);
}

} // namespace melstrom
