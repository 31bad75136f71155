// A field for typing a value or a name.
#pragma once

#include "Engine/Core/Result.h"
#include "Source/Look/Theme.h"

#include <functional>

namespace melstrom
{

/** Lies below a control, over the window. Return submits the text, and shows the reason if it is
    refused. Escape and a click elsewhere discard the text. Thread: message. */
class ValueEntry final : public juce::TextEditor
{
public:
    using Accept = std::function<Result<void> (const juce::String&)>;
    /** title: for screen readers; text: initial text. Calls onDone once; the object may be deleted
        after that. */
    ValueEntry (const juce::String& title, const juce::String& text, Accept accept,
                std::function<void ()> onDone);

    /** Adds itself to the control's window. */
    void showBelow (juce::Component& control);

private:
    void handOver ();
    Accept accept_;
    std::function<void ()> onDone_;
};

} // namespace melstrom
