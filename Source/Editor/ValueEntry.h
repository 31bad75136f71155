// A line to type a parameter's value into.
#pragma once

#include "Source/Editor/Theme.h"
#include "Source/Parameters/PluginParameters.h"

#include <functional>

namespace melstrom
{

/** Lies over the window below a control. Return sets the value if it is one, and says what is allowed if not;
    Escape and a click elsewhere leave it as it is. Thread: message. */
class ValueEntry final : public juce::TextEditor
{
public:
    /** Calls onDone once, after which it may be deleted. */
    ValueEntry (PatchAudioParameter& parameter, std::function<void ()> onDone);

    /** Over the window that the control is in. */
    void showBelow (juce::Component& control);

private:
    void accept ();
    PatchAudioParameter& parameter_;
    std::function<void ()> onDone_;
};

} // namespace melstrom
