// An editor for drawn harmonics.
#pragma once

#include "Source/Look/Theme.h"

#include <functional>
#include <optional>
#include <vector>

namespace melstrom
{

/** A bar in -1 .. 1 for each of the first kShown harmonics; higher harmonics stay unchanged. Drag
    to draw. With the focus: left and right choose a harmonic, up and down change it, Delete
    silences it. Thread: message. */
class DrawingEditor final : public juce::Component, public juce::SettableTooltipClient
{
public:
    static constexpr int kShown = 64;
    explicit DrawingEditor (std::vector<float> amplitudes);

    std::function<void ()> onDrawn; ///< at the end of each stroke

    const std::vector<float>& amplitudes () const noexcept { return amplitudes_; }
    void setAmplitudes (std::vector<float> amplitudes); ///< calls onDrawn

    void paint (juce::Graphics& graphics) override;
    void mouseDown (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void focusGained (FocusChangeType cause) override;
    void focusLost (FocusChangeType cause) override;

private:
    juce::Rectangle<float> drawnArea () const;
    int harmonicAt (float x) const; ///< 0 .. kShown - 1
    void set (int harmonic, float amplitude);
    void drawTo (juce::Point<float> place);

    std::vector<float> amplitudes_;
    std::optional<juce::Point<float>> last_; ///< last point of the stroke; empty: no stroke
    int chosen_ = 0;
};

} // namespace melstrom
