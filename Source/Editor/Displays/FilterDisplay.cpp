#include "Source/Editor/Displays/FilterDisplay.h"

#include "Engine/Dsp/Voice/NoiseShape.h"
#include "Engine/Dsp/Voice/PartialGain.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kLowestHz = 20, kOctaves = 10; // to 20.48 kHz
constexpr float kLowestDb = -42, kHighestDb = 24;
constexpr double kNoiseRateHz = 48000;

float frequencyHz (float x)
{
    return kLowestHz * std::exp2 (kOctaves * x);
}
float placeOfDb (float db)
{
    return (db - kLowestDb) / (kHighestDb - kLowestDb);
}
float placeOfGain (float gain)
{
    return placeOfDb (20 * std::log10 (std::max (gain, 1e-5f)));
}

void paintDecades (juce::Graphics& graphics, juce::Rectangle<float> area)
{
    graphics.setColour (Theme::outline ().withAlpha (0.6f));
    for (const float hz : {100.0f, 1000.0f, 10000.0f})
        graphics.fillRect (area.getX () + area.getWidth () * std::log2 (hz / kLowestHz) / kOctaves,
                           area.getY (), 1.0f, area.getHeight ());
}
} // namespace

FilterDisplay::FilterDisplay ()
{
    setTitle ("Response of the filter");
}

FilterDisplay::Values FilterDisplay::read (const ShownPatch& shown) const
{
    const auto& set = shown.set;
    const auto moved = [&] (PatchKey key) { return shown.movedValue (key).value_or (set[key]); };
    return {set[PatchKey::filterType],      set[PatchKey::filterSlope],
            set[PatchKey::filterCutoff],    set[PatchKey::filterResonance],
            moved (PatchKey::filterCutoff), moved (PatchKey::filterResonance)};
}

void FilterDisplay::paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                                 const Values& values)
{
    const auto type = static_cast<FilterType> (std::lround (values[0]));
    const auto slope = static_cast<FilterSlope> (std::lround (values[1]));
    const auto curve = [&] (float cutoffHz, float q)
    {
        return [=] (float x)
        { return placeOfGain (filterGain (type, slope, frequencyHz (x) / cutoffHz, q)); };
    };
    paintDecades (graphics, area);
    paintGridLine (graphics, area, placeOfDb (0));
    paintCurve (graphics, area, Theme::accent (), 0, curve (values[2], values[3]));
    if (values[4] != values[2] || values[5] != values[3])
        paintCurve (graphics, area, Theme::modulation (), 0, curve (values[4], values[5]));
}

NoiseDisplay::NoiseDisplay ()
{
    setTitle ("Colour of the noise");
}

NoiseDisplay::Values NoiseDisplay::read (const ShownPatch& shown) const
{
    return {shown.set[PatchKey::noiseColour]};
}

void NoiseDisplay::paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                                const Values& values)
{
    NoiseShape shape;
    shape.colour = values[0];
    paintDecades (graphics, area);
    paintCurve (graphics, area, Theme::accent (), 0,
                [&] (float x)
                { return placeOfGain (noiseGain (shape, frequencyHz (x), kNoiseRateHz)); });
}

ClipDisplay::ClipDisplay ()
{
    setTitle ("Curve of the clip");
}

ClipDisplay::Values ClipDisplay::read (const ShownPatch& shown) const
{
    return {shown.set[PatchKey::clipDrive]};
}

void ClipDisplay::paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                               const Values& values)
{
    constexpr float kMostIn = 2; // largest input drawn: a mix may exceed 1
    paintGridLine (graphics, area, 0.5f);
    paintCurve (graphics, area, Theme::accent (), 0.5f,
                [&] (float x)
                { return 0.5f + 0.48f * std::tanh (values[0] * kMostIn * (2 * x - 1)); });
}

} // namespace melstrom
