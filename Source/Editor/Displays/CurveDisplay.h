// A small drawing of the result of the controls below it.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** Draws background and frame; derived classes draw grid and curves. Thread: message. */
class CurveDisplay : public juce::Component, public juce::SettableTooltipClient
{
public:
    void setDimmed (bool isDimmed);
    void paint (juce::Graphics& graphics) final;

protected:
    CurveDisplay ();
    /** area: inside the frame. */
    virtual void paintCurves (juce::Graphics& graphics, juce::Rectangle<float> area) = 0;

    /** Draws y (x), x and y in 0 .. 1, with y = 0 at the bottom, and fills between the curve and
        `base`. */
    void paintCurve (juce::Graphics& graphics, juce::Rectangle<float> area, juce::Colour colour,
                     float base, const std::function<float (float)>& y) const;
    static void paintGridLine (juce::Graphics& graphics, juce::Rectangle<float> area, float y);

private:
    bool isDimmed_ = false;
};

/** A display of values of the patch. Repaints only when these change. */
template <typename Shown>
class ValuesDisplay : public CurveDisplay, public ShownControl
{
public:
    void refresh (const ShownPatch& shown) final
    {
        auto now = read (shown);
        if (now_ == now)
            return;
        now_ = std::move (now);
        repaint ();
    }

protected:
    virtual Shown read (const ShownPatch& shown) const = 0;
    virtual void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                              const Shown& shown) = 0;

private:
    void paintCurves (juce::Graphics& graphics, juce::Rectangle<float> area) final
    {
        if (now_)
            paintValues (graphics, area, *now_);
    }
    std::optional<Shown> now_;
};

} // namespace melstrom
