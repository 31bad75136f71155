#include "Standalone/App/Batch/BatchCommandStrip.h"

namespace melstrom
{

BatchCommandStrip::BatchCommandStrip ()
{
    text_.setTitle ("Command");
    text_.setTooltip ("The same run in a terminal");
    text_.setReadOnly (true);
    text_.setCaretVisible (false);
    text_.setFont (Theme::font (Theme::kText));
    text_.setJustification (juce::Justification::centredLeft);
    addAndMakeVisible (text_);
    addAndMakeVisible (copy_);
    copy_.onClick = [this] { juce::SystemClipboard::copyTextToClipboard (command ()); };
}

void BatchCommandStrip::show (const juce::String& command)
{
    text_.setText (command, juce::dontSendNotification);
}

void BatchCommandStrip::resized ()
{
    auto area = getLocalBounds ().removeFromBottom (Theme::kControl);
    copy_.setBounds (area.removeFromRight (Theme::kControl));
    area.removeFromRight (Theme::kGap);
    text_.setBounds (area);
}

void BatchCommandStrip::paint (juce::Graphics& graphics)
{
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.drawText ("The same in a terminal", getLocalBounds (), juce::Justification::topLeft);
}

} // namespace melstrom
