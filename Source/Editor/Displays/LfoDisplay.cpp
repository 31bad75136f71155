#include "Source/Editor/Displays/ModulatorDisplays.h"

#include "Engine/Dsp/Voice/Lfo.h"

#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kShownCycles = 2, kHighest = 0.46f;
/** Fixed, so that random shapes look the same each time. */
constexpr std::uint32_t kSeed = 5;
} // namespace

LfoDisplay::LfoDisplay (int lfo) : lfo_ (lfo)
{
    setTitle ("Shape of the LFO");
}

LfoDisplay::Values LfoDisplay::read (const ShownPatch& shown) const
{
    return {shown.set[lfoKey (lfo_, PatchKey::lfo1Shape)],
            shown.set[lfoKey (lfo_, PatchKey::lfo1Phase)]};
}

void LfoDisplay::paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                              const Values& values)
{
    LfoSettings settings;
    settings.shape = static_cast<LfoShape> (std::lround (values[0]));
    settings.phaseCycles = static_cast<double> (values[1]);
    paintGridLine (graphics, area, 0.5f);
    paintCurve (graphics, area, Theme::accent (), 0.5f,
                [&] (float x)
                {
                    // keeps x = 1 within the last shown cycle
                    const double cycles = static_cast<double> (x * kShownCycles) * (1.0 - 1e-6);
                    return 0.5f +
                           kHighest * static_cast<float> (lfoAt (settings, cycles, 0, kSeed));
                });
}

} // namespace melstrom
