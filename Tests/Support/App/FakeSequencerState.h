// The fake sequencer's keyboards, ports and programs: what tests set and alsa-lib's calls tell.
#pragma once

#include <alsa/asoundlib.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace melstrom::testing::fakeSequencer
{

inline constexpr int kProgramClient = 128, kFirstOther = 129, kFirstKeyboard = 20;

struct Sequencer
{
    std::mutex mutex;
    std::map<int, std::string> keyboards;
    std::map<int, std::set<int>> heard; ///< keyboards by port of the program
    std::map<int, std::string> others;  ///< names of other programs by their clients
    std::map<int, int> holders;         ///< clients of other programs by keyboard
    std::map<int, int> sharers;         ///< the same, of programs that let others listen
    std::set<int> refused;              ///< keyboards
    std::deque<snd_seq_event_t> events;
    snd_seq_event_t handedOut {};
    std::array<int, 2> pipe {-1, -1}; ///< a byte for each event
    int nextKeyboard = kFirstKeyboard, nextOther = kFirstOther, numOpenings = 0;

    Sequencer ()
    {
        if (::pipe2 (pipe.data (), O_NONBLOCK | O_CLOEXEC) != 0)
            pipe = {-1, -1};
    }
};

Sequencer& sequencer ();

} // namespace melstrom::testing::fakeSequencer
