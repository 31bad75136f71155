// Asks under what name a sound is kept.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <array>

namespace melstrom
{

/** Name, category, author, tags, description; then writes the file, and says why where that fails. Thread:
    message. */
class SaveAsPanel final : public OverlayPanel
{
public:
    /** fault: why the sound could not be saved before; "": it was not tried */
    explicit SaveAsPanel (InstrumentProcessor& processor, const juce::String& fault = {});

    void takeFocus () override;
    void paint (juce::Graphics& graphics) override;

private:
    enum Field
    {
        name,
        author,
        tags,
        description,
        numFields
    };
    void layOut (juce::Rectangle<int> content) override;
    void makeField (Field field, const juce::String& title, const std::string& text);
    Patch patchToSave () const;
    void checkName ();
    void say (const juce::String& text, juce::Colour colour);
    void save ();

    InstrumentProcessor& processor_;
    std::array<juce::TextEditor, numFields> fields_;
    juce::ComboBox category_;
    juce::TextButton save_ {"Save"}, cancel_ {"Cancel"};
    juce::Label message_;
};

} // namespace melstrom
