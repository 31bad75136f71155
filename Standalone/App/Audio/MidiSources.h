// The MIDI inputs that the system has, and whether they are connected to this program.
#pragma once

#include <juce_audio_devices/juce_audio_devices.h>

#include <optional>

struct _snd_seq; // of alsa-lib

namespace melstrom
{

/** On Linux it asks ALSA's sequencer, by a client that stays open: JUCE's own list opens and closes
    one at each call while no input is open, and JUCE does not tell whether a connection was made or
    has ended. On other systems it is JUCE's list. Thread: message. */
class MidiSources final
{
public:
    MidiSources () = default;
    ~MidiSources ();
    MidiSources (const MidiSources&) = delete;
    MidiSources& operator= (const MidiSources&) = delete;

    /** With JUCE's identifiers. Empty without a sequencer that may be opened. */
    juce::Array<juce::MidiDeviceInfo> list ();
    /** The source of an open input still sends to this program. True if the system does not
        tell. */
    bool isConnected (const juce::String& identifier);
    /** Name of the program that the source sends to and that lets no other one connect. */
    std::optional<juce::String> holder (const juce::String& identifier);

    /** Without this file alsa-lib prints an error at each attempt. Tests name one that exists. */
    juce::File sequencer {"/dev/snd/seq"};

private:
    bool open ();

    _snd_seq* client_ = nullptr;
};

} // namespace melstrom
