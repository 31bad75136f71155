#include "Standalone/App/Batch/BatchTexts.h"

namespace melstrom
{

namespace
{
constexpr int kLine = 17, kLeastLines = 2, kMostLines = 5, kPadding = 8;
}

BatchMessage::BatchMessage ()
{
    setTitle ("Message");
    setAccessible (true);
}

void BatchMessage::say (const juce::String& text, MessageTone tone)
{
    text_ = text;
    tone_ = tone;
    setTooltip (text);
    setDescription (text);
    repaint ();
}

int BatchMessage::heightFor (int width) const
{
    // a tenth more, because lines break between words
    const int textWidth = Theme::font (Theme::kText).getStringWidth (text_) * 11 / 10;
    const int numLines = 1 + textWidth / std::max (width - 2 * kPadding, 1);
    return 2 + kLine * juce::jlimit (kLeastLines, kMostLines, numLines);
}

void BatchMessage::paint (juce::Graphics& graphics)
{
    if (text_.isEmpty ())
        return;
    const auto colour = tone_ == MessageTone::good       ? Theme::accent ()
                        : tone_ == MessageTone::doubtful ? Theme::modulation ()
                                                         : Theme::warning ();
    graphics.setColour (colour.withAlpha (0.16f));
    graphics.fillRoundedRectangle (getLocalBounds ().toFloat (), Theme::kCorner);
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawFittedText (text_, getLocalBounds ().reduced (kPadding, 1),
                             juce::Justification::centredLeft, kMostLines, 1.0f);
}

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
