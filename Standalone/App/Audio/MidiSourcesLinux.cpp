#include "Standalone/App/Audio/MidiSources.h"

#if JUCE_LINUX
    #include <alsa/asoundlib.h>
    #include <unistd.h>

    #include <cerrno>
#endif

namespace melstrom
{

#if JUCE_LINUX

namespace
{

/** What JUCE makes of client and port. */
juce::String identifierOf (int client, int port)
{
    return juce::String (client) + "-" + juce::String (port);
}

snd_seq_addr_t addressOf (const juce::String& identifier)
{
    return {static_cast<unsigned char> (
                identifier.upToFirstOccurrenceOf ("-", false, false).getIntValue ()),
            static_cast<unsigned char> (
                identifier.fromFirstOccurrenceOf ("-", false, false).getIntValue ())};
}

void addPorts (snd_seq_t* sequencer, int client, juce::Array<juce::MidiDeviceInfo>& to)
{
    snd_seq_port_info_t* info = nullptr;
    snd_seq_port_info_alloca (&info);
    snd_seq_port_info_set_client (info, client);
    snd_seq_port_info_set_port (info, -1); // the next one is the first
    while (snd_seq_query_next_port (sequencer, info) == 0)
        if ((snd_seq_port_info_get_capability (info) & SND_SEQ_PORT_CAP_SUBS_READ) != 0)
            to.add ({juce::String::fromUTF8 (snd_seq_port_info_get_name (info)),
                     identifierOf (client, snd_seq_port_info_get_port (info))});
}

struct Subscriber
{
    int client = 0;
    bool isAlone = false; ///< no other one can connect
};

/** Calls take (Subscriber) for each receiver of the source until it returns true. Returns 0 if it
    did, -ENOENT after the last one, else why the sequencer does not tell. */
template <typename Take>
int findSubscriber (snd_seq_t* sequencer, const juce::String& identifier, Take&& take)
{
    const auto source = addressOf (identifier);
    snd_seq_query_subscribe_t* query = nullptr;
    snd_seq_query_subscribe_alloca (&query);
    snd_seq_query_subscribe_set_root (query, &source);
    snd_seq_query_subscribe_set_type (query, SND_SEQ_QUERY_SUBS_READ);
    for (int index = 0;; ++index)
    {
        snd_seq_query_subscribe_set_index (query, index);
        if (const int told = snd_seq_query_port_subscribers (sequencer, query); told < 0)
            return told;
        if (take (Subscriber {snd_seq_query_subscribe_get_addr (query)->client,
                              snd_seq_query_subscribe_get_exclusive (query) != 0}))
            return 0;
    }
}

/** The sequencer names the thread that made the client. JUCE makes its client on the message
    thread, which is the program's first and has the program's number. */
bool isOfThisProgram (snd_seq_t* sequencer, int client)
{
    snd_seq_client_info_t* info = nullptr;
    snd_seq_client_info_alloca (&info);
    return snd_seq_get_any_client_info (sequencer, client, info) == 0 &&
           snd_seq_client_info_get_pid (info) == ::getpid ();
}

juce::String nameOf (snd_seq_t* sequencer, int client)
{
    snd_seq_client_info_t* info = nullptr;
    snd_seq_client_info_alloca (&info);
    juce::String name;
    if (snd_seq_get_any_client_info (sequencer, client, info) == 0)
        name = juce::String::fromUTF8 (snd_seq_client_info_get_name (info));
    return name.isNotEmpty () ? name : juce::String ("another program");
}

} // namespace

MidiSources::~MidiSources ()
{
    if (client_ != nullptr)
        snd_seq_close (client_);
}

bool MidiSources::open ()
{
    const bool isTried = client_ == nullptr && sequencer.exists () && sequencer.hasWriteAccess ();
    if (isTried && snd_seq_open (&client_, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK) < 0)
        client_ = nullptr;
    return client_ != nullptr;
}

juce::Array<juce::MidiDeviceInfo> MidiSources::list ()
{
    juce::Array<juce::MidiDeviceInfo> found;
    if (! open ())
        return found;
    snd_seq_client_info_t* info = nullptr;
    snd_seq_client_info_alloca (&info);
    // behind client 0, which is the sequencer itself: its ports send no notes
    snd_seq_client_info_set_client (info, 0);
    while (snd_seq_query_next_client (client_, info) == 0)
        addPorts (client_, snd_seq_client_info_get_client (info), found);
    return found;
}

bool MidiSources::isConnected (const juce::String& identifier)
{
    const auto isOurs = [this] (const Subscriber& subscriber)
    { return isOfThisProgram (client_, subscriber.client); };
    return ! open () || findSubscriber (client_, identifier, isOurs) != -ENOENT;
}

std::optional<juce::String> MidiSources::holder (const juce::String& identifier)
{
    int client = 0;
    const auto isAlone = [&client] (const Subscriber& subscriber)
    {
        client = subscriber.client;
        return subscriber.isAlone;
    };
    if (! open () || findSubscriber (client_, identifier, isAlone) != 0)
        return {};
    return nameOf (client_, client);
}

#else

MidiSources::~MidiSources () = default;

bool MidiSources::open ()
{
    return true;
}

juce::Array<juce::MidiDeviceInfo> MidiSources::list ()
{
    return juce::MidiInput::getAvailableDevices ();
}

bool MidiSources::isConnected (const juce::String&)
{
    return true;
}

std::optional<juce::String> MidiSources::holder (const juce::String&)
{
    return {};
}

#endif

} // namespace melstrom
