// MIDI keyboards for machines without ALSA's sequencer: stands in for the calls of alsa-lib that
// JUCE makes.
#pragma once

#include <juce_audio_basics/juce_audio_basics.h>

#include <string>

namespace melstrom::testing
{

/** The program that links this has these keyboards in place of the sequencer of its machine. At the
    start there is none. Thread: any. */
namespace fakeSequencer
{

/** Returns the client's number. */
int plugIn (const std::string& name);
void unplug (int client);
/** To the programs that listen to this keyboard. */
void play (int client, const juce::MidiMessage& message);
bool isHeard (int client); ///< a port listens to it

} // namespace fakeSequencer

} // namespace melstrom::testing
