#include "Standalone/App/Files/ShiftBar.h"

#include "Standalone/App/Files/ShiftOverlay.h"

#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kFewestDecimals = 3, kMostDecimals = 6;
constexpr int kMostNameWidth = 320, kFieldWidth = 96, kStepWidth = 28;
} // namespace

juce::String shiftText (double seconds)
{
    juce::String text (seconds, kMostDecimals);
    const int fewest = text.indexOfChar ('.') + 1 + kFewestDecimals;
    while (text.length () > fewest && text.endsWithChar ('0'))
        text = text.dropLastCharacters (1);
    return text.containsOnly ("-0.") ? "0.000" : text;
}

ShiftBar::ShiftBar ()
{
    setTitle ("Shift of the compared file");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {&name_, &earlier_, &seconds_,
                                                               &later_, &unit_, &align_, &reset_})
        addAndMakeVisible (part);
    for (auto* label : {&name_, &unit_})
    {
        label->setFont (Theme::font (Theme::kText));
        label->setColour (juce::Label::textColourId, Theme::dimText ());
        label->setMinimumHorizontalScale (1);
    }
    const auto describe = [] (juce::Button& button, const char* title, const char* tooltip)
    {
        button.setTitle (title);
        button.setTooltip (tooltip);
    };
    describe (earlier_, "Earlier", "Shifts by -0.001 s (Alt+Left; Alt+Shift+Left: -0.1 s)");
    describe (later_, "Later", "Shifts by 0.001 s (Alt+Right; Alt+Shift+Right: 0.1 s)");
    describe (align_, "Align",
              "Shifts the compared file to where it agrees best with what is "
              "shown, at most by the shown time");
    describe (reset_, "No shift", "Both files begin at the same time again");
    earlier_.onClick = [this] { onShift (shown_ - ShiftOverlay::kFineSeconds); };
    later_.onClick = [this] { onShift (shown_ + ShiftOverlay::kFineSeconds); };
    align_.onClick = [this] { onAlign (); };
    reset_.onClick = [this] { onShift (0); };
    seconds_.setTitle ("Shift in seconds");
    seconds_.setTooltip ("Time at which the compared file begins, in seconds; Ctrl+drag in the "
                         "picture shifts, too");
    seconds_.setFont (Theme::font (Theme::kText));
    seconds_.setJustification (juce::Justification::centredRight);
    seconds_.setSelectAllWhenFocused (true);
    seconds_.onReturnKey = seconds_.onFocusLost = [this] { take (); };
    seconds_.onEscapeKey = [this] { seconds_.setText (shiftText (shown_), false); };
    show ({}, 0);
}

/** What was typed; a text that is no number leaves the shift as it is. */
void ShiftBar::take ()
{
    const auto text = seconds_.getText ().trim ().replaceCharacter (',', '.');
    const bool isNumber = text.containsAnyOf ("0123456789") && text.containsOnly ("+-.0123456789");
    const double value = text.getDoubleValue ();
    if (isNumber && text != shiftText (shown_))
        onShift (value);
    seconds_.setText (shiftText (shown_), false);
}

void ShiftBar::show (const juce::String& name, double seconds)
{
    shown_ = seconds;
    name_.setText (name.isEmpty () ? name : name + " begins at", juce::dontSendNotification);
    seconds_.setText (shiftText (seconds), false);
    reset_.setEnabled (seconds != 0);
    resized ();
}

void ShiftBar::resized ()
{
    auto area = getLocalBounds ();
    const auto take = [&area] (juce::Component& part, int width)
    {
        part.setBounds (area.removeFromLeft (width));
        area.removeFromLeft (Theme::kGap);
    };
    const int wanted = name_.getFont ().getStringWidth (name_.getText ()) + 12;
    take (name_, std::min ({wanted, kMostNameWidth, area.getWidth () / 2}));
    take (earlier_, kStepWidth);
    take (seconds_, kFieldWidth);
    take (unit_, 20);
    take (later_, kStepWidth);
    take (align_, 64);
    take (reset_, 84);
}

} // namespace melstrom
