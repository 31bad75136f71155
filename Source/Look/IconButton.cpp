#include "Source/Look/IconButton.h"

#include <utility>

namespace melstrom
{

namespace
{
using Point = juce::Point<float>;

/** Strokes in a square of side 1. */
juce::Path strokesOf (Icon icon)
{
    juce::Path path;
    const auto line = [&path] (std::initializer_list<Point> points)
    {
        path.startNewSubPath (*points.begin ());
        for (const auto* point = points.begin () + 1; point != points.end (); ++point)
            path.lineTo (*point);
    };
    switch (icon)
    {
        case Icon::previous: line ({{0.62f, 0.2f}, {0.32f, 0.5f}, {0.62f, 0.8f}}); break;
        case Icon::next: line ({{0.38f, 0.2f}, {0.68f, 0.5f}, {0.38f, 0.8f}}); break;
        case Icon::close:
            line ({{0.22f, 0.22f}, {0.78f, 0.78f}});
            line ({{0.78f, 0.22f}, {0.22f, 0.78f}});
            break;
        case Icon::more: line ({{0.5f, 0.2f}, {0.5f, 0.8f}}); [[fallthrough]];
        case Icon::fewer: line ({{0.2f, 0.5f}, {0.8f, 0.5f}}); break;
        case Icon::undo:
        case Icon::redo:
            line ({{0.36f, 0.14f}, {0.14f, 0.36f}, {0.36f, 0.58f}});
            path.startNewSubPath (0.14f, 0.36f);
            path.lineTo (0.6f, 0.36f);
            path.addCentredArc (0.6f, 0.6f, 0.24f, 0.24f, 0, 0, juce::MathConstants<float>::pi);
            path.lineTo (0.36f, 0.84f);
            break;
        case Icon::play:
            line ({{0.28f, 0.16f}, {0.82f, 0.5f}, {0.28f, 0.84f}});
            path.closeSubPath ();
            break;
        case Icon::stop: path.addRectangle (0.22f, 0.22f, 0.56f, 0.56f); break;
        case Icon::copy:
            path.addRectangle (0.12f, 0.32f, 0.52f, 0.56f);
            line ({{0.36f, 0.14f}, {0.88f, 0.14f}, {0.88f, 0.68f}});
            break;
        case Icon::dice:
            path.addRoundedRectangle (0.1f, 0.1f, 0.8f, 0.8f, 0.14f);
            for (const float place : {0.32f, 0.5f, 0.68f})
                path.addEllipse (place - 0.02f, place - 0.02f, 0.04f, 0.04f);
            break;
        case Icon::lock:
            path.addRectangle (0.2f, 0.46f, 0.6f, 0.42f);
            path.addCentredArc (0.5f, 0.4f, 0.2f, 0.26f, 0, -juce::MathConstants<float>::halfPi,
                                juce::MathConstants<float>::halfPi, true);
            break;
        case Icon::pencil:
            line ({{0.16f, 0.84f}, {0.22f, 0.6f}, {0.68f, 0.14f}, {0.86f, 0.32f}, {0.4f, 0.78f}});
            path.closeSubPath ();
            break;
        case Icon::fold: line ({{0.2f, 0.36f}, {0.5f, 0.66f}, {0.8f, 0.36f}}); break;
        case Icon::unfold: line ({{0.36f, 0.2f}, {0.66f, 0.5f}, {0.36f, 0.8f}}); break;
        case Icon::health:
            line ({{0.04f, 0.55f},
                   {0.26f, 0.55f},
                   {0.4f, 0.16f},
                   {0.58f, 0.86f},
                   {0.72f, 0.55f},
                   {0.96f, 0.55f}});
            break;
        case Icon::gear:
        {
            constexpr int kTeeth = 8;
            path.addEllipse (0.24f, 0.24f, 0.52f, 0.52f);
            for (int tooth = 0; tooth < kTeeth; ++tooth)
            {
                const float angle = juce::MathConstants<float>::twoPi * static_cast<float> (tooth) /
                                    static_cast<float> (kTeeth);
                const Point centre (0.5f, 0.5f);
                path.startNewSubPath (centre.getPointOnCircumference (0.3f, angle));
                path.lineTo (centre.getPointOnCircumference (0.47f, angle));
            }
            break;
        }
        case Icon::star:
        case Icon::starFilled: path.addStar ({0.5f, 0.53f}, 5, 0.21f, 0.48f); break;
    }
    if (icon == Icon::redo)
        path.applyTransform (juce::AffineTransform::scale (-1.0f, 1.0f, 0.5f, 0.5f));
    return path;
}
} // namespace

void drawIcon (juce::Graphics& graphics, Icon icon, juce::Rectangle<float> area,
               juce::Colour colour)
{
    const float side = std::min (area.getWidth (), area.getHeight ());
    const auto square = area.withSizeKeepingCentre (side, side);
    auto path = strokesOf (icon);
    path.applyTransform (
        juce::AffineTransform::scale (side).translated (square.getX (), square.getY ()));
    graphics.setColour (colour);
    if (icon == Icon::starFilled)
        graphics.fillPath (path);
    else
        graphics.strokePath (path, juce::PathStrokeType (std::max (1.2f, side * 0.11f),
                                                         juce::PathStrokeType::curved,
                                                         juce::PathStrokeType::rounded));
}

IconButton::IconButton (Icon icon, const juce::String& title, const juce::String& shortcut)
    : juce::Button (title), icon_ (icon)
{
    setTitle (title);
    setTooltip (shortcut.isEmpty () ? title : title + " (" + shortcut + ")");
}

void IconButton::setIcon (Icon icon)
{
    icon_ = icon;
    repaint ();
}

void IconButton::setIcon (Icon icon, const juce::String& title)
{
    icon_ = icon;
    setTitle (title);
    setTooltip (title);
    repaint ();
}

void IconButton::setWarning (bool isWarning)
{
    if (std::exchange (isWarning_, isWarning) != isWarning)
        repaint ();
}

void IconButton::paintButton (juce::Graphics& graphics, bool isOver, bool isDown)
{
    getLookAndFeel ().drawButtonBackground (graphics, *this, Theme::raised (),
                                            isOver && isEnabled (), isDown);
    const auto colour = ! isEnabled ()      ? Theme::dimText ().withAlpha (0.45f)
                        : isWarning_        ? Theme::warning ()
                        : getToggleState () ? Theme::accent ()
                                            : Theme::text ();
    drawIcon (graphics, icon_, getLocalBounds ().toFloat ().withSizeKeepingCentre (13.0f, 13.0f),
              colour);
}

} // namespace melstrom
