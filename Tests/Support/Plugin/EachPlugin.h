// The built plugins in a host, one after the other, for tests.
#pragma once

#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

namespace melstrom::testing
{

/** Calls test (Host&, const BuiltPlugin&) for each of them. */
template <typename Test>
void forEachPlugin (Test&& test)
{
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        test (host, plugin);
    }
}

/** Four keys that are pressed and stay down. */
inline juce::MidiBuffer chordAt (int sample)
{
    juce::MidiBuffer midi;
    for (const int key : {48, 60, 64, 67})
        midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), sample);
    return midi;
}

} // namespace melstrom::testing
