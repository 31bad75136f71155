#include "Source/Editor/Widgets/ParameterKnob.h"

#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Editor/Widgets/SourceChips.h"
#include "Source/Parameters/ParameterText.h"

#include <cmath>

namespace melstrom
{

namespace
{
/** Resolution of a ring's drawing. Smaller movements are invisible. */
constexpr float kShownSteps = 256;
} // namespace

ParameterKnob::ParameterKnob (InstrumentProcessor& processor, PatchKey key, Form form)
    : juce::Slider (form == Form::rotary ? RotaryHorizontalVerticalDrag : LinearHorizontal,
                    NoTextBox),
      processor_ (processor), key_ (key), form_ (form), parameter_ (processor.parameters ()[key]),
      ring_ (processor.parameters (), key), label_ (rowLabel (key)),
      shortLabel_ (shortRowLabel (key))
{
    takeRange ();
    setValue (static_cast<double> (parameter_.value ()), juce::dontSendNotification);
    const auto& row = parameter_.row ();
    setTitle (textOf (row.label));
    setDescription (sentence (row.meaning));
    setHelpText (textOf (row.group) +
                 ". Return opens a field for a value, Delete restores the initial value.");
    setWantsKeyboardFocus (true);
    setMouseClickGrabsKeyboardFocus (true);
}

ParameterKnob::~ParameterKnob ()
{
    drag_.reset (); // ends a drag, so that the host gets the gesture's end
}

/** Gives the slider the row's curve and steps. */
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
                   MELSTROM_TRY_VALUE (const auto value,
                                       valueFromText (parameter_.row (), text.toStdString ()));
                   changeParameter (parameter_, value);
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
    const bool isOtherRing = ring_.refresh (shown.set), isArmed = shown.armed == key_;
    std::optional<float> moved;
    if (const auto value = shown.movedValue (key_))
        moved = std::round (positionOf (parameter_.row (), *value) * kShownSteps) / kShownSteps;
    if (! isOtherRing && isArmed == isArmed_ && moved == movedPosition_)
        return;
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

bool ParameterKnob::isInterestedInDragSource (const SourceDetails& details)
{
    return form_ == Form::rotary && parameter_.row ().isTarget &&
           draggedSource (details.description);
}

void ParameterKnob::itemDragEnter (const SourceDetails&)
{
    isDropPlace_ = true;
    repaint ();
}

void ParameterKnob::itemDragExit (const SourceDetails&)
{
    isDropPlace_ = false;
    repaint ();
}

void ParameterKnob::itemDropped (const SourceDetails& details)
{
    isDropPlace_ = false;
    if (const auto source = draggedSource (details.description))
        if (const auto row = modulate (processor_.parameters (), key_, *source))
            ring_.choose (*row);
    repaint ();
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

} // namespace melstrom
