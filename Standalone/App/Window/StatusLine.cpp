#include "Standalone/App/Window/StatusLine.h"

#include <utility>

namespace melstrom
{

StatusLine::StatusLine ()
{
    setTitle ("Status");
    addChildComponent (action_);
}

void StatusLine::showState (const juce::String& text)
{
    if (std::exchange (state_, text) != text)
        repaint ();
}

void StatusLine::showMessage (const juce::String& text)
{
    message_ = text;
    setTooltip (text);
    action_.setVisible (false);
    if (auto* const handler = getAccessibilityHandler (); handler != nullptr && text.isNotEmpty ())
        handler->postAnnouncement (text, juce::AccessibilityHandler::AnnouncementPriority::medium);
    repaint ();
}

void StatusLine::changeText (const juce::String& text)
{
    message_ = text;
    setTooltip (text);
    repaint ();
}

void StatusLine::offer (const juce::String& text, const juce::String& button,
                        std::function<void ()> press)
{
    showMessage (text);
    action_.setButtonText (button);
    action_.setTitle (button);
    action_.onClick = [this, press = std::move (press)]
    {
        const auto todo = press; // a new message replaces this function
        showMessage ({});
        todo ();
    };
    action_.setVisible (true);
    resized ();
}

void StatusLine::paint (juce::Graphics& graphics)
{
    auto area = getLocalBounds ().reduced (10, 0);
    graphics.setFont (Theme::font (Theme::kSmallText));
    const auto width = juce::Font (Theme::font (Theme::kSmallText)).getStringWidth (state_);
    graphics.setColour (Theme::dimText ());
    graphics.drawText (state_, area.removeFromRight (std::min (width + 12, area.getWidth ())),
                       juce::Justification::centredRight, true);
    if (action_.isVisible ())
        area.removeFromLeft (action_.getWidth () + 10);
    graphics.setColour (Theme::text ());
    graphics.drawText (message_, area, juce::Justification::centredLeft, true);
}

void StatusLine::resized ()
{
    action_.setBounds (getLocalBounds ().reduced (10, 2).removeFromLeft (
        juce::jmax (80, action_.getBestWidthForHeight (Theme::kControl))));
}

std::unique_ptr<juce::AccessibilityHandler> StatusLine::createAccessibilityHandler ()
{
    class Text final : public juce::AccessibilityTextValueInterface
    {
    public:
        explicit Text (const StatusLine& line) : line_ (line) {}
        bool isReadOnly () const override { return true; }
        juce::String getCurrentValueAsString () const override
        {
            return line_.message_.isEmpty () ? line_.state_ : line_.message_;
        }
        void setValueAsString (const juce::String&) override {}

    private:
        const StatusLine& line_;
    };
    return std::make_unique<juce::AccessibilityHandler> (
        *this, juce::AccessibilityRole::staticText, juce::AccessibilityActions (),
        juce::AccessibilityHandler::Interfaces {std::make_unique<Text> (*this)});
}

} // namespace melstrom
