#include "Source/Editor/ParameterKnob.h"

#include "Source/Editor/ParameterEdit.h"
#include "Source/Editor/ParameterMenu.h"
#include "Source/Editor/ParameterText.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr double kDragPixels = 220; ///< over the whole range
constexpr double kFine = 0.1, kKeyStep = 0.01, kPageStep = 0.1, kWheelStep = 0.25;
/** A ring moves by such steps: what is smaller is not seen. */
constexpr float kShownSteps = 256;

bool isFine (juce::ModifierKeys keys)
{
    return keys.isShiftDown () || keys.isCommandDown () || keys.isCtrlDown ();
}
} // namespace

ParameterKnob::ParameterKnob (InstrumentProcessor& processor, PatchKey key, Form form)
    : juce::Slider (form == Form::rotary ? RotaryHorizontalVerticalDrag : LinearHorizontal,
                    NoTextBox),
      processor_ (processor), key_ (key), form_ (form), parameter_ (processor.parameters ()[key]),
      label_ (rowLabel (key)), shortLabel_ (shortRowLabel (key))
{
    takeRange ();
    setValue (static_cast<double> (parameter_.value ()), juce::dontSendNotification);
    const auto& row = parameter_.row ();
    setTitle (textOf (row.label));
    setDescription (sentence (row.meaning));
    setHelpText (textOf (row.group) +
                 ". Return types a value, Delete brings back the initial one.");
    setWantsKeyboardFocus (true);
    setMouseClickGrabsKeyboardFocus (true);
}

ParameterKnob::~ParameterKnob ()
{
    drag_.reset (); // tells the host of its end
}

/** The row's own curve, with the steps that a slider needs. */
void ParameterKnob::takeRange ()
{
    const auto& row = parameter_.row ();
    juce::NormalisableRange<double> range (
        static_cast<double> (row.lowest), static_cast<double> (row.highest),
        [&row] (double, double, double position)
        { return static_cast<double> (valueAt (row, static_cast<float> (position))); },
        [&row] (double, double, double value)
        { return static_cast<double> (positionOf (row, static_cast<float> (value))); },
        [&row] (double, double, double value)
        { return static_cast<double> (nearestAllowed (row, static_cast<float> (value))); });
    range.interval = isStepped (row) ? 1.0 : 0.0;
    setNormalisableRange (range);
    setDoubleClickReturnValue (true, static_cast<double> (row.initial));
    textFromValueFunction = [&row] (double value)
    { return textOf (valueText (row, static_cast<float> (value))); };
    valueFromTextFunction = [this, &row] (const juce::String& text)
    {
        const auto value = valueFromText (row, text.toStdString ());
        return value ? static_cast<double> (*value) : getValue ();
    };
}

void ParameterKnob::setDimmed (bool isDimmed)
{
    if (std::exchange (isDimmed_, isDimmed) != isDimmed)
        repaint ();
}

void ParameterKnob::setLabel (const juce::String& label)
{
    label_ = shortLabel_ = label;
    repaint ();
}

void ParameterKnob::setPatchName (const juce::String& name)
{
    const auto label = textOf (parameter_.row ().label);
    patchName_ = name;
    setLabel (name.isEmpty () ? label : name);
    setTitle (name.isEmpty () ? label : name + ", " + label);
}

void ParameterKnob::enterValue ()
{
    const auto& row = parameter_.row ();
    showEntry ("Value of " + textOf (row.label), textOf (valueText (row, parameter_.value ())),
               [this] (const juce::String& text) -> Result<void>
               {
                   const auto value = valueFromText (parameter_.row (), text.toStdString ());
                   if (! value)
                       return value.error ();
                   changeParameter (parameter_, *value);
                   return {};
               });
}

void ParameterKnob::enterName ()
{
    constexpr int kMostLetters = 24;
    showEntry ("Name of " + textOf (parameter_.row ().label), patchName_,
               [this] (const juce::String& text) -> Result<void>
               {
                   onRename (text.trim ());
                   return {};
               });
    entry_->setInputRestrictions (kMostLetters);
}

void ParameterKnob::showEntry (const juce::String& title, const juce::String& text,
                               ValueEntry::Accept accept)
{
    juce::Component::SafePointer<ParameterKnob> safe (this);
    entry_ = std::make_unique<ValueEntry> (title, text, std::move (accept),
                                           [safe]
                                           {
                                               if (safe != nullptr)
                                                   safe->entry_.reset ();
                                           });
    entry_->showBelow (*this);
}

void ParameterKnob::refresh (const ShownPatch& shown)
{
    if (const auto set = static_cast<double> (shown.set[key_]); set != getValue ())
        setValue (set, juce::dontSendNotification);
    const bool isTarget = shown.isTarget (key_), isArmed = shown.armed == key_;
    std::optional<float> moved;
    if (const auto value = shown.movedValue (key_))
        moved = std::round (positionOf (parameter_.row (), *value) * kShownSteps) / kShownSteps;
    if (isTarget == isTarget_ && isArmed == isArmed_ && moved == movedPosition_)
        return;
    isTarget_ = isTarget;
    isArmed_ = isArmed;
    movedPosition_ = moved;
    repaint ();
}

juce::String ParameterKnob::getTooltip ()
{
    auto text = (patchName_.isEmpty () ? juce::String () : patchName_ + ", ") +
                parameterTooltip (parameter_.row (), parameter_.value ());
    if (const auto controller = processor_.midiLearn ().controllers ().of (key_))
        text << "\nMoved by CC " << controller->number << ".";
    return text;
}

void ParameterKnob::valueChanged ()
{
    const float position = positionOf (parameter_.row (), static_cast<float> (getValue ()));
    if (position != parameter_.getValue ())
        parameter_.setValueNotifyingHost (position);
}

void ParameterKnob::startedDragging ()
{
    parameter_.beginChangeGesture ();
}
void ParameterKnob::stoppedDragging ()
{
    parameter_.endChangeGesture ();
}

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
    // whole numbers: one step at least
    if (row.curve == ParameterCurve::whole && std::lround (getValue ()) == std::lround (former))
        setValue (former + (share > 0 ? 1.0 : -1.0), juce::sendNotificationSync);
}

void ParameterKnob::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu ())
    {
        ParameterMenuActions actions {[this] { enterValue (); }, {}};
        if (onRename)
            actions.enterName = [this] { enterName (); };
        showParameterMenu (*this, processor_, key_, actions);
        return;
    }
    drag_.emplace (*this);
    lastPlace_ = event.position;
    dragPosition_ = valueToProportionOfLength (getValue ());
    repaint ();
}

void ParameterKnob::mouseDrag (const juce::MouseEvent& event)
{
    if (! drag_)
        return;
    const auto way = event.position - std::exchange (lastPlace_, event.position);
    const double pixels = form_ == Form::bar ? std::max (1, getWidth ()) : kDragPixels;
    const double share = (form_ == Form::bar ? way.x : way.x - way.y) / pixels;
    dragPosition_ =
        juce::jlimit (0.0, 1.0, dragPosition_ + share * (isFine (event.mods) ? kFine : 1.0));
    moveTo (dragPosition_);
}

void ParameterKnob::mouseUp (const juce::MouseEvent&)
{
    drag_.reset ();
    repaint ();
}

void ParameterKnob::mouseEnter (const juce::MouseEvent&)
{
    isHovered_ = true;
    repaint ();
}

void ParameterKnob::mouseExit (const juce::MouseEvent&)
{
    isHovered_ = false;
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
