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
    void resized () override;
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
    /** What a channel's bar shows. Tops in points of this component. */
    struct Bar
    {
        int rmsTop = 0, peakTop = 0;
        bool isLoud = false;
        bool operator== (const Bar&) const = default;
    };
    Bar barNow (std::size_t channel) const;
    void showBar (std::size_t channel);
    juce::Rectangle<int> bars () const;
    juce::Rectangle<int> areaOf (std::size_t channel) const;
    int yOf (double decibels) const;
    void paintLight (juce::Graphics& graphics) const;
    void paintScale (juce::Graphics& graphics) const;

    std::array<Shown, 2> shown_;
    std::array<Bar, 2> bars_; ///< as painted: between two paints, levels go on
    double sinceBarsSeconds_ = 0;
    std::int64_t paintedClipped_ = -1;
};

} // namespace melstrom
