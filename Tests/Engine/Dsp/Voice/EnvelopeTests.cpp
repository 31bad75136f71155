#include "Engine/Dsp/Voice/Envelope.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <optional>
#include <random>
#include <vector>

namespace melstrom::testing
{
namespace
{

constexpr EnvelopeCurve kCurves[] {EnvelopeCurve::exponential, EnvelopeCurve::gentle,
                                   EnvelopeCurve::linear};

EnvelopeShape padShape (EnvelopeCurve curve)
{
    return {2.5, 0.25, 3.0, 0.75, 3.0, curve};
}

/** The formula of an attack at share x of its time, from the docs. */
double attackFormula (EnvelopeCurve curve, double x)
{
    return curve == EnvelopeCurve::linear
               ? x
               : 1 - std::exp ((curve == EnvelopeCurve::gentle ? -3 : -5) * x);
}
double decayFormula (EnvelopeCurve curve, double sustain, double x)
{
    if (curve == EnvelopeCurve::linear)
        return x < 1 ? 1 - (1 - sustain) * x : sustain;
    return sustain + (1 - sustain) * std::exp (-3 * x);
}
double releaseFormula (EnvelopeCurve curve, double level, double x)
{
    return curve == EnvelopeCurve::linear
               ? level * (1 - x)
               : level * std::exp ((curve == EnvelopeCurve::gentle ? -3 : -5) * x);
}

double levelAt (const EnvelopeShape& shape, double seconds, std::optional<double> release = {})
{
    return envelopeAt (shape, seconds, release).level;
}

} // namespace

TEST_CASE ("each stage of an envelope follows its formula", "[envelope]")
{
    for (const EnvelopeCurve curve : kCurves)
        for (double x = 0; x < 1; x += 1.0 / 64)
        {
            const EnvelopeShape shape = padShape (curve);
            CAPTURE (static_cast<int> (curve), x);
            REQUIRE (levelAt (shape, 2.5 * x) == Approx (attackFormula (curve, x)).margin (1e-12));
            REQUIRE (levelAt (shape, 2.5 + 0.25 * x) == 1);
            REQUIRE (levelAt (shape, 2.75 + 3 * x) ==
                     Approx (decayFormula (curve, 0.75, x)).margin (1e-12));
            REQUIRE (levelAt (shape, 9 + 3 * x, 9.0) ==
                     Approx (releaseFormula (curve, levelAt (shape, 9), x)).margin (1e-12));
        }
}

TEST_CASE ("an attack ends at one, and a decay goes on towards the sustain", "[envelope]")
{
    for (const EnvelopeCurve curve : kCurves)
    {
        const EnvelopeShape shape = padShape (curve);
        CHECK (levelAt (shape, 2.5) == 1);
        CHECK (levelAt (shape, 2.75 + 4.5) ==
               Approx (decayFormula (curve, 0.75, 1.5)).margin (1e-12));
        CHECK (levelAt (shape, 100) == Approx (0.75).margin (1e-12));
        CHECK_FALSE (envelopeAt (shape, 1e6, {}).isOver);
    }
}

TEST_CASE ("a release keeps its curve down to -60 dB and goes to zero in ten milliseconds",
           "[envelope]")
{
    for (const auto& [curve, rate] :
         {std::pair {EnvelopeCurve::exponential, 5.0}, std::pair {EnvelopeCurve::gentle, 3.0}})
    {
        const EnvelopeShape shape = padShape (curve);
        const double held = levelAt (shape, 20), end = 20 + 3 * std::log (1000) / rate;
        CHECK (levelAt (shape, 23, 20.0) == Approx (held * std::exp (-rate)).epsilon (1e-9));
        CHECK (levelAt (shape, end - 1e-6, 20.0) == Approx (0.001 * held).epsilon (1e-4));
        CHECK (levelAt (shape, end + 0.004, 20.0) == Approx (0.0006 * held).epsilon (1e-6));
        CHECK_FALSE (envelopeAt (shape, end + 0.0098, 20.0).isOver);
        CHECK (envelopeAt (shape, end + 0.01001, 20.0).isOver);
        CHECK (levelAt (shape, end + 0.01001, 20.0) == 0);
        CHECK (secondsOfRelease (curve, 3) == Approx (end + 0.01 - 20));
    }
    CHECK (envelopeAt (padShape (EnvelopeCurve::linear), 23.0, 20.0).isOver);
    CHECK (secondsOfRelease (EnvelopeCurve::linear, 3) == 3);
}

TEST_CASE ("a note released within a stage goes on from where it is", "[envelope]")
{
    for (const EnvelopeCurve curve : kCurves)
        for (const double release : {0.3, 1.9, 2.6, 4.0})
        {
            const EnvelopeShape shape = padShape (curve);
            const double level = levelAt (shape, release);
            CAPTURE (static_cast<int> (curve), release);
            CHECK (levelAt (shape, release, release) == level);
            CHECK (levelAt (shape, release - 0.01, release) == levelAt (shape, release - 0.01));
            CHECK (levelAt (shape, release + 1.2, release) ==
                   Approx (releaseFormula (curve, level, 0.4)).margin (1e-12));
        }
}

TEST_CASE ("stages of no length are left out", "[envelope]")
{
    for (const EnvelopeCurve curve : kCurves)
    {
        const EnvelopeShape none {0, 0, 0, 0.5, 0, curve};
        CHECK (levelAt (none, 0) == 0.5);
        CHECK (levelAt (none, 1) == 0.5);
        CHECK (envelopeAt (none, 1.0101, 1.0).isOver);
        const EnvelopeShape attackAlone {1, 0, 0, 0.5, 1, curve};
        CHECK (levelAt (attackAlone, 0) == 0);
        CHECK (levelAt (attackAlone, 1) == 0.5);
        const EnvelopeShape held {0, 1, 0, 0.5, 1, curve};
        CHECK (levelAt (held, 0) == 1);
        CHECK (levelAt (held, 0.999) == 1);
        CHECK (levelAt (held, 1) == 0.5);
    }
}

TEST_CASE ("a note whose decay ends in silence is over though its key is held", "[envelope]")
{
    const EnvelopeShape pluck {0.01, 0, 1, 0, 1, EnvelopeCurve::exponential};
    const double silentAfter = 0.01 + std::log (1e5) / 3; // exp (-3x) = 1e-5
    CHECK_FALSE (envelopeAt (pluck, silentAfter - 1e-6, {}).isOver);
    CHECK (envelopeAt (pluck, silentAfter + 1e-6, {}).isOver);
    CHECK_FALSE (envelopeAt (pluck, 0, {}).isOver); // silent, but in its attack
    EnvelopeShape soft = pluck;
    soft.sustain = 0.001;
    CHECK_FALSE (envelopeAt (soft, 1000, {}).isOver);
}

TEST_CASE ("a stage goes on from its level when a player changes its time", "[envelope]")
{
    for (const EnvelopeCurve curve : kCurves)
        for (const double at : {0.9, 2.6, 4.0, 21.2}) // in attack, hold, decay, release
        {
            CAPTURE (static_cast<int> (curve), at);
            const std::optional<double> release = 20.0;
            const EnvelopeShape before = padShape (curve);
            EnvelopeShape after = before;
            for (double* const seconds : {&after.attackSeconds, &after.holdSeconds,
                                          &after.decaySeconds, &after.releaseSeconds})
                *seconds *= 4;
            const auto record = advanced (advanced ({}, before, at, release), after, at, release);
            const double level = envelopeAt (record, after, at, release).level;
            CHECK (level == Approx (levelAt (before, at, release)).margin (1e-12));
            // From there on four times as slow.
            CHECK (envelopeAt (record, after, at + 0.4, release).level ==
                   Approx (levelAt (before, at + 0.1, release)).margin (1e-12));
        }
}

TEST_CASE ("a decay that took no time is over, also where a player makes it longer", "[envelope]")
{
    for (const EnvelopeCurve curve : kCurves)
    {
        EnvelopeShape shape {0.1, 0, 0, 0.25, 1, curve};
        auto record = advanced ({}, shape, 1, {});
        for (const double seconds : {0.001, 5.0, 0.0, 20.0})
        {
            shape.decaySeconds = seconds;
            record = advanced (record, shape, 1, {});
            CHECK (envelopeAt (record, shape, 1, {}).level == 0.25);
            CHECK (envelopeAt (record, shape, 1.5, {}).level == 0.25);
        }
    }
}

TEST_CASE ("a release is not told anew by what a player changes later", "[envelope]")
{
    const EnvelopeShape before = padShape (EnvelopeCurve::exponential);
    EnvelopeShape after = before;
    after.attackSeconds = 10;
    after.sustain = 0.1;
    after.curve = EnvelopeCurve::linear;
    const auto record = advanced ({}, before, 5.5, 5.0);
    for (const double seconds : {5.5, 6.0, 7.9})
        CHECK (envelopeAt (record, after, seconds, 5.0).level == levelAt (before, seconds, 5.0));
}

TEST_CASE ("an envelope says the same however often and in whatever order it is asked",
           "[envelope]")
{
    const EnvelopeShape shape = padShape (EnvelopeCurve::exponential);
    std::vector<double> times (500), levels;
    std::mt19937 random (7);
    for (double& time : times)
        time = std::uniform_real_distribution<> (-1, 14) (random);
    for (const double time : times)
        levels.push_back (levelAt (shape, time, 6.0));
    for (std::size_t i = times.size (); i-- > 0;)
        REQUIRE (levelAt (shape, times[i], 6.0) == levels[i]);
    CHECK (levelAt (shape, -3) == levelAt (shape, 0));
}

TEST_CASE ("a pitch envelope goes as a decay to nothing", "[envelope]")
{
    CHECK (decayShare (EnvelopeCurve::linear, 0.1, 0.025) == Approx (0.75));
    CHECK (decayShare (EnvelopeCurve::linear, 0.1, 0.2) == 0);
    CHECK (decayShare (EnvelopeCurve::exponential, 0.1, 0.05) == Approx (std::exp (-1.5)));
    CHECK (decayShare (EnvelopeCurve::gentle, 0.1, 0) == 1);
    CHECK (decayShare (EnvelopeCurve::linear, 0, 0) == 0);
}

} // namespace melstrom::testing
