// A field for search text.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** A line of text above a list of results. Thread: message. */
class SearchField final : public juce::TextEditor
{
public:
    std::function<void ()> onDownKey; ///< moves the focus to the list

    bool keyPressed (const juce::KeyPress& key) override
    {
        if (key != juce::KeyPress (juce::KeyPress::downKey))
            return juce::TextEditor::keyPressed (key);
        onDownKey ();
        return true;
    }
};

} // namespace melstrom
