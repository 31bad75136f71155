// Bytes of MIDI files, valid or damaged as a test asks.
#pragma once

#include "Tests/Support/Audio/WavBuilder.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace melstrom::testing
{

inline std::string bytes (std::initializer_list<int> values)
{
    std::string text;
    for (const int value : values)
        text.push_back (static_cast<char> (value));
    return text;
}

inline const std::string kEnd = bytes ({0x00, 0xff, 0x2f, 0x00});

inline std::string trackOf (const std::string& events)
{
    return "MTrk" + bigEndian (events.size (), 4) + events;
}

/** A whole file. division: as in the header. */
inline std::string midi (const std::vector<std::string>& tracks, int division = 480, int format = 1)
{
    std::string text = "MThd" + bigEndian (6, 4) + bigEndian (static_cast<unsigned> (format), 2) +
                       bigEndian (tracks.size (), 2) +
                       bigEndian (static_cast<unsigned> (division), 2);
    for (const auto& track : tracks)
        text += trackOf (track);
    return text;
}

/** The event that sets the tempo. */
inline std::string tempo (int deltaTicks, int microseconds)
{
    return bytes ({deltaTicks, 0xff, 0x51, 0x03}) +
           bigEndian (static_cast<unsigned> (microseconds), 3);
}

/** Middle C of channel 1 for 96 ticks. */
inline const std::string kNote = bytes ({0x00, 0x90, 60, 100, 0x60, 0x80, 60, 64});

} // namespace melstrom::testing
