#include "Source/Editor/Widgets/ValueEntry.h"

#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kWidth = 96, kHeight = 24;
}

ValueEntry::ValueEntry (const juce::String& title, const juce::String& text, Accept accept,
                        std::function<void ()> onDone)
    : accept_ (std::move (accept)), onDone_ (std::move (onDone))
{
    setTitle (title);
    setFont (Theme::font (Theme::kText));
    setJustification (juce::Justification::centred);
    setText (text, juce::dontSendNotification);
    setSelectAllWhenFocused (true);
    setColour (juce::TextEditor::backgroundColourId, Theme::background ());
    onReturnKey = [this] { handOver (); };
    // deferred: onDone_ destroys this object, which JUCE still uses in a key press or focus change
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

void ValueEntry::handOver ()
{
    if (const auto accepted = accept_ (getText ()); ! accepted)
    {
        applyColourToAllText (Theme::warning ());
        setTooltip (textOf (accepted.error ().message));
        selectAll ();
        return;
    }
    juce::MessageManager::callAsync (onDone_);
}

} // namespace melstrom
