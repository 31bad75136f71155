// Peak and RMS of two channels, with clipping held.
#pragma once

#include "Standalone/App/Audio/AppAudio.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <array>

namespace melstrom
{

/** Bars from -60 to 0 dB: RMS filled, peak as a line that falls by 20 dB a second, number of
    clipped samples above, red until a click. Thread: message. */
class LevelMeters final : public juce::Component, public juce::SettableTooltipClient
{
public:
    static constexpr int kWidth = 46;

    LevelMeters ();
    std::function<void ()> onForget; ///< a click on the clip light

    /** secondsPassed: since the last call. */
    void show (const std::array<ChannelLevel, 2>& levels, double secondsPassed);

    void paint (juce::Graphics& graphics) override;
    void mouseUp (const juce::MouseEvent&) override;
    bool keyPressed (const juce::KeyPress& key) override;
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;
    juce::String text () const; ///< "left -12.3 dB, right -14.0 dB, not clipped"

private:
    struct Shown
    {
        double peakDb = -100, rmsDb = -100;
        std::int64_t numClipped = 0;
    };
    /** Tops of RMS and peak of both channels, in points of this component. */
    using Tops = std::array<int, 4>;
    Tops tops () const;
    juce::Rectangle<int> bars () const;
    int yOf (double decibels) const;
    void paintLight (juce::Graphics& graphics) const;
    void paintScale (juce::Graphics& graphics) const;

    std::array<Shown, 2> shown_;
    Tops paintedTops_ {};
    std::int64_t paintedClipped_ = -1;
};

} // namespace melstrom
