// Labels of a time axis that moves, as images.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <map>
#include <string>

namespace melstrom
{

/** Lays out and draws each text once: an axis that follows sound moves the same texts for seconds.
    Thread: message. */
class TickLabels
{
public:
    /** In the middle of the area; colour and font of a time axis. scale: pixels of the screen to a
        point. */
    void paint (juce::Graphics& graphics, const std::string& text, juce::Rectangle<int> area,
                float scale);

private:
    std::map<std::string, juce::Image> images_;
    juce::Point<int> size_; ///< of an image, in pixels
    float scale_ = 0;
};

} // namespace melstrom
