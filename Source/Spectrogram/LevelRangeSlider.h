// The lowest and the highest level that are shown.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** -140 to +12 dB, at least 6 dB apart. Drag an end; left and right move the lower one by 1 dB,
    with shift the upper one, with page up and down by 10; a double click or backspace sets -90 ..
    0. */
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
