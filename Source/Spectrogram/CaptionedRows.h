// Controls under captions, in as many rows as the width asks for.
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
        int width = 0;          ///< at least
        bool takesRest = false; ///< of what room is left in its row
    };
    /** Shows them in this order, which is that of the keyboard's focus, too. They outlive this. */
    void setItems (std::vector<Item> items);
    void setCaption (const juce::Component& component, const juce::String& caption);
    /** A name for those who cannot see, a tooltip for those who wonder. */
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
