// Processors driven like by a host, for tests.
#pragma once

#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <juce_audio_processors/juce_audio_processors.h>
#include <juce_events/juce_events.h>

#include <cmath>
#include <utility>
#include <vector>

namespace melstrom::testing
{

inline constexpr double kRateHz = 48000;
inline constexpr float kHeard = 1e-3f; ///< a peak above this is not silence

inline juce::MidiMessage noteOn (int key)
{
    return juce::MidiMessage::noteOn (1, key, 0.8f);
}

/** Sets the plain sine of Init. A new instrument has a different sound. */
inline InstrumentProcessor& withInit (InstrumentProcessor& processor)
{
    processor.loadPatch (initPatch ());
    processor.undo ().clearUndoHistory ();
    return processor;
}

/** Stereo output, no input, in blocks of that size; `message` is at its sample of the whole run. */
inline std::vector<float>
playThrough (InstrumentProcessor& processor,
             const std::vector<std::pair<int, juce::MidiMessage>>& messages, int numSamples,
             int blockSamples)
{
    std::vector<float> sound;
    for (int begin = 0; begin < numSamples; begin += blockSamples)
    {
        const int size = std::min (blockSamples, numSamples - begin);
        juce::AudioBuffer<float> audio (2, size);
        juce::MidiBuffer midi;
        for (const auto& [sample, message] : messages)
            if (sample >= begin && sample < begin + size)
                midi.addEvent (message, sample - begin);
        processor.processBlock (audio, midi);
        for (int n = 0; n < size; ++n)
        {
            sound.push_back (audio.getSample (0, n));
            sound.push_back (audio.getSample (1, n));
        }
    }
    return sound;
}

/** A processor on the CPU, which gives the same sound each time, with the plain sine of Init and
    without a screen. */
class PluginRun
{
public:
    PluginRun ()
    {
        withInit (processor);
        processor.setEngine (BackendChoice::Kind::cpu, LatencyMode::safe);
        processor.setNonRealtime (true);
    }

    /** Like playThrough. */
    std::vector<float> play (const std::vector<std::pair<int, juce::MidiMessage>>& messages,
                             int numSamples, int blockSamples)
    {
        return playThrough (processor, messages, numSamples, blockSamples);
    }
    std::vector<float> play (int numSamples) { return play ({}, numSamples, numSamples); }

    juce::ScopedJuceInitialiser_GUI juce; ///< this thread is the message thread
    InstrumentProcessor processor;
};

inline float peakOf (const std::vector<float>& sound)
{
    float peak = 0;
    for (const float sample : sound)
        peak = std::isfinite (sample) ? std::max (peak, std::abs (sample)) : INFINITY;
    return peak;
}

inline std::vector<char> stateOf (juce::AudioProcessor& processor)
{
    juce::MemoryBlock block;
    processor.getStateInformation (block);
    return {block.begin (), block.end ()};
}

inline void setState (juce::AudioProcessor& processor, const std::vector<char>& state)
{
    processor.setStateInformation (state.data (), static_cast<int> (state.size ()));
}

} // namespace melstrom::testing
