// Events of a timeline's component, passed on to its content.
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

class CursorValue final : public juce::AccessibilityTextValueInterface
{
public:
    explicit CursorValue (const TimelineView& view) : view_ (view) {}
    bool isReadOnly () const override { return true; }
    juce::String getCurrentValueAsString () const override { return view_.reading (); }
    void setValueAsString (const juce::String&) override {}

private:
    const TimelineView& view_;
};

} // namespace

void TimelineView::mouseMove (const juce::MouseEvent& event)
{
    if (content_->pointerAtKey == event.getScreenPosition ())
        return;
    content_->pointerAtKey.reset ();
    const auto& areas = content_->areas;
    content_->placeCursor (areas.content ().contains (event.getPosition ())
                               ? std::optional (event.getPosition ())
                               : std::nullopt);
    setMouseCursor (content_->pointerAt (event.position));
}

void TimelineView::mouseDown (const juce::MouseEvent& event)
{
    content_->beginDrag (event);
}

void TimelineView::mouseDrag (const juce::MouseEvent& event)
{
    if (content_->drag.kind == TimelineDrag::Kind::select)
        setCursor (event.getPosition ());
    content_->continueDrag (event);
}

void TimelineView::mouseUp (const juce::MouseEvent& event)
{
    content_->endDrag (event);
}

void TimelineView::mouseExit (const juce::MouseEvent&)
{
    if (! hasKeyboardFocus (false))
        content_->placeCursor (std::nullopt);
}

void TimelineView::mouseDoubleClick (const juce::MouseEvent& event)
{
    const auto& areas = content_->areas;
    if (areas.time.contains (event.getPosition ()))
        showAll ();
    else if (areas.frequency.contains (event.getPosition ()))
        setFrequencies (std::nullopt);
    else if (areas.spectrum.contains (event.getPosition ()))
    {
        content_->spectrum.forgetPeaks ();
        content_->computeSpectrum ();
    }
    else if (areas.content ().contains (event.getPosition ()))
        for (auto* const overlay : content_->overlays)
            if (overlay->mouseDoubleClick (event, mapping ()))
                return content_->overChanged ();
}

void TimelineView::mouseWheelMove (const juce::MouseEvent& event,
                                   const juce::MouseWheelDetails& wheel)
{
    constexpr double kOctavesPerDelta = 2.5, kWindowsPerDelta = 0.6;
    const auto& areas = content_->areas;
    const auto place = event.position;
    const bool isScroll =
        event.mods.isShiftDown () || std::abs (wheel.deltaX) > std::abs (wheel.deltaY);
    const auto delta = static_cast<double> (
        std::abs (wheel.deltaX) > std::abs (wheel.deltaY) ? wheel.deltaX : wheel.deltaY);
    const double factor = std::exp2 (-delta * kOctavesPerDelta);
    if (areas.plot.isEmpty () || delta == 0)
        return;
    if (event.mods.isCommandDown () || areas.frequency.toFloat ().contains (place))
        content_->zoomFrequency (
            factor, std::clamp (static_cast<double> (
                                    (static_cast<float> (areas.plot.getBottom ()) - place.y) /
                                    static_cast<float> (areas.plot.getHeight ())),
                                0.0, 1.0));
    else if (isScroll)
        content_->scrollTime (-delta * kWindowsPerDelta);
    else
        content_->zoomTime (factor, std::clamp (mapping ().time.placeOf (mapping ().secondsAt (
                                                    static_cast<double> (place.x))),
                                                0.0, 1.0));
}

bool TimelineView::keyPressed (const juce::KeyPress& key)
{
    return content_->press (key);
}

void TimelineView::focusGained (FocusChangeType)
{
    repaint (content_->areas.plot);
}

void TimelineView::focusLost (FocusChangeType)
{
    if (! isMouseOver ())
        content_->placeCursor (std::nullopt);
    repaint (content_->areas.plot);
}

std::unique_ptr<juce::AccessibilityHandler> TimelineView::createAccessibilityHandler ()
{
    return std::make_unique<juce::AccessibilityHandler> (
        *this, juce::AccessibilityRole::image, juce::AccessibilityActions (),
        juce::AccessibilityHandler::Interfaces {std::make_unique<CursorValue> (*this)});
}

} // namespace melstrom
