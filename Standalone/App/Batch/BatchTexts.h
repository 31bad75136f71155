// Texts of the batch page: the command, and how a run began or ended.
#pragma once

#include "Source/Look/IconButton.h"

namespace melstrom
{

/** The command that does the same in a terminal. Thread: message. */
class BatchCommandStrip final : public juce::Component
{
public:
    static constexpr int kHeight = 15 + Theme::kControl; ///< with the caption

    BatchCommandStrip ();
    void show (const juce::String& command);
    juce::String command () const { return text_.getText (); }
    juce::Button& copyButton () noexcept { return copy_; }

    void resized () override;
    void paint (juce::Graphics& graphics) override;

private:
    juce::TextEditor text_;
    IconButton copy_ {Icon::copy, "Copy the command"};
};

enum class MessageTone : std::int8_t
{
    good,
    doubtful,
    bad
};

/** How a run began or ended: as many lines as the text needs; the tooltip has the whole text.
    Thread: message. */
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
