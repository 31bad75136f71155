// Above all: the product, the patch, undo, and who computes.
#pragma once

#include "Source/Editor/Bars/EngineMenu.h"
#include "Source/Editor/Browser/PatchStrip.h"

namespace melstrom
{

/** Thread: message. */
class TopBar final : public juce::Component, private juce::ChangeListener
{
public:
    explicit TopBar (InstrumentProcessor& processor);
    ~TopBar () override;

    PatchStrip& patchStrip () noexcept { return patchStrip_; }
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster* source) override;
    InstrumentProcessor& processor_;
    PatchStrip patchStrip_;
    IconButton undo_ {Icon::undo, "Undo", "Ctrl+Z"}, redo_ {Icon::redo, "Redo", "Ctrl+Shift+Z"};
    EngineMenu engine_;
};

/** The product's name as it stands in both editors. */
void paintProductName (juce::Graphics& graphics, juce::Rectangle<int> area,
                       const juce::String& kind);

} // namespace melstrom
