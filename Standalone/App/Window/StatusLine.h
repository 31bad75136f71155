// The line at the bottom of the window: a message with an action, or the state of the page.
#pragma once

#include "Source/Look/Theme.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** A message stays until a click on it, or another message. Thread: message. */
class StatusLine final : public juce::Component, public juce::SettableTooltipClient
{
public:
    static constexpr int kHeight = 28;

    StatusLine ();
    void showState (const juce::String& text); ///< what the page says of itself
    void showMessage (const juce::String& text);
    /** With a button. */
    void offer (const juce::String& text, const juce::String& button, std::function<void ()> press);
    void changeText (const juce::String& text); ///< of the message; its button stays, silently
    const juce::String& message () const noexcept { return message_; }

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    void mouseUp (const juce::MouseEvent&) override { showMessage ({}); }
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

private:
    juce::String state_, message_;
    juce::TextButton action_;
};

} // namespace melstrom
