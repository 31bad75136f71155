// Runs a test for each built plugin in a host.
#pragma once

#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

namespace melstrom::testing
{

/** Calls test (Host&, const BuiltPlugin&) for each built plugin. */
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

/** Four keys, pressed and not released. */
inline juce::MidiBuffer chordAt (int sample)
{
    juce::MidiBuffer midi;
    for (const int key : {48, 60, 64, 67})
        midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), sample);
    return midi;
}

} // namespace melstrom::testing
