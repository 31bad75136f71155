// The command that does the same in a terminal.
#pragma once

#include "Source/Look/IconButton.h"

namespace melstrom
{

/** Thread: message. */
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

} // namespace melstrom
