#include "Tests/Support/App/FakeSequencer.h"

#include <alsa/asoundlib.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <utility>

namespace
{

constexpr int kProgramClient = 128, kFirstKeyboard = 20;

struct Sequencer
{
    std::mutex mutex;
    std::map<int, std::string> keyboards;
    std::map<int, std::set<int>> heard; ///< keyboards by port of the program
    std::deque<snd_seq_event_t> events;
    snd_seq_event_t handedOut {};
    std::array<int, 2> pipe {-1, -1}; ///< a byte for each event
    int nextKeyboard = kFirstKeyboard;

    Sequencer ()
    {
        if (::pipe2 (pipe.data (), O_NONBLOCK | O_CLOEXEC) != 0)
            pipe = {-1, -1};
    }
};

Sequencer& sequencer ()
{
    static Sequencer one;
    return one;
}

/** What JUCE asks of a client or port, at the beginning of alsa-lib's larger records. */
struct Place
{
    int client = 0, port = 0;
};

template <typename Record>
Place& placeOf (Record* record)
{
    return *reinterpret_cast<Place*> (record);
}
template <typename Record>
const Place& placeOf (const Record* record)
{
    return *reinterpret_cast<const Place*> (record);
}

} // namespace

namespace melstrom::testing::fakeSequencer
{

int plugIn (const std::string& name)
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    all.keyboards[all.nextKeyboard] = name;
    return all.nextKeyboard++;
}

void unplug (int client)
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    all.keyboards.erase (client);
    for (auto& [port, keyboards] : all.heard)
        keyboards.erase (client);
}

void play (int client, const juce::MidiMessage& message)
{
    snd_midi_event_t* coder = nullptr;
    if (snd_midi_event_new (16, &coder) < 0)
        throw std::bad_alloc ();
    snd_seq_event_t event {};
    snd_midi_event_encode (coder, message.getRawData (), message.getRawDataSize (), &event);
    snd_midi_event_free (coder);
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    for (const auto& [port, keyboards] : all.heard)
        if (keyboards.contains (client))
        {
            event.dest.port = static_cast<unsigned char> (port);
            all.events.push_back (event);
            static_cast<void> (::write (all.pipe[1], "e", 1));
        }
}

bool isHeard (int client)
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    for (const auto& [port, keyboards] : all.heard)
        if (keyboards.contains (client))
            return true;
    return false;
}

} // namespace melstrom::testing::fakeSequencer

// The calls of alsa-lib: the program's own come before those of the library.

extern "C"
{

    int snd_seq_open (snd_seq_t** handle, const char*, int, int)
    {
        *handle = reinterpret_cast<snd_seq_t*> (&sequencer ());
        return 0;
    }
    int snd_seq_close (snd_seq_t*)
    {
        return 0;
    }
    int snd_seq_nonblock (snd_seq_t*, int)
    {
        return 0;
    }
    int snd_seq_set_client_name (snd_seq_t*, const char*)
    {
        return 0;
    }
    int snd_seq_client_id (snd_seq_t*)
    {
        return kProgramClient;
    }
    int snd_seq_create_simple_port (snd_seq_t*, const char*, unsigned, unsigned)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        int port = 0; // as the sequencer does: the lowest that is free
        while (all.heard.contains (port))
            ++port;
        all.heard[port];
        return port;
    }
    int snd_seq_delete_simple_port (snd_seq_t*, int port)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        all.heard.erase (port);
        return 0;
    }
    int snd_seq_connect_from (snd_seq_t*, int port, int client, int)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        if (! all.keyboards.contains (client))
            return -ENOENT;
        all.heard[port].insert (client);
        return 0;
    }
    int snd_seq_connect_to (snd_seq_t*, int, int, int)
    {
        return 0;
    }
    int snd_seq_system_info (snd_seq_t*, snd_seq_system_info_t*)
    {
        return 0;
    }
    int snd_seq_system_info_get_cur_clients (const snd_seq_system_info_t*)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        return static_cast<int> (all.keyboards.size ());
    }
    int snd_seq_query_next_client (snd_seq_t*, snd_seq_client_info_t* info)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        const auto next = all.keyboards.upper_bound (placeOf (info).client);
        if (next == all.keyboards.end ())
            return -ENOENT;
        placeOf (info).client = next->first;
        return 0;
    }
    int snd_seq_client_info_get_client (const snd_seq_client_info_t* info)
    {
        return placeOf (info).client;
    }
    int snd_seq_client_info_get_num_ports (const snd_seq_client_info_t*)
    {
        return 1;
    }
    int snd_seq_query_next_port (snd_seq_t*, snd_seq_port_info_t* info)
    {
        return placeOf (info).port++ < 0 ? 0 : -ENOENT;
    }
    void snd_seq_port_info_set_client (snd_seq_port_info_t* info, int client)
    {
        placeOf (info).client = client;
    }
    void snd_seq_port_info_set_port (snd_seq_port_info_t* info, int port)
    {
        placeOf (info).port = port;
    }
    int snd_seq_port_info_get_port (const snd_seq_port_info_t* info)
    {
        return placeOf (info).port;
    }
    unsigned snd_seq_port_info_get_capability (const snd_seq_port_info_t*)
    {
        return SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ;
    }
    const char* snd_seq_port_info_get_name (const snd_seq_port_info_t* info)
    {
        static thread_local std::string name;
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        const auto found = all.keyboards.find (placeOf (info).client);
        name = found != all.keyboards.end () ? found->second : std::string ();
        return name.c_str ();
    }
    int snd_seq_poll_descriptors_count (snd_seq_t*, short)
    {
        return 1;
    }
    int snd_seq_poll_descriptors (snd_seq_t*, pollfd* descriptors, unsigned, short)
    {
        descriptors[0] = {sequencer ().pipe[0], POLLIN, 0};
        return 1;
    }
    int snd_seq_event_input (snd_seq_t*, snd_seq_event_t** event)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        char byte = 0;
        static_cast<void> (::read (all.pipe[0], &byte, 1));
        if (all.events.empty ())
            return -EAGAIN;
        all.handedOut = all.events.front (); // one thread takes events
        all.events.pop_front ();
        *event = &all.handedOut;
        return 0;
    }
    int snd_seq_event_input_pending (snd_seq_t*, int)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        return static_cast<int> (all.events.size ());
    }
    int snd_seq_event_output_direct (snd_seq_t*, snd_seq_event_t*)
    {
        return -ENXIO; // no program listens
    }
    int snd_seq_free_event (snd_seq_event_t*)
    {
        return 0;
    }

} // extern "C"
