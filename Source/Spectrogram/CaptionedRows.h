// Controls with captions, in as many rows as the width requires.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <utility>
#include <vector>

namespace melstrom
{

/** Thread: message. */
class CaptionedRows : public juce::Component
{
public:
    int heightFor (int width) const;
    void resized () override;
    void paint (juce::Graphics& graphics) override;

protected:
    struct Item
    {
        juce::Component* component = nullptr;
        juce::String caption;
        int width = 0;          ///< minimum
        bool takesRest = false; ///< shares the rest of its row's width
    };
    /** Shows the controls in this order, also that of the keyboard's focus. The controls outlive
        this object. */
    void setItems (std::vector<Item> items);
    void setCaption (const juce::Component& component, const juce::String& caption);
    /** Sets a name for screen readers, and a tooltip. */
    template <typename Control>
    static void describe (Control& control, const juce::String& title, const juce::String& tooltip)
    {
        control.setTitle (title);
        control.setTooltip (tooltip);
        control.setWantsKeyboardFocus (true);
    }

private:
    std::vector<std::vector<const Item*>> rowsFor (int width) const;

    std::vector<Item> items_;
    std::vector<std::pair<juce::Rectangle<int>, const Item*>> captions_;
};

} // namespace melstrom
