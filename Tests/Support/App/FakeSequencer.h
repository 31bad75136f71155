// MIDI keyboards for machines without ALSA's sequencer: stands in for the calls of alsa-lib that
// JUCE and the app make.
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
/** Off and on again at once: it has the same number, and is connected to nothing. */
void replug (int client);
/** Another program connects to it alone. Before any port listens to it, else the sequencer would
    refuse. */
void hold (int client, const std::string& program);
void letGo (int client); ///< ends `hold`
/** Another program listens to it, and lets others listen as well. */
void share (int client, const std::string& program);
void refuse (int client, bool is); ///< connections to it fail
/** How often a program became a client of the sequencer. */
int numOpenings ();

} // namespace fakeSequencer

} // namespace melstrom::testing
