// Asks for the name and texts of a patch to save.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <array>

namespace melstrom
{

/** Name, category, author, tags, description. Writes the file, and shows the reason if that fails.
    Thread: message. */
class SaveAsPanel final : public OverlayPanel
{
public:
    /** fault: why an earlier attempt failed; "": no earlier attempt */
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
