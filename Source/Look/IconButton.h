// A button with an icon instead of a text.
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

/** Draws the icon into the area. */
void drawIcon (juce::Graphics& graphics, Icon icon, juce::Rectangle<float> area,
               juce::Colour colour);

/** The icon has the accent colour while the button's toggle is on. */
class IconButton final : public juce::Button
{
public:
    /** title: for screen readers and for the tooltip, which appends the shortcut */
    IconButton (Icon icon, const juce::String& title, const juce::String& shortcut = {});
    void setIcon (Icon icon);
    void setIcon (Icon icon, const juce::String& title);
    void setWarning (bool isWarning); ///< uses the warning colour
    void paintButton (juce::Graphics& graphics, bool isOver, bool isDown) override;

private:
    Icon icon_;
    bool isWarning_ = false;
};

} // namespace melstrom
