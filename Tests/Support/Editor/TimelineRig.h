// A timeline with sounds that a test gives.
#pragma once

#include "Source/Look/Theme.h"
#include "Source/Timeline/TimelineView.h"
#include "Tests/Support/Editor/FakeStores.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <cmath>

namespace melstrom::testing
{

/** 1000 x 600; rows of 10 ms for 60 s with a band that is loud, and a gap from 30 s to 31 s. */
struct TimelineRig
{
    static constexpr int kRateHz = 16000, kNumRows = 6000, kLoudBand = 20;

    TimelineRig ()
    {
        view.setSize (1000, 600);
        view.setLayers ({&rows, &wave, 0});
    }

    juce::Image snapshot ()
    {
        return view.createComponentSnapshot (view.getLocalBounds (), true, 1);
    }
    juce::Rectangle<int> plot () const { return view.mapping ().plot; }
    juce::Rectangle<int> timeAxis () const
    {
        return plot ().withY (plot ().getBottom () + 2).withHeight (16);
    }
    bool press (int code, int modifiers = 0, juce::juce_wchar character = 0)
    {
        return view.keyPressed (juce::KeyPress (code, juce::ModifierKeys (modifiers), character));
    }

    juce::ScopedJuceInitialiser_GUI gui;
    FakeRowStore rows {"whisper-openai-80", kRateHz, kNumRows,
                       [] (std::int64_t row, int band) -> std::optional<float>
                       {
                           if (row >= 3000 && row < 3100)
                               return std::nullopt;
                           return band == kLoudBand ? -6.0f : -120.0f;
                       }};
    FakeWaveStore wave {kRateHz, 1, std::int64_t {60} * kRateHz, [] (int, std::int64_t sample) {
                            return std::optional (
                                0.5f * static_cast<float> (std::sin (0.2 * double (sample % 314))));
                        }};
    TimelineView view {"Timeline"};
};

} // namespace melstrom::testing
