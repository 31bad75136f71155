#include "Source/Spectrogram/PanelMessages.h"

#include "Source/Look/Theme.h"

namespace melstrom
{

MessageBar::MessageBar ()
{
    setTitle ("Message");
    setAccessible (true);
}

void MessageBar::setText (const juce::String& text)
{
    text_ = text;
    setTooltip (text);
    setDescription (text);
    repaint ();
}

void MessageBar::paint (juce::Graphics& graphics)
{
    const auto area = getLocalBounds ();
    graphics.setColour (Theme::warning ().withAlpha (0.16f));
    graphics.fillRoundedRectangle (area.toFloat (), Theme::kCorner);
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawFittedText (text_, area.reduced (Theme::kGap, 0), juce::Justification::centredLeft,
                             1, 0.8f);
}

void MessageBar::mouseUp (const juce::MouseEvent& event)
{
    if (event.mouseWasClicked () && onClick)
        onClick ();
}

} // namespace melstrom
