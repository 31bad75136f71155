// A panel that lies over a part of the window until it is closed.
#pragma once

#include "Source/Look/IconButton.h"

#include <functional>

namespace melstrom
{

/** Title and a button to close; Escape closes as well. Thread: message. */
class OverlayPanel : public juce::Component
{
public:
    explicit OverlayPanel (const juce::String& title);

    /** Called when it is to go away: not from within a member of this. */
    std::function<void ()> onClose;
    /** To where keys go when it opens. */
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
