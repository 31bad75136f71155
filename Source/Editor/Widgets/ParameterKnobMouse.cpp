// Mouse and key input of a knob.
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Editor/Widgets/ParameterKnob.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{
constexpr double kDragPixels = 220; ///< drag over the whole range
constexpr double kFine = 0.1, kKeyStep = 0.01, kPageStep = 0.1, kWheelStep = 0.25;

bool isFine (juce::ModifierKeys keys)
{
    return keys.isShiftDown () || keys.isCommandDown () || keys.isCtrlDown ();
}
} // namespace

void ParameterKnob::moveTo (double position)
{
    setValue (proportionOfLengthToValue (juce::jlimit (0.0, 1.0, position)),
              juce::sendNotificationSync);
}

void ParameterKnob::moveBy (double share)
{
    const ScopedDragNotification gesture (*this);
    const auto& row = parameter_.row ();
    const double former = getValue ();
    moveTo (valueToProportionOfLength (former) + share);
    // a whole number moves by at least one step
    if (row.curve == ParameterCurve::whole && std::lround (getValue ()) == std::lround (former))
        setValue (former + (share > 0 ? 1.0 : -1.0), juce::sendNotificationSync);
}

void ParameterKnob::showMenu ()
{
    ParameterMenuActions actions;
    actions.enterValue = [this] { enterValue (); };
    if (onRename)
        actions.enterName = [this] { enterName (); };
    actions.ringRow = ring_.chosenRow ();
    actions.chooseRingRow = [this] (int row) { ring_.choose (row); };
    showParameterMenu (*this, processor_, key_, actions);
}

void ParameterKnob::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu ())
    {
        showMenu ();
        return;
    }
    lastPlace_ = event.position;
    if (isOnRing (event.position))
    {
        ring_.beginDrag ();
        repaint ();
        return;
    }
    drag_.emplace (*this);
    dragPosition_ = valueToProportionOfLength (getValue ());
    repaint ();
}

void ParameterKnob::mouseDrag (const juce::MouseEvent& event)
{
    const auto way = event.position - std::exchange (lastPlace_, event.position);
    const double pixels = form_ == Form::bar ? std::max (1, getWidth ()) : kDragPixels;
    const double share =
        (form_ == Form::bar ? way.x : way.x - way.y) / pixels * (isFine (event.mods) ? kFine : 1.0);
    ring_.dragBy (share);
    if (! drag_)
        return;
    dragPosition_ = juce::jlimit (0.0, 1.0, dragPosition_ + share);
    moveTo (dragPosition_);
}

void ParameterKnob::mouseUp (const juce::MouseEvent&)
{
    drag_.reset ();
    ring_.endDrag ();
    repaint ();
}

/** Not on the ring, where a double click would reset the knob's value. */
void ParameterKnob::mouseDoubleClick (const juce::MouseEvent& event)
{
    if (! isOnRing (event.position))
        juce::Slider::mouseDoubleClick (event);
}

bool ParameterKnob::isOnRing (juce::Point<float> place) const
{
    return form_ == Form::rotary &&
           ring_.contains (placesIn (getLocalBounds ()).circle.toFloat (), place);
}

void ParameterKnob::mouseMove (const juce::MouseEvent& event)
{
    const bool isOver = isOnRing (event.position);
    if (std::exchange (isOverRing_, isOver) == isOver)
        return;
    setMouseCursor (isOver ? juce::MouseCursor::UpDownResizeCursor
                           : juce::MouseCursor::NormalCursor);
    repaint ();
}

void ParameterKnob::mouseEnter (const juce::MouseEvent&)
{
    isHovered_ = true;
    repaint ();
}

void ParameterKnob::mouseExit (const juce::MouseEvent&)
{
    isHovered_ = isOverRing_ = false;
    repaint ();
}

void ParameterKnob::mouseWheelMove (const juce::MouseEvent& event,
                                    const juce::MouseWheelDetails& wheel)
{
    const float way =
        std::abs (wheel.deltaX) > std::abs (wheel.deltaY) ? -wheel.deltaX : wheel.deltaY;
    if (way != 0 && ! drag_)
        moveBy ((wheel.isReversed ? -way : way) * kWheelStep * (isFine (event.mods) ? kFine : 1.0));
}

bool ParameterKnob::keyPressed (const juce::KeyPress& key)
{
    const double step = key.getModifiers ().isShiftDown () ? kKeyStep * kFine : kKeyStep;
    const int code = key.getKeyCode ();
    if (key.getModifiers ().isCommandDown () || key.getModifiers ().isAltDown ())
        return false;
    if (code == juce::KeyPress::upKey || code == juce::KeyPress::rightKey)
        moveBy (step);
    else if (code == juce::KeyPress::downKey || code == juce::KeyPress::leftKey)
        moveBy (-step);
    else if (code == juce::KeyPress::pageUpKey)
        moveBy (kPageStep);
    else if (code == juce::KeyPress::pageDownKey)
        moveBy (-kPageStep);
    else if (code == juce::KeyPress::homeKey || code == juce::KeyPress::endKey)
        moveBy (code == juce::KeyPress::homeKey ? -1.0 : 1.0);
    else if (code == juce::KeyPress::deleteKey || code == juce::KeyPress::backspaceKey)
        changeParameter (parameter_, parameter_.row ().initial);
    else if (code == juce::KeyPress::returnKey)
        enterValue ();
    else
        return false;
    return true;
}

void ParameterKnob::focusGained (FocusChangeType)
{
    repaint ();
}
void ParameterKnob::focusLost (FocusChangeType)
{
    repaint ();
}

} // namespace melstrom
