// The top bar: the product's name, the patch, undo and the backend.
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

/** Writes the product's name, as both editors show it. */
void paintProductName (juce::Graphics& graphics, juce::Rectangle<int> area,
                       const juce::String& kind);

} // namespace melstrom
