// A line to type a value or a name into.
#pragma once

#include "Engine/Core/Result.h"
#include "Source/Look/Theme.h"

#include <functional>

namespace melstrom
{

/** Lies over the window below a control. Return hands the text over, and says why where it is refused; Escape and a
    click elsewhere leave all as it is. Thread: message. */
class ValueEntry final : public juce::TextEditor
{
public:
    using Accept = std::function<Result<void> (const juce::String&)>;
    /** title: for screen readers; text: to begin with. Calls onDone once, after which it may be deleted. */
    ValueEntry (const juce::String& title, const juce::String& text, Accept accept,
                std::function<void ()> onDone);

    /** Over the window that the control is in. */
    void showBelow (juce::Component& control);

private:
    void handOver ();
    Accept accept_;
    std::function<void ()> onDone_;
};

} // namespace melstrom
