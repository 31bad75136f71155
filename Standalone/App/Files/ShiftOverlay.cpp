#include "Standalone/App/Files/ShiftOverlay.h"

#include "Source/Look/Theme.h"

namespace melstrom
{

void ShiftOverlay::show (std::optional<double> seconds, double shiftSeconds)
{
    seconds_ = seconds;
    shiftSeconds_ = shiftSeconds;
    if (! seconds_)
        hold_.reset ();
}

void ShiftOverlay::paint (juce::Graphics& graphics, const TimelineMapping& mapping)
{
    if (! isVisible (mapping))
        return;
    graphics.setColour (Theme::modulation ());
    for (const double edge : {shiftSeconds_, shiftSeconds_ + *seconds_})
    {
        const auto x = static_cast<float> (mapping.xOf (edge));
        const auto plot = mapping.plot.toFloat ();
        const float dashes[] {3, 4};
        if (x >= plot.getX () && x <= plot.getRight ())
            graphics.drawDashedLine ({x, plot.getY (), x, plot.getBottom ()}, dashes, 2);
    }
}

bool ShiftOverlay::mouseDown (const juce::MouseEvent& event, const TimelineMapping& mapping)
{
    if (! seconds_ || ! event.mods.isLeftButtonDown () || ! event.mods.isCommandDown ())
        return false;
    hold_ = Hold {event.position.x, shiftSeconds_,
                  mapping.time.spanSeconds / std::max (1, mapping.plot.getWidth ())};
    return true;
}

void ShiftOverlay::mouseDrag (const juce::MouseEvent& event, const TimelineMapping&)
{
    if (hold_)
        onShift (hold_->fromShift +
                 static_cast<double> (event.position.x - hold_->fromX) * hold_->secondsPerPoint);
}

std::optional<juce::MouseCursor> ShiftOverlay::pointerAt (juce::Point<float>,
                                                          const TimelineMapping&)
{
    if (hold_ || (seconds_ && juce::ModifierKeys::getCurrentModifiersRealtime ().isCommandDown ()))
        return juce::MouseCursor::LeftRightResizeCursor;
    return std::nullopt;
}

bool ShiftOverlay::keyPressed (const juce::KeyPress& key)
{
    const auto modifiers = key.getModifiers ();
    const int code = key.getKeyCode ();
    const bool isLeft = code == juce::KeyPress::leftKey;
    if (! seconds_ || ! modifiers.isAltDown () || (! isLeft && code != juce::KeyPress::rightKey))
        return false;
    const double step = modifiers.isShiftDown () ? kCoarseSeconds : kFineSeconds;
    onShift (shiftSeconds_ + (isLeft ? -step : step));
    return true;
}

} // namespace melstrom
