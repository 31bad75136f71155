#include "Engine/Realtime/Control/ParameterMotion.h"

#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <limits>

namespace melstrom::testing
{
namespace
{
/** Control points until a step has settled to -160 dB, at 48 kHz. */
constexpr int kMostPoints = 100;

/** Step response of three low-passes of 2.5 ms in series after numPoints control points of 32
    samples at 48 kHz. Their impulse response is the negative binomial distribution of order 3. */
double stepAfter (int numPoints)
{
    const double left = std::exp (-32 / (48000 * 0.0025));
    double sum = 0;
    for (int m = 0; m < numPoints; ++m)
        sum += 0.5 * (m + 1) * (m + 2) * std::pow (left, m);
    return sum * std::pow (1 - left, 3);
}

double positionOf (const ParameterMotion& motion, PatchKey key)
{
    return static_cast<double> (melstrom::positionOf (parameterOf (key), motion.values ()[key]));
}

int pointsUntilItRests (ParameterMotion& motion)
{
    int points = 0;
    for (; motion.isMoving () && points < 100'000; ++points)
        motion.advance ();
    return points;
}
} // namespace

TEST_CASE ("motion begins with every parameter at its initial value", "[motion]")
{
    const ParameterMotion motion (48000);
    CHECK (motion.values () == Patch ());
    CHECK_FALSE (motion.isMoving ());
}

TEST_CASE ("what is a matter of degree glides over positions", "[motion]")
{
    // One parameter of each curve: logarithmic, cubic, linear.
    for (const PatchKey key : {PatchKey::filterCutoff, PatchKey::ampAttack, PatchKey::osc1Pan})
    {
        const PatchParameter& parameter = parameterOf (key);
        INFO (parameter.id);
        ParameterMotion motion (48000);
        PatchValues values = motion.values ();
        values[key] = valueAt (parameter, 0.25f);
        motion.jumpTo (values);
        const float target = valueAt (parameter, 0.85f);
        motion.moveTo (key, target);
        CHECK (motion.values ()[key] == values[key]); // applies from the next control point on
        for (int point = 1; point < 60; ++point)
        {
            motion.advance ();
            CHECK (positionOf (motion, key) ==
                   Approx (0.25 + 0.6 * stepAfter (point)).margin (1e-5));
            CHECK (motion.isMoving ());
        }
        CHECK (pointsUntilItRests (motion) < kMostPoints - 60);
        CHECK (motion.values ()[key] == target);
    }
}

TEST_CASE ("choices and whole numbers are there at the next control point", "[motion]")
{
    ParameterMotion motion (48000);
    motion.moveTo (PatchKey::filterType, 3);
    motion.moveTo (PatchKey::maxVoices, 7.4f);
    motion.moveTo (PatchKey::osc2On, 1);
    motion.moveTo (PatchKey::lfo1Beats, 0.75f); // divides the song's beats: no glide
    motion.moveTo (lfoKey (1, PatchKey::lfo1Beats), 3);
    CHECK (motion.values () == Patch ());
    motion.advance ();
    CHECK (motion.values ()[PatchKey::filterType] == 3);
    CHECK (motion.values ()[PatchKey::maxVoices] == 7);
    CHECK (motion.values ()[PatchKey::osc2On] == 1);
    CHECK (motion.values ()[PatchKey::lfo1Beats] == 0.75f);
    CHECK (motion.values ()[lfoKey (1, PatchKey::lfo1Beats)] == 3);
    CHECK_FALSE (motion.isMoving ());
    CHECK (motion.hasJumped ());
    motion.moveTo (PatchKey::volume, -3);
    motion.advance ();
    CHECK_FALSE (motion.hasJumped ());
}

TEST_CASE ("a move that is under way goes on from where it is", "[motion]")
{
    constexpr PatchKey key = PatchKey::filterCutoff;
    ParameterMotion motion (48000);
    PatchValues values = motion.values ();
    values[key] = valueAt (parameterOf (key), 0);
    motion.jumpTo (values);
    motion.moveTo (key, valueAt (parameterOf (key), 1));
    for (int point = 0; point < 10; ++point)
        motion.advance ();
    CHECK (positionOf (motion, key) == Approx (stepAfter (10)).margin (1e-5));
    motion.moveTo (key, valueAt (parameterOf (key), 0.2f));
    CHECK (positionOf (motion, key) == Approx (stepAfter (10)).margin (1e-5));
    motion.advance (); // steps add: up by 1, ten points later down by 0.8
    CHECK (positionOf (motion, key) == Approx (stepAfter (11) - 0.8 * stepAfter (1)).margin (1e-5));
    motion.advance ();
    CHECK (positionOf (motion, key) == Approx (stepAfter (12) - 0.8 * stepAfter (2)).margin (1e-5));
    CHECK (pointsUntilItRests (motion) < kMostPoints);
    CHECK (motion.values ()[key] == valueAt (parameterOf (key), 0.2f));
}

TEST_CASE ("a NaN moves nothing and what is beyond the range goes to its end", "[motion]")
{
    ParameterMotion motion (48000);
    motion.moveTo (PatchKey::volume, std::numeric_limits<float>::quiet_NaN ());
    motion.moveTo (PatchKey::filterType, std::numeric_limits<float>::quiet_NaN ());
    CHECK_FALSE (motion.isMoving ());
    motion.moveTo (PatchKey::filterCutoff, std::numeric_limits<float>::infinity ());
    motion.moveTo (PatchKey::osc1Pan, -1e30f);
    motion.moveTo (PatchKey::osc1Unison, 1e30f);
    pointsUntilItRests (motion);
    CHECK (motion.values ()[PatchKey::filterCutoff] ==
           parameterOf (PatchKey::filterCutoff).highest);
    CHECK (motion.values ()[PatchKey::osc1Pan] == parameterOf (PatchKey::osc1Pan).lowest);
    CHECK (motion.values ()[PatchKey::osc1Unison] == parameterOf (PatchKey::osc1Unison).highest);
}

TEST_CASE ("all parameters may move at once and each arrives", "[motion]")
{
    ParameterMotion motion (48000);
    PatchValues targets;
    for (const PatchParameter& parameter : patchParameters ())
    {
        targets[parameter.key] = valueAt (parameter, 0.4f);
        motion.moveTo (parameter.key, parameter.lowest);
        motion.moveTo (parameter.key, targets[parameter.key]);
    }
    CHECK (pointsUntilItRests (motion) < kMostPoints);
    CHECK (motion.values () == targets);
}

TEST_CASE ("a copy of a motion goes on the same way and orders of keys do not matter", "[motion]")
{
    ParameterMotion one (48000), other (48000);
    one.moveTo (PatchKey::volume, -30);
    one.moveTo (PatchKey::osc1Detune, 40);
    other.moveTo (PatchKey::osc1Detune, 40);
    other.moveTo (PatchKey::volume, -30);
    one.advance ();
    other.advance ();
    ParameterMotion copy = one;
    for (int point = 0; point < kMostPoints; ++point)
    {
        CHECK (one.values () == other.values ());
        CHECK (one.values () == copy.values ());
        for (ParameterMotion* const motion : {&one, &other, &copy})
            motion->advance ();
    }
    CHECK_FALSE (copy.isMoving ());
}

TEST_CASE ("what jumps or is finished does not move", "[motion]")
{
    ParameterMotion motion (48000);
    motion.moveTo (PatchKey::volume, -30);
    motion.advance ();
    motion.jumpTo (Patch ());
    CHECK_FALSE (motion.isMoving ());
    motion.advance ();
    CHECK (motion.values () == Patch ());
    motion.moveTo (PatchKey::volume, -30);
    motion.advance ();
    motion.finish ();
    CHECK_FALSE (motion.isMoving ());
    CHECK (motion.values ()[PatchKey::volume] == -30);
}

TEST_CASE ("a move takes 10 ms from 10 to 90 % at any rate", "[motion]")
{
    for (const double rateHz : {22050.0, 44100.0, 96000.0, 192000.0})
    {
        INFO (rateHz);
        ParameterMotion motion (rateHz);
        motion.moveTo (PatchKey::osc1Pan, 1);
        int numBelow10 = 0, numBelow90 = 0;
        while (motion.isMoving ())
        {
            motion.advance ();
            const float share = motion.values ()[PatchKey::osc1Pan];
            numBelow10 += share < 0.1f ? 1 : 0;
            numBelow90 += share < 0.9f ? 1 : 0;
        }
        // 4.22 time constants of 2.5 ms, to a control point at either end
        CHECK (std::fabs ((numBelow90 - numBelow10) * 32 / rateHz - 0.01055) <= 32 / rateHz);
    }
}

TEST_CASE ("decibels move as amplitudes", "[motion]")
{
    ParameterMotion motion (48000);
    motion.moveTo (PatchKey::volume, 0);
    while (motion.isMoving ())
        motion.advance ();
    motion.moveTo (PatchKey::volume, -60);
    for (int point = 1; point < 40; ++point)
    {
        motion.advance ();
        const double amplitude =
            std::pow (10, static_cast<double> (motion.values ()[PatchKey::volume]) / 20);
        CHECK (amplitude == Approx (1 - 0.999 * stepAfter (point)).margin (1e-5));
    }
}

} // namespace melstrom::testing
