// Sweeps do not click: differences between neighbouring samples, and their changes, stay below the
// bounds of the spectrum itself.
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace melstrom::testing
{

namespace
{
constexpr double kRateHz = 48000;
constexpr int kKeys[] = {33, 40};
/** 10 s less a segment, because the ramp restarts at 10 s. */
constexpr int kNumSegments = 14999;
/** Error of the CPU renderer's sines (see VoiceRendererTests) and of float32. */
constexpr double kShareOfError = 4e-6;

struct Sweep
{
    Patch patch;
    PatchKey target;

    /** Value of a parameter after t seconds: a ramp over its whole range in 10 s. */
    double valueAt (PatchKey key, double t) const
    {
        if (key != target)
            return static_cast<double> (patch[key]);
        const PatchParameter& parameter = parameterOf (key);
        const double lowest = parameter.lowest, highest = parameter.highest;
        return parameter.curve == ParameterCurve::logarithmic
                   ? lowest * std::pow (highest / lowest, 0.1 * t)
                   : lowest + (highest - lowest) * 0.1 * t;
    }
};

/** Eight in-phase harmonics of a saw. The target sweeps half of its range, centred. */
Sweep sweepOf (PatchKey target)
{
    Sweep sweep {Patch (), target};
    Patch& patch = sweep.patch;
    patch[PatchKey::volume] = 0;
    patch[PatchKey::ampAttack] = 0;
    patch[PatchKey::ampSustain] = 1;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    patch[PatchKey::osc1Partials] = 8;
    patch[PatchKey::osc1Spread] = 0;
    patch[PatchKey::osc1Phase] = 0;
    patch[PatchKey::osc1Bandwidth] = 0;
    patch[PatchKey::lfo1Shape] = static_cast<float> (LfoShape::rampUp);
    patch[PatchKey::lfo1Rate] = 0.1f;
    const auto targets = modulationTargets ();
    const auto place = std::ranges::find (targets, target) - targets.begin ();
    patch[PatchKey::matrixSource] = static_cast<float> (ModulationSource::lfo1);
    patch[PatchKey::matrixTarget] = static_cast<float> (place + 1);
    patch[PatchKey::matrixDepth] = 0.5f;
    patch[target] = valueAt (parameterOf (target), 0.5f);
    return sweep;
}

/** One partial at a control point. */
struct PartialPoint
{
    double frequency, gain; ///< in cycles a sample; amplitude
};

/** The low pass of 12 dB. */
double filterGain (const Sweep& sweep, double frequency, double t)
{
    if (sweep.patch.choice<FilterType> (PatchKey::filterType) == FilterType::off)
        return 1;
    const double cutoff = sweep.valueAt (PatchKey::filterCutoff, t) / kRateHz;
    const double x = frequency / std::min (cutoff, 0.49);
    const double q = sweep.valueAt (PatchKey::filterResonance, t);
    return 1 / std::sqrt (std::pow (1 - x * x, 2) + std::pow (x / q, 2));
}

/** All notes, copies and partials, always in the same order. */
std::vector<PartialPoint> pointsAt (const Sweep& sweep, const PartialTable& table, double t)
{
    const auto overOne = [&] (PatchKey cents)
    { return std::exp2 (sweep.valueAt (cents, t) / 1200) - 1; };
    const double detune = overOne (PatchKey::osc1Detune);
    const double bandwidth = overOne (PatchKey::osc1Bandwidth);
    const double stretch = sweep.valueAt (PatchKey::osc1Stretch, t);
    const double x = std::clamp (sweep.valueAt (PatchKey::osc1Bandwidth, t) / 2, 0.0, 1.0);
    const double share = table.centreShare, sides = x * x * (3 - 2 * x);
    const double centre = std::sqrt (1 - sides * sides * (1 - share * share)) / share;
    std::vector<PartialPoint> points;
    for (const int key : kKeys)
        for (std::size_t copy = 0; copy < static_cast<std::size_t> (table.numCopies); ++copy)
            for (const Partial& partial : table.partials)
            {
                const double note = 440 * std::exp2 ((key - 69) / 12.0) / kRateHz;
                const double ratio =
                    partial.ratio * (1 + table.copyPositions[copy] * 0x1p-10 * detune) +
                    partial.bandwidth * bandwidth + partial.stretch * stretch;
                const double frequency = 0x1p-18 * ratio * note;
                const double amplitude = std::abs (partial.amplitude) / std::sqrt (table.numCopies);
                points.push_back ({frequency, amplitude * filterGain (sweep, frequency, t) *
                                                  (partial.bandwidth == 0 ? centre : sides)});
            }
    return points;
}

/** Bounds of the differences between neighbouring samples, and between neighbouring steps. */
struct Allowed
{
    double step = 0, bend = 0;
};

/** Bounds over two neighbouring segments from the points at their ends. A partial is g sin p, where
    p grows by at most w = 2 pi f a sample and g by d. Its step is at most g 2 sin (w/2) + d. Its
    second difference is at most g times ((2 sin (w/2))^2 + the growth of w), plus d times 2 sin w,
    plus the growth of d. */
Allowed allowedFor (const std::vector<PartialPoint>& a, const std::vector<PartialPoint>& b,
                    const std::vector<PartialPoint>& c)
{
    using std::numbers::pi;
    Allowed allowed;
    for (std::size_t i = 0; i < a.size (); ++i)
    {
        const double f = std::max ({a[i].frequency, b[i].frequency, c[i].frequency});
        const double gain = std::max ({a[i].gain, b[i].gain, c[i].gain});
        const double growth = (b[i].gain - a[i].gain) / kControlSamples;
        const double nextGrowth = (c[i].gain - b[i].gain) / kControlSamples;
        const double rise = std::max (std::abs (b[i].frequency - a[i].frequency),
                                      std::abs (c[i].frequency - b[i].frequency)) *
                            2 * pi / kControlSamples;
        const double d = std::max (std::abs (growth), std::abs (nextGrowth));
        const double chord = 2 * std::sin (pi * f);
        allowed.step += gain * (chord + 2 * kShareOfError) + d;
        allowed.bend += gain * (chord * chord + rise + 4 * kShareOfError) +
                        d * 2 * std::sin (2 * pi * f) + std::abs (nextGrowth - growth);
    }
    return allowed;
}

/** Entry i: for samples from control point i to control point i + 2. */
std::vector<Allowed> allowedBy (const Sweep& sweep)
{
    const PartialTable table = makePartialTable (sweep.patch, 0);
    const auto pointsOf = [&] (int index)
    { return pointsAt (sweep, table, index * kControlSamples / kRateHz); };
    std::vector<Allowed> all;
    auto a = pointsOf (0), b = pointsOf (1);
    for (int index = 2; index <= kNumSegments; ++index)
    {
        auto c = pointsOf (index);
        all.push_back (allowedFor (a, b, c));
        a = std::exchange (b, std::move (c));
    }
    return all;
}

/** The largest ratios to the bounds, over samples first .. end - 1. */
Allowed sharesOf (const std::vector<float>& x, const std::vector<Allowed>& allowed, int first,
                  int end)
{
    Allowed shares;
    for (int n = first; n < end; ++n)
    {
        const auto at = static_cast<std::size_t> (n);
        const Allowed& limit = allowed[at / kControlSamples - 1]; // both sides of `at`
        const double before = x[at - 1], here = x[at], after = x[at + 1];
        shares.step = std::max (shares.step, std::abs (here - before) / limit.step);
        shares.bend = std::max (shares.bend, std::abs (after - 2 * here + before) / limit.bend);
    }
    return shares;
}

/** Twice a second: an error of a tenth of the peak in one sample, and a step of that height, exceed
    the bounds. */
void checkClicksAreSeen (const std::vector<float>& sound, const std::vector<Allowed>& allowed)
{
    const float jump =
        0.1f *
        std::abs (*std::ranges::max_element (sound, {}, [] (float x) { return std::abs (x); }));
    for (int at = 12345; at + 100 < kNumSegments * kControlSamples; at += 24007)
    {
        INFO ("a click at sample " << at);
        const auto begin = sound.begin () + at;
        auto spike = sound, step = sound;
        // In the direction of the sound, or they might cancel.
        const float signedJump = begin[0] < begin[-1] ? -jump : jump;
        spike[static_cast<std::size_t> (at)] += signedJump;
        for (std::size_t n = static_cast<std::size_t> (at); n < step.size (); ++n)
            step[n] += signedJump;
        for (const auto& clicking : {spike, step})
        {
            const Allowed shares = sharesOf (clicking, allowed, at - 1, at + 2);
            CHECK (shares.step > 1);
            CHECK (shares.bend > 20); // so a hundredth of the peak would exceed it, too
        }
    }
}

void checkSweep (const Sweep& sweep)
{
    std::vector<SynthEvent> chord;
    for (const int key : kKeys)
        chord.push_back (noteOn (0, key));
    const auto sound = play (sweep.patch, chord, kNumSegments * kControlSamples).left;
    const auto allowed = allowedBy (sweep);
    const int end = kNumSegments * kControlSamples - 1;
    const Allowed shares = sharesOf (sound, allowed, kControlSamples, end);
    CHECK (shares.step < 1);
    CHECK (shares.bend < 1);
    CHECK (shares.step > 0.3); // the sound has that spectrum
    CHECK (shares.bend > 0.3);
    checkClicksAreSeen (sound, allowed);
}
} // namespace

TEST_CASE ("detune sweeps over its whole range without a click", "[synth][sweep]")
{
    Sweep sweep = sweepOf (PatchKey::osc1Detune);
    sweep.patch[PatchKey::osc1Unison] = 3;
    checkSweep (sweep);
}

TEST_CASE ("bandwidth sweeps over its whole range without a click", "[synth][sweep]")
{
    Sweep sweep = sweepOf (PatchKey::osc1Bandwidth);
    sweep.patch[PatchKey::osc1Density] = 3;
    checkSweep (sweep);
}

TEST_CASE ("stretch sweeps over its whole range without a click", "[synth][sweep]")
{
    checkSweep (sweepOf (PatchKey::osc1Stretch));
}

TEST_CASE ("the filter's cutoff sweeps over its whole range without a click", "[synth][sweep]")
{
    Sweep sweep = sweepOf (PatchKey::filterCutoff);
    sweep.patch[PatchKey::filterType] = static_cast<float> (FilterType::low);
    sweep.patch[PatchKey::filterResonance] = 3;
    checkSweep (sweep);
}

} // namespace melstrom::testing
