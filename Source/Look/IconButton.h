// A button with a drawing instead of a text.
#pragma once

#include "Source/Look/Theme.h"

namespace melstrom
{

enum class Icon
{
    previous,
    next,
    undo,
    redo,
    close,
    star,
    starFilled,
    fewer,
    more,
    pencil,
    play,
    stop,
    copy,
    dice,
    lock,
    fold,
    unfold,
    gear,
    health
};

/** Within the area, drawn in its colour. */
void drawIcon (juce::Graphics& graphics, Icon icon, juce::Rectangle<float> area,
               juce::Colour colour);

/** Its drawing has the accent while the button's toggle is on. */
class IconButton final : public juce::Button
{
public:
    /** title: for screen readers; also the tooltip, with the key that does the same behind it */
    IconButton (Icon icon, const juce::String& title, const juce::String& shortcut = {});
    void setIcon (Icon icon);
    void setIcon (Icon icon, const juce::String& title);
    void setWarning (bool isWarning); ///< drawn in the colour of one
    void paintButton (juce::Graphics& graphics, bool isOver, bool isDown) override;

private:
    Icon icon_;
    bool isWarning_ = false;
};

} // namespace melstrom
