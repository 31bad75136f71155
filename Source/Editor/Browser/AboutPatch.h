// A patch's texts: name, category, author, description and tags.
#pragma once

#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** Writes name, category, author, description, tags and the cost of a note of a patch into an
    area. */
void paintPatchTexts (juce::Graphics& graphics, juce::Rectangle<int> area, const Patch& patch);

/** The texts of the patch that sounds, on a panel. Thread: message. */
class AboutPatch final : public juce::Component, private juce::ChangeListener
{
public:
    explicit AboutPatch (InstrumentProcessor& processor);
    ~AboutPatch () override;
    void paint (juce::Graphics& graphics) override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster* source) override;
    InstrumentProcessor& processor_;
};

} // namespace melstrom
