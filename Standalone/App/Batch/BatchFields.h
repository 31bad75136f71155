// Controls for the feature of a batch, its output and how to run.
#pragma once

#include "Source/Spectrogram/CaptionedRows.h"
#include "Standalone/App/Batch/BatchPageState.h"

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** A box of values of one option, with a file as a further choice. Thread: message. */
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

/** The choices in one line, or in more lines in a narrow window. Thread: message. */
class BatchFields final : public CaptionedRows
{
public:
    BatchFields ();
    std::function<void ()> onChange;
    void read (BatchPageState& state) const; ///< writes its part
    void show (const BatchPageState& state); ///< without a callback

private:
    ChoiceBox preset_, format_, type_, labels_, backend_;
    juce::TextEditor split_, threads_;
};

} // namespace melstrom
