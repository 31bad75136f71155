#include "Engine/Realtime/Noise/NoiseRun.h"

#include "Engine/Dsp/Voice/VoiceSegment.h"

namespace melstrom
{
namespace
{

/** Linear interpolation; share: 0 at `start`, 1 at `end`. */
double between (double start, double end, double share) noexcept
{
    return start + (end - start) * share;
}

FilterStage between (const FilterStage& a, const FilterStage& b, double share) noexcept
{
    return {between (a.g, b.g, share), between (a.damping, b.damping, share),
            between (a.high, b.high, share), between (a.band, b.band, share),
            between (a.low, b.low, share)};
}

ColourSections between (const ColourSections& a, const ColourSections& b, double share) noexcept
{
    ColourSections sections;
    for (std::size_t i = 0; i < sections.size (); ++i)
        sections[i] = {between (a[i].share, b[i].share, share), between (a[i].low, b[i].low, share),
                       between (a[i].high, b[i].high, share)};
    return sections;
}

void colourNoise (const NoiseRun& run, std::array<double, kNumColourSections>& memory) noexcept
{
    ColourSections sections = run.start.colour;
    double gain = run.start.gain;
    std::array<double, kNumColourSections> state = memory;
    for (int n = run.first; n < kControlSamples; ++n)
    {
        if (run.isMoving)
        {
            const double share = static_cast<double> (n) / kControlSamples;
            sections = between (run.start.colour, run.end.colour, share);
            gain = between (run.start.gain, run.end.gain, share);
        }
        run.samples[n] = static_cast<float> (
            gain * stepColour (sections, state.data (), static_cast<double> (run.samples[n])));
    }
    memory = state;
}

void filterNoise (const NoiseRun& run, StageMemory& memory) noexcept
{
    FilterStage stage = run.start.stage;
    double scale = stageScale (stage);
    StageMemory state = memory;
    for (int n = run.first; n < kControlSamples; ++n)
    {
        if (run.isMoving)
        {
            stage =
                between (run.start.stage, run.end.stage, static_cast<double> (n) / kControlSamples);
            scale = stageScale (stage);
        }
        run.samples[n] = static_cast<float> (
            stepStage (stage, scale, state, static_cast<double> (run.samples[n])));
    }
    memory = state;
}

} // namespace

void shapeNoise (const NoiseRun& run, const NoiseShape& start, const NoiseShape& end,
                 NoiseStream& memory) noexcept
{
    const NoiseStream before = memory;
    memory = {};
    if (start.colour != 0 || end.colour != 0)
        colourNoise (run, memory.colour = before.colour);
    const int slopeStages = start.slope == FilterSlope::db24 ? 2 : 1;
    const int numStages = start.type == FilterType::off ? 0 : slopeStages;
    for (std::size_t i = 0; i < static_cast<std::size_t> (numStages); ++i)
        filterNoise (run, memory.stages[i] = before.stages[i]);
}

} // namespace melstrom
