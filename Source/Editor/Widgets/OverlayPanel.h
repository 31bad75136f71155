// A panel over a part of the window, with a button to close it.
#pragma once

#include "Source/Look/IconButton.h"

#include <functional>

namespace melstrom
{

/** Title and close button; Escape closes too. Thread: message. */
class OverlayPanel : public juce::Component
{
public:
    explicit OverlayPanel (const juce::String& title);

    /** Called when the user closes the panel, never within one of its members: the call may destroy
        it. */
    std::function<void ()> onClose;
    /** Gives the keyboard focus to the panel's first control. Called when the panel opens. */
    virtual void takeFocus () = 0;

    void paint (juce::Graphics& graphics) override;
    void resized () final;
    bool keyPressed (const juce::KeyPress& key) override;

protected:
    void close ();
    virtual void layOut (juce::Rectangle<int> content) = 0;

private:
    IconButton close_ {Icon::close, "Close", "Escape"};
};

} // namespace melstrom
