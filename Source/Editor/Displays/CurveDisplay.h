// A small drawing of what the controls below it make.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** Background, grid and curves; what is drawn says a kind of display. Thread: message. */
class CurveDisplay : public juce::Component, public juce::SettableTooltipClient
{
public:
    void setDimmed (bool isDimmed);
    void paint (juce::Graphics& graphics) final;

protected:
    CurveDisplay ();
    /** area: within the frame. */
    virtual void paintCurves (juce::Graphics& graphics, juce::Rectangle<float> area) = 0;

    /** y: 0 at the bottom .. 1 at the top, of x 0 .. 1; with a fill down to `base`. */
    void paintCurve (juce::Graphics& graphics, juce::Rectangle<float> area, juce::Colour colour,
                     float base, const std::function<float (float)>& y) const;
    static void paintGridLine (juce::Graphics& graphics, juce::Rectangle<float> area, float y);

private:
    bool isDimmed_ = false;
};

/** A display of some values of the patch. */
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
