// The calls of alsa-lib that JUCE and the app make: the program's own come before the library's.
#include "Tests/Support/App/FakeSequencerState.h"

#include <vector>

using namespace melstrom::testing::fakeSequencer;

namespace
{

/** What is asked of a client or port, at the beginning of alsa-lib's larger records. */
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

/** A question about the receivers of a keyboard, in place of alsa-lib's larger record. */
struct Receiver
{
    snd_seq_addr_t root, address;
    int index, isExclusive;
};

Receiver& receiverOf (snd_seq_query_subscribe_t* record)
{
    return *reinterpret_cast<Receiver*> (record);
}
const Receiver& receiverOf (const snd_seq_query_subscribe_t* record)
{
    return *reinterpret_cast<const Receiver*> (record);
}

} // namespace

extern "C"
{

    int snd_seq_open (snd_seq_t** handle, const char*, int, int)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        ++all.numOpenings;
        *handle = reinterpret_cast<snd_seq_t*> (&all);
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
        if (all.holders.contains (client))
            return -EBUSY;
        if (all.refused.contains (client))
            return -EPERM;
        all.heard[port].insert (client);
        return 0;
    }
    int snd_seq_query_port_subscribers (snd_seq_t*, snd_seq_query_subscribe_t* query)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        auto& asked = receiverOf (query);
        if (! all.keyboards.contains (asked.root.client))
            return -ENXIO;
        std::vector<Receiver> receivers;
        const auto add = [&] (int client, int port, int isExclusive)
        {
            receivers.push_back (
                {asked.root,
                 {static_cast<unsigned char> (client), static_cast<unsigned char> (port)},
                 asked.index,
                 isExclusive});
        };
        for (const auto& [port, keyboards] : all.heard)
            if (keyboards.contains (asked.root.client))
                add (kProgramClient, port, 0);
        if (const auto holder = all.holders.find (asked.root.client); holder != all.holders.end ())
            add (holder->second, 0, 1);
        if (const auto sharer = all.sharers.find (asked.root.client); sharer != all.sharers.end ())
            add (sharer->second, 0, 0);
        if (asked.index >= static_cast<int> (receivers.size ()))
            return -ENOENT;
        asked = receivers[static_cast<std::size_t> (asked.index)];
        return 0;
    }
    void snd_seq_query_subscribe_set_root (snd_seq_query_subscribe_t* query,
                                           const snd_seq_addr_t* address)
    {
        receiverOf (query).root = *address;
    }
    void snd_seq_query_subscribe_set_type (snd_seq_query_subscribe_t*, snd_seq_query_subs_type_t) {}
    void snd_seq_query_subscribe_set_index (snd_seq_query_subscribe_t* query, int index)
    {
        receiverOf (query).index = index;
    }
    const snd_seq_addr_t* snd_seq_query_subscribe_get_addr (const snd_seq_query_subscribe_t* query)
    {
        return &receiverOf (query).address;
    }
    int snd_seq_query_subscribe_get_exclusive (const snd_seq_query_subscribe_t* query)
    {
        return receiverOf (query).isExclusive;
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
    int snd_seq_get_any_client_info (snd_seq_t*, int client, snd_seq_client_info_t* info)
    {
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        if (client != kProgramClient && ! all.others.contains (client))
            return -ENOENT;
        placeOf (info).client = client;
        return 0;
    }
    int snd_seq_client_info_get_pid (const snd_seq_client_info_t* info)
    {
        return placeOf (info).client == kProgramClient ? ::getpid () : ::getppid ();
    }
    const char* snd_seq_client_info_get_name (snd_seq_client_info_t* info)
    {
        static thread_local std::string name;
        auto& all = sequencer ();
        const std::lock_guard lock (all.mutex);
        const auto found = all.others.find (placeOf (info).client);
        name = found != all.others.end () ? found->second : std::string ();
        return name.c_str ();
    }
    void snd_seq_client_info_set_client (snd_seq_client_info_t* info, int client)
    {
        placeOf (info).client = client;
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
