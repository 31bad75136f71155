// The entry of a cell in the list of marks.
#pragma once

#include "Engine/Core/Result.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** Return, Tab or loss of the focus enters the text, Escape drops it. A refused text stays, in the
    warning colour; after loss of the focus it is dropped. Hidden while it is closed. Thread:
    message. */
class MarkCellEntry final : public juce::TextEditor
{
public:
    MarkCellEntry ();

    std::function<Result<void> (const std::string&)> onEnter; ///< only for a text that differs
    std::function<void (bool isBack)> onTab;                  ///< after a text was entered by Tab
    std::function<void ()> onClosed;                          ///< takes the focus

    void open (juce::Rectangle<int> area, const juce::String& title, const juce::String& text);
    bool isOpen () const noexcept { return isOpen_; }
    void close ();
    bool enter (bool isLeft); ///< returns true if the entry is closed

    bool keyPressed (const juce::KeyPress& key) override;

private:
    juce::String shown_;
    bool isOpen_ = false;
};

} // namespace melstrom
