// A slider for the lowest and the highest shown level.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** -140 to +12 dB; the ends are at least 6 dB apart. Drag an end. Left and right move the lower end
    by 1 dB, page up and page down by 10 dB; with Shift the upper end. A double click or backspace
    sets -90 .. 0. */
class LevelRangeSlider final : public juce::Slider
{
public:
    static constexpr double kLeastDb = -140, kMostDb = 12, kNarrowestDb = 6;

    LevelRangeSlider ();
    void setLevels (double lowestDb, double highestDb, juce::NotificationType notification);

    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void mouseDoubleClick (const juce::MouseEvent& event) override;
    void valueChanged () override;
};

} // namespace melstrom
