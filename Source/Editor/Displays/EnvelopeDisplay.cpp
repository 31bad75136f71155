#include "Source/Editor/Displays/ModulatorDisplays.h"

#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace melstrom
{

namespace
{
/** Stages of the drawing: attack, hold, decay, held key (sustain), release. */
constexpr int kNumStages = 5, kHeld = 3;
constexpr float kHeldWidth = 0.25f, kLeastSum = 1.2f;

struct Stages
{
    std::array<float, kNumStages> widths {}; ///< as shares of the drawing's width
    std::array<double, kNumStages> seconds {};

    /** Time of the envelope at x, 0 .. 1 of the drawing's width. */
    double secondsAt (float x) const
    {
        double begin = 0;
        for (std::size_t stage = 0; stage < kNumStages; ++stage)
        {
            if (x < widths[stage] || stage + 1 == kNumStages)
                return begin + (widths[stage] > 0
                                    ? std::min (1.0f, x / widths[stage]) * seconds[stage]
                                    : 0.0);
            x -= widths[stage];
            begin += seconds[stage];
        }
        return begin;
    }
};

Stages stagesOf (PatchKey first, const EnvelopeDisplay::Values& values)
{
    // index of the row with each stage's time; sustain takes the decay's
    constexpr int kPlaces[] {0, 1, 2, 2, 4};
    Stages stages;
    for (std::size_t i = 0; i < kNumStages; ++i)
    {
        const float seconds = values[static_cast<std::size_t> (kPlaces[i])];
        stages.seconds[i] = static_cast<double> (seconds);
        stages.widths[i] = positionOf (parameterOf (keyAfter (first, kPlaces[i])), seconds);
    }
    stages.widths[kHeld] = kHeldWidth;
    stages.seconds[kHeld] = std::max (stages.seconds[kHeld], 1e-3);
    const float sum = std::accumulate (stages.widths.begin (), stages.widths.end (), 0.0f);
    for (auto& width : stages.widths)
        width /= std::max (sum, kLeastSum);
    return stages;
}
} // namespace

EnvelopeDisplay::EnvelopeDisplay (PatchKey first) : first_ (first)
{
    setTitle ("Shape of the envelope");
}

EnvelopeDisplay::Values EnvelopeDisplay::read (const ShownPatch& shown) const
{
    Values values {};
    for (int i = 0; i < kEnvelopeKeys; ++i)
        values[static_cast<std::size_t> (i)] = shown.set[keyAfter (first_, i)];
    return values;
}

void EnvelopeDisplay::paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                                   const Values& values)
{
    const auto stages = stagesOf (first_, values);
    const EnvelopeShape shape {
        stages.seconds[0], stages.seconds[1],
        stages.seconds[2], static_cast<double> (values[3]),
        stages.seconds[4], static_cast<EnvelopeCurve> (std::lround (values[5]))};
    const double released =
        stages.seconds[0] + stages.seconds[1] + stages.seconds[2] + stages.seconds[kHeld];
    const float width = std::accumulate (stages.widths.begin (), stages.widths.end (), 0.0f);
    const auto level = [&] (float x)
    {
        if (x >= width)
            return 0.0f;
        return static_cast<float> (envelopeAt (shape, stages.secondsAt (x), released).level);
    };
    paintGridLine (graphics, area, 0);
    const float releaseX = width - stages.widths[kNumStages - 1];
    graphics.setColour (Theme::outline ());
    graphics.fillRect (area.getX () + releaseX * area.getWidth () - 0.5f, area.getY (), 1.0f,
                       area.getHeight ());
    paintCurve (graphics, area, Theme::accent (), 0, level);
}

PitchEnvelopeDisplay::PitchEnvelopeDisplay ()
{
    setTitle ("Shape of the pitch envelope");
}

PitchEnvelopeDisplay::Values PitchEnvelopeDisplay::read (const ShownPatch& shown) const
{
    return {shown.set[PatchKey::pitchAmount], shown.set[PatchKey::pitchTime],
            shown.set[PatchKey::pitchCurve]};
}

void PitchEnvelopeDisplay::paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                                        const Values& values)
{
    const float most = parameterOf (PatchKey::pitchAmount).highest;
    // the square root shows a semitone and eight octaves in one picture
    const float height = 0.5f * std::copysign (std::sqrt (std::abs (values[0]) / most), values[0]);
    const auto curve = static_cast<EnvelopeCurve> (std::lround (values[2]));
    const float width = 0.25f + 0.7f * positionOf (parameterOf (PatchKey::pitchTime), values[1]);
    paintGridLine (graphics, area, 0.5f);
    paintCurve (graphics, area, Theme::accent (), 0.5f,
                [&] (float x)
                {
                    return 0.5f + height * static_cast<float> (decayShare (
                                               curve, 1.0, static_cast<double> (x / width)));
                });
}

} // namespace melstrom
