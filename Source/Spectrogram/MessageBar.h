// A bar with the reason of a refusal.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** One line; the tooltip has the whole text. A click removes it. Thread: message. */
class MessageBar final : public juce::Component, public juce::SettableTooltipClient
{
public:
    static constexpr int kHeight = 22;

    MessageBar ();
    std::function<void ()> onClick;
    void setText (const juce::String& text); ///< empty: no message
    const juce::String& text () const noexcept { return text_; }

    void paint (juce::Graphics& graphics) override;
    void mouseUp (const juce::MouseEvent& event) override;

private:
    juce::String text_;
};

} // namespace melstrom
