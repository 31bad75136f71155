#include "Tests/Support/App/FakeSequencer.h"

#include "Tests/Support/App/FakeSequencerState.h"

#include <new>
#include <utility>

namespace melstrom::testing::fakeSequencer
{

Sequencer& sequencer ()
{
    static Sequencer one;
    return one;
}

namespace
{
void disconnect (Sequencer& all, int keyboard)
{
    for (auto& [port, keyboards] : all.heard)
        keyboards.erase (keyboard);
    all.holders.erase (keyboard);
    all.sharers.erase (keyboard);
}
} // namespace

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
    disconnect (all, client);
}

void replug (int client)
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    disconnect (all, client);
}

void hold (int client, const std::string& program)
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    all.others[all.nextOther] = program;
    all.holders[client] = all.nextOther++;
}

void share (int client, const std::string& program)
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    all.others[all.nextOther] = program;
    all.sharers[client] = all.nextOther++;
}

void letGo (int client)
{
    replug (client);
}

void refuse (int client, bool is)
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    if (is)
        all.refused.insert (client);
    else
        all.refused.erase (client);
}

int numOpenings ()
{
    auto& all = sequencer ();
    const std::lock_guard lock (all.mutex);
    return all.numOpenings;
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
