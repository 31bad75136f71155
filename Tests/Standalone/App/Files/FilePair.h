// Sounds and controls for tests of the page of files.
#pragma once

#include "Tests/Support/App/AppRun.h"

#include <cmath>
#include <numbers>
#include <random>

namespace melstrom::testing
{

inline constexpr int kPairRateHz = 16000;

/** Another tone each tenth of a second, seeded; after silence. */
inline std::string tonesFile (const TemporaryFolder& folder, const std::string& name,
                              int silentSamples, double seconds)
{
    std::mt19937 random (7);
    std::uniform_real_distribution<double> octave (0, 4);
    std::string samples;
    const auto add = [&] (double value)
    {
        samples += littleEndian (
            static_cast<std::uint16_t> (static_cast<std::int16_t> (std::lround (value))), 2);
    };
    for (int n = 0; n < silentSamples; ++n)
        add (0);
    double step = 0, phase = 0;
    for (int n = 0; n < static_cast<int> (seconds * kPairRateHz); ++n)
    {
        if (n % (kPairRateHz / 10) == 0)
            step = 2 * std::numbers::pi * 300 * std::exp2 (octave (random)) / kPairRateHz;
        phase += step;
        add (12000 * std::sin (phase));
    }
    WavFields fields;
    fields.rateHz = kPairRateHz;
    return folder.write (name, wav (fields, samples));
}

/** By its text or title; REQUIREs that it is there. */
inline juce::Button& buttonNamed (juce::Component& within, const juce::String& text)
{
    for (auto* const button : allOf<juce::Button> (within))
        if (button->getButtonText () == text || button->getTitle () == text)
            return *button;
    FAIL ("no button " << text);
    std::abort ();
}

inline bool isWhole (const OpenSound* sound)
{
    return sound != nullptr && sound->overview->status ().doneRatio >= 1;
}

} // namespace melstrom::testing
