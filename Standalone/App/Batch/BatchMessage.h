// The line that says how a run began or ended.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

enum class MessageTone : std::int8_t
{
    good,
    doubtful,
    bad
};

/** As many lines as the text needs; the tooltip has the whole text. Thread: message. */
class BatchMessage final : public juce::Component, public juce::SettableTooltipClient
{
public:
    BatchMessage ();
    void say (const juce::String& text, MessageTone tone); ///< empty: nothing is shown
    const juce::String& text () const noexcept { return text_; }
    int heightFor (int width) const; ///< of two lines at least, so that little moves
    void paint (juce::Graphics& graphics) override;

private:
    juce::String text_;
    MessageTone tone_ = MessageTone::good;
};

} // namespace melstrom
