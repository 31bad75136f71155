// A box of values of one option, with a file as a further choice.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** Thread: message. */
class ChoiceBox final : public juce::ComboBox
{
public:
    struct Choice
    {
        juce::String text, value;
        juce::String heading {}; ///< above the choice; empty: none
    };
    /** A choice that opens a file dialogue. */
    struct FileChoice
    {
        juce::String text, patterns; ///< "From a file...", "*.toml"
    };

    ChoiceBox (const juce::String& title, std::vector<Choice> choices, const FileChoice& file = {});

    juce::String value () const; ///< of the choice, or the file's path; empty: nothing is chosen
    /** Without a callback. value: of a choice; any other text is the path of a file, if the box has
        files, else it is ignored. */
    void setValue (const juce::String& value);
    std::function<void ()> onValue; ///< after the user's choice

private:
    void fill ();
    void choose ();
    void askForFile ();

    const std::vector<Choice> choices_;
    const FileChoice file_;
    juce::String path_;  ///< of the listed file; empty: none
    juce::String value_; ///< the last that is not the dialogue's item
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom
