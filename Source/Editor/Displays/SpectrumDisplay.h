// The harmonics of an oscillator as bars.
#pragma once

#include "Source/Editor/Displays/CurveDisplay.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <array>
#include <vector>

namespace melstrom
{

/** Levels in dB below the loudest harmonic. A click, or Return with the focus, opens the drawing
    editor; a pencil indicates that. Thread: message. */
class SpectrumDisplay final : public ValuesDisplay<std::array<float, 4>>,
                              private juce::ChangeListener
{
public:
    using Values = std::array<float, 4>; ///< shape, pulse width, partials, tilt
    SpectrumDisplay (InstrumentProcessor& processor, int oscillator,
                     std::function<void ()> openDrawing);
    ~SpectrumDisplay () override;

    void mouseEnter (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void focusGained (FocusChangeType cause) override;
    void focusLost (FocusChangeType cause) override;

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
    void changeListenerCallback (juce::ChangeBroadcaster* source) override;
    void readDrawing ();
    void paintInvitation (juce::Graphics& graphics, juce::Rectangle<float> area) const;

    InstrumentProcessor& processor_;
    const int oscillator_;
    const std::function<void ()> openDrawing_;
    std::vector<float> drawing_;
};

} // namespace melstrom
