#include "Engine/Dsp/Voice/Envelope.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

constexpr double kDecayRate = 3;
/** x of a finished decay: exp (-3x) is 0. */
constexpr double kSettledX = 1000;

/** Rate of attack and release. */
constexpr double rateOf (EnvelopeCurve curve) noexcept
{
    return curve == EnvelopeCurve::gentle ? 3 : 5;
}

/** The x at which a release ends its curve. */
double releaseEnd (EnvelopeCurve curve) noexcept
{
    return curve == EnvelopeCurve::linear ? 1 : -std::log (kReleaseFloor) / rateOf (curve);
}

/** Limits the pedal below 1: with a full pedal a release takes 10^6 times its duration, not an
    infinite time. */
double pedalOf (const EnvelopeShape& shape) noexcept
{
    return std::clamp (shape.pedal, 0.0, 1 - 1e-6);
}

double secondsOf (EnvelopeStage stage, const EnvelopeShape& shape) noexcept
{
    switch (stage)
    {
        case EnvelopeStage::attack: return shape.attackSeconds;
        case EnvelopeStage::hold: return shape.holdSeconds;
        case EnvelopeStage::decay: return shape.decaySeconds;
        case EnvelopeStage::release: return shape.releaseSeconds / (1 - pedalOf (shape));
    }
    return 0;
}

bool isInTail (const EnvelopeRecord& record, double now) noexcept
{
    return record.stage == EnvelopeStage::release && record.seconds >= 0 &&
           now - record.began >= releaseEnd (record.curve) * record.seconds;
}

/** Adopts a changed duration of the stage; x keeps its value. */
void follow (EnvelopeRecord& record, const EnvelopeShape& shape, double now) noexcept
{
    const double seconds = secondsOf (record.stage, shape);
    if (isInTail (record, now)) // its duration is fixed
        return;
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

/** Enters the stage at `now`: attack, hold or decay. */
void goOn (EnvelopeRecord& record, const EnvelopeShape& shape, double now) noexcept
{
    for (const auto next : {EnvelopeStage::hold, EnvelopeStage::decay})
        if (record.stage < next && now >= record.began + record.seconds)
            enter (record, next, shape, record.began + record.seconds);
}

/** Level in attack, hold and decay. */
double curveLevel (const EnvelopeRecord& record, const EnvelopeShape& shape, double now) noexcept
{
    const double since = now - record.began;
    if (record.stage == EnvelopeStage::attack)
    {
        const double x = since / record.seconds; // > 0, otherwise the attack would be over
        return record.curve == EnvelopeCurve::linear ? x : -std::expm1 (-rateOf (record.curve) * x);
    }
    if (record.stage == EnvelopeStage::hold || shape.sustain == 1)
        return 1; // result of the decay's curve, without computing it
    return shape.sustain + (1 - shape.sustain) * decayShare (record.curve, record.seconds, since);
}

/** True during the transition from the restart level to the curve. */
bool isRestarting (const EnvelopeRecord& record, double now) noexcept
{
    return record.restarted >= 0 && now < record.restarted + kRestartSeconds;
}

double heldLevel (const EnvelopeRecord& record, const EnvelopeShape& shape, double now) noexcept
{
    const double level = curveLevel (record, shape, now);
    if (! isRestarting (record, now))
        return level;
    const double x = std::max (0.0, (now - record.restarted) / kRestartSeconds);
    const double share = x * x * x * (x * (6 * x - 15) + 10);
    return record.restartLevel + share * (level - record.restartLevel);
}

/** Advances the held curve by the pedal's share of the time. */
void ringOn (EnvelopeRecord& record, const EnvelopeShape& shape, double now) noexcept
{
    if (record.pedal == 0 && shape.pedal == 0)
        return;
    HeldCurve& held = record.held;
    held.now += record.pedal * (now - record.pedalSince);
    record.pedalSince = now;
    record.pedal = pedalOf (shape);
    EnvelopeRecord at = record;
    at.began = held.began;
    at.seconds = held.seconds;
    at.stage = held.stage;
    at.curve = held.curve;
    goOn (at, shape, held.now);
    held = {held.now, at.began, at.seconds, at.stage, at.curve};
    record.fromLevel = heldLevel (at, shape, held.now);
}

/** Remaining share of the level at the release. */
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
        goOn (record, shape, held);
        if (! isReleased)
            return record;
        record.held = {held, record.began, record.seconds, record.stage, record.curve};
        record.fromLevel = heldLevel (record, shape, held);
        record.pedal = pedalOf (shape);
        record.pedalSince = held;
        enter (record, EnvelopeStage::release, shape, held);
    }
    ringOn (record, shape, now);
    follow (record, shape, now);
    return record;
}

EnvelopeValue envelopeAt (const EnvelopeRecord& record, const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept
{
    const double now = std::max (0.0, seconds);
    const EnvelopeRecord at = advanced (record, shape, now, releasedAfter);
    const bool isReleased = at.stage == EnvelopeStage::release;
    const bool isDecaying = at.stage == EnvelopeStage::decay && ! isRestarting (at, now);
    const double level =
        isReleased ? at.fromLevel * releaseShare (at, now) : heldLevel (at, shape, now);
    if ((isReleased || isDecaying) && level < kSilentLevel)
        return {0, true};
    return {level, false, isDecaying && level == shape.sustain};
}

EnvelopeRecord restartedAt (double level, const EnvelopeShape& shape, double seconds) noexcept
{
    EnvelopeRecord record;
    enter (record, EnvelopeStage::attack, shape, std::max (0.0, seconds));
    record.restarted = record.began;
    record.restartLevel = level;
    const double x = shape.curve == EnvelopeCurve::linear
                         ? level
                         : -std::log (std::max (1e-9, 1 - level)) / rateOf (shape.curve);
    record.began -= std::clamp (x, 0.0, 1.0) * record.seconds;
    return record;
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
