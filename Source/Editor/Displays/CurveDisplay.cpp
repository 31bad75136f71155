#include "Source/Editor/Displays/CurveDisplay.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr float kDim = 0.35f, kLine = 1.6f;
}

CurveDisplay::CurveDisplay ()
{
    setOpaque (true);
    setInterceptsMouseClicks (true, false);
}

void CurveDisplay::setDimmed (bool isDimmed)
{
    if (std::exchange (isDimmed_, isDimmed) != isDimmed)
        repaint ();
}

void CurveDisplay::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::panel ());
    const auto frame = getLocalBounds ().toFloat ().reduced (0.5f);
    graphics.setColour (Theme::background ());
    graphics.fillRoundedRectangle (frame, Theme::kCorner - 1.0f);
    if (isDimmed_)
        graphics.beginTransparencyLayer (kDim);
    paintCurves (graphics, frame.reduced (6.0f, 6.0f));
    if (isDimmed_)
        graphics.endTransparencyLayer ();
}

void CurveDisplay::paintCurve (juce::Graphics& graphics, juce::Rectangle<float> area,
                               juce::Colour colour, float base,
                               const std::function<float (float)>& y) const
{
    const int numPoints = std::max (2, juce::roundToInt (area.getWidth ()) + 1);
    juce::Path line;
    for (int i = 0; i < numPoints; ++i)
    {
        const float x = static_cast<float> (i) / static_cast<float> (numPoints - 1);
        const juce::Point<float> point (area.getX () + x * area.getWidth (),
                                        area.getBottom () -
                                            juce::jlimit (0.0f, 1.0f, y (x)) * area.getHeight ());
        if (i == 0)
            line.startNewSubPath (point);
        else
            line.lineTo (point);
    }
    auto body = line;
    const float baseY = area.getBottom () - base * area.getHeight ();
    body.lineTo (area.getRight (), baseY);
    body.lineTo (area.getX (), baseY);
    body.closeSubPath ();
    graphics.setColour (colour.withMultipliedAlpha (0.16f));
    graphics.fillPath (body);
    graphics.setColour (colour);
    graphics.strokePath (line, juce::PathStrokeType (kLine, juce::PathStrokeType::curved));
}

void CurveDisplay::paintGridLine (juce::Graphics& graphics, juce::Rectangle<float> area, float y)
{
    graphics.setColour (Theme::outline ().withAlpha (0.6f));
    graphics.fillRect (area.getX (), area.getBottom () - y * area.getHeight () - 0.5f,
                       area.getWidth (), 1.0f);
}

} // namespace melstrom
