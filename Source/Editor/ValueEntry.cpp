#include "Source/Editor/ValueEntry.h"

#include "Source/Editor/ParameterEdit.h"
#include "Source/Editor/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kWidth = 96, kHeight = 24;
}

ValueEntry::ValueEntry (PatchAudioParameter& parameter, std::function<void ()> onDone)
    : parameter_ (parameter), onDone_ (std::move (onDone))
{
    setTitle ("Value of " + textOf (parameter.row ().label));
    setFont (Theme::font (Theme::kText));
    setJustification (juce::Justification::centred);
    setText (textOf (valueText (parameter.row (), parameter.value ())), juce::dontSendNotification);
    setSelectAllWhenFocused (true);
    setColour (juce::TextEditor::backgroundColourId, Theme::background ());
    onReturnKey = [this] { accept (); };
    // the owner deletes this: not from within a key press or a change of focus
    onEscapeKey = onFocusLost = [this] { juce::MessageManager::callAsync (onDone_); };
}

void ValueEntry::showBelow (juce::Component& control)
{
    auto* window = control.getTopLevelComponent ();
    const auto place = window->getLocalArea (&control, control.getLocalBounds ());
    const auto area = juce::Rectangle<int> (kWidth, kHeight)
                          .withCentre ({place.getCentreX (), place.getBottom () - kHeight / 2});
    setBounds (area.constrainedWithin (window->getLocalBounds ()));
    window->addAndMakeVisible (this);
    grabKeyboardFocus ();
}

void ValueEntry::accept ()
{
    const auto value = valueFromText (parameter_.row (), getText ().toStdString ());
    if (! value)
    {
        applyColourToAllText (Theme::warning ());
        setTooltip (textOf (value.error ().message));
        selectAll ();
        return;
    }
    changeParameter (parameter_, *value);
    juce::MessageManager::callAsync (onDone_);
}

} // namespace melstrom
