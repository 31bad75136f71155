#include "Source/Editor/Widgets/OverlayPanel.h"

namespace melstrom
{

namespace
{
constexpr int kHeader = 38, kPadding = 12;
}

OverlayPanel::OverlayPanel (const juce::String& title)
{
    setOpaque (true);
    setTitle (title);
    setFocusContainerType (FocusContainerType::keyboardFocusContainer);
    setWantsKeyboardFocus (true);
    close_.onClick = [this] { close (); };
    addAndMakeVisible (close_);
}

void OverlayPanel::close ()
{
    juce::MessageManager::callAsync (
        [safe = juce::Component::SafePointer<OverlayPanel> (this)]
        {
            if (safe != nullptr && safe->onClose)
                safe->onClose ();
        });
}

void OverlayPanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    const auto area = getLocalBounds ().toFloat ().reduced (0.5f);
    graphics.setColour (Theme::panel ());
    graphics.fillRoundedRectangle (area, Theme::kCorner);
    graphics.setColour (Theme::outline ());
    graphics.drawRoundedRectangle (area, Theme::kCorner, 1.0f);
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kHeading, true));
    graphics.drawText (getTitle (), kPadding + 2, 2, getWidth () / 2, kHeader,
                       juce::Justification::centredLeft);
}

void OverlayPanel::resized ()
{
    auto area = getLocalBounds ().reduced (kPadding, 0).withTrimmedBottom (kPadding);
    const auto header = area.removeFromTop (kHeader);
    close_.setBounds (header.withLeft (header.getRight () - Theme::kControl)
                          .withSizeKeepingCentre (Theme::kControl, Theme::kControl));
    layOut (area);
}

bool OverlayPanel::keyPressed (const juce::KeyPress& key)
{
    if (key != juce::KeyPress::escapeKey)
        return false;
    close ();
    return true;
}

} // namespace melstrom
