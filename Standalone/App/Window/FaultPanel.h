// The files that were not opened, each with its reason.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** A text to read, to scroll and to copy. Thread: message. */
class FaultPanel final : public OverlayPanel
{
public:
    explicit FaultPanel (const juce::String& listing) : OverlayPanel ("Files that were not opened")
    {
        text_.setTitle (getTitle ());
        text_.setFont (Theme::font (Theme::kText));
        text_.setMultiLine (true);
        text_.setReadOnly (true);
        text_.setCaretVisible (false);
        text_.setEscapeAndReturnKeysConsumed (false); // Escape closes the panel
        text_.setText (listing, false);
        text_.setCaretPosition (0);
        addAndMakeVisible (text_);
    }
    void takeFocus () override { text_.grabKeyboardFocus (); }

private:
    void layOut (juce::Rectangle<int> content) override { text_.setBounds (content); }

    juce::TextEditor text_;
};

} // namespace melstrom
