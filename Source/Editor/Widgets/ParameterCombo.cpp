#include "Source/Editor/Widgets/ParameterCombo.h"

#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Parameters/ParameterText.h"

#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kArmedAlpha = 0.5f;

/** Texts for screen readers. */
void describe (juce::Component& control, const PatchParameter& row)
{
    control.setTitle (textOf (row.label));
    control.setDescription (sentence (row.meaning));
    control.setHelpText (textOf (row.group));
}

void showArmed (juce::Component& control, bool isArmed)
{
    const float alpha = isArmed ? kArmedAlpha : 1.0f;
    if (control.getAlpha () != alpha)
        control.setAlpha (alpha);
}

bool isMatrixTarget (const PatchParameter& row)
{
    return row.choices.data () == parameterOf (PatchKey::matrixTarget).choices.data ();
}
} // namespace

ParameterCombo::ParameterCombo (InstrumentProcessor& processor, PatchKey key)
    : processor_ (processor), key_ (key)
{
    const auto& row = parameterOf (key);
    describe (*this, row);
    if (isMatrixTarget (row))
        fillTargets ();
    else
        fill ();
    show (processor.parameters ()[key].value ());
    onChange = [this] { takeChoice (); };
}

void ParameterCombo::fill ()
{
    int id = 0;
    for (const auto choice : parameterOf (key_).choices)
        addItem (choiceText (choice), ++id);
}

void ParameterCombo::fillTargets ()
{
    // `show` counts items, so they keep the order of the choices
    auto& menu = *getRootMenu ();
    int id = 0;
    menu.addItem (++id, "None");
    juce::PopupMenu group;
    std::string name;
    for (const auto target : modulationTargets ())
    {
        const auto& row = parameterOf (target);
        if (row.group != name && ! name.empty ())
            menu.addSubMenu (textOf (name), std::exchange (group, {}));
        name = row.group;
        group.addItem (++id, textOf (row.label));
    }
    menu.addSubMenu (textOf (name), group);
}

void ParameterCombo::show (float value)
{
    const auto index = static_cast<int> (std::lround (value - parameterOf (key_).lowest));
    // JUCE reports a choice by a message. While it is under way, the box keeps the user's choice.
    if (index == agreedIndex_ || getSelectedItemIndex () != agreedIndex_)
        return;
    agreedIndex_ = index;
    setSelectedItemIndex (index, juce::dontSendNotification);
}

void ParameterCombo::takeChoice ()
{
    agreedIndex_ = getSelectedItemIndex ();
    auto& parameter = processor_.parameters ()[key_];
    const float value = parameter.row ().lowest + static_cast<float> (agreedIndex_);
    if (agreedIndex_ >= 0 && value != parameter.value ())
        changeParameter (parameter, value);
}

void ParameterCombo::refresh (const ShownPatch& shown)
{
    show (shown.set[key_]);
    showArmed (*this, shown.armed == key_);
}

juce::String ParameterCombo::getTooltip ()
{
    return parameterTooltip (parameterOf (key_), processor_.parameters ()[key_].value ());
}

void ParameterCombo::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu ())
        showParameterMenu (*this, processor_, key_);
    else
        juce::ComboBox::mouseDown (event);
}

ParameterToggle::ParameterToggle (InstrumentProcessor& processor, PatchKey key)
    : processor_ (processor), key_ (key)
{
    describe (*this, parameterOf (key));
    show (processor.parameters ()[key].value ());
    onClick = [this] { takeClick (); };
}

void ParameterToggle::show (float value)
{
    if (const bool isSet = value >= 0.5f; isSet != getToggleState ())
        setToggleState (isSet, juce::dontSendNotification);
}

void ParameterToggle::takeClick ()
{
    auto& parameter = processor_.parameters ()[key_];
    const float value = getToggleState () ? 1.0f : 0.0f;
    if (value != parameter.value ())
        changeParameter (parameter, value);
}

void ParameterToggle::refresh (const ShownPatch& shown)
{
    show (shown.set[key_]);
    showArmed (*this, shown.armed == key_);
}

juce::String ParameterToggle::getTooltip ()
{
    return parameterTooltip (parameterOf (key_), processor_.parameters ()[key_].value ());
}

void ParameterToggle::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu ())
        showParameterMenu (*this, processor_, key_);
    else
        juce::ToggleButton::mouseDown (event);
}

} // namespace melstrom
