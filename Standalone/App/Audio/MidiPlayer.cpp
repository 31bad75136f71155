#include "Standalone/App/Audio/MidiPlayer.h"

#include "Standalone/App/Audio/MidiInbox.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace melstrom
{

namespace
{

std::uint8_t sevenBits (float value) noexcept
{
    return static_cast<std::uint8_t> (std::clamp (std::lround (value * 127), 0L, 127L));
}

/** The message that MidiMessageEvents reads as this event. Empty: not of a song. */
std::optional<ShortMidi> messageOf (const SynthEvent& event) noexcept
{
    const auto message = [&event] (int status, std::uint8_t first, std::uint8_t second, int count) {
        return ShortMidi {{static_cast<std::uint8_t> (status | event.channel), first, second},
                          count};
    };
    const auto value = sevenBits (event.value);
    switch (event.kind)
    {
        case SynthEventKind::noteOn:
            return message (0x90, event.key, std::max<std::uint8_t> (value, 1), 3);
        case SynthEventKind::noteOff: return message (0x80, event.key, value, 3);
        case SynthEventKind::polyPressure: return message (0xa0, event.key, value, 3);
        case SynthEventKind::controller: return message (0xb0, event.key, value, 3);
        case SynthEventKind::channelPressure: return message (0xd0, value, 0, 2);
        case SynthEventKind::bend:
        {
            const float steps = event.value < 0 ? 8192.0f : 8191.0f; // see MidiMessageEvents
            const auto bend = std::clamp (8192 + std::lround (event.value * steps), 0L, 16383L);
            return message (0xe0, static_cast<std::uint8_t> (bend & 127),
                            static_cast<std::uint8_t> (bend >> 7), 3);
        }
        default: return std::nullopt;
    }
}

} // namespace

Result<void> MidiPlayer::play (const std::string& path, double rateHz)
{
    MELSTROM_TRY_VALUE (auto read, readMidiFile (path, rateHz));
    auto song = std::make_unique<Song> ();
    song->song = std::move (read);
    song->id = ++lastId_;
    use (std::move (song));
    return {};
}

void MidiPlayer::stop ()
{
    use (nullptr);
}

bool MidiPlayer::isPlaying () const noexcept
{
    return song_ != nullptr && endedId_.load () != song_->id;
}

void MidiPlayer::use (std::unique_ptr<Song> song)
{
    playing_.store (song.get ());
    gate_.waitForCallback ();
    song_ = std::move (song);
}

void MidiPlayer::reset ()
{
    use (nullptr);
    id_ = 0;
    place_ = {};
}

/** false: the block is too full. */
bool MidiPlayer::endNotes (BlockMidi& to, int sample) noexcept
{
    if (! to.hasRoomFor (MidiMessageEvents::kChannels * kMessagesOfChannelEnd))
        return false;
    for (int channel = 0; channel < MidiMessageEvents::kChannels; ++channel)
        addChannelEnd (to, channel, sample);
    return true;
}

/** Changes to another song, or to none. false: the notes of the former song cannot end yet. */
bool MidiPlayer::begin (const Song* song, BlockMidi& to) noexcept
{
    const auto id = song != nullptr ? song->id : 0;
    if (id == id_)
        return true;
    const bool hasNotes = id_ != 0 && endedId_.load (std::memory_order_relaxed) != id_;
    if (hasNotes && ! endNotes (to, 0))
        return false;
    id_ = id;
    position_ = 0;
    next_ = 0;
    return true;
}

void MidiPlayer::add (BlockMidi& to, int numSamples) noexcept
{
    const Song* const playing = playing_.load ();
    place_.isRunning = begin (playing, to) && playing != nullptr &&
                       endedId_.load (std::memory_order_relaxed) != id_;
    if (! place_.isRunning)
        return;
    const auto& song = playing->song;
    place_.beats = song.tempo.beatsAt (position_);
    place_.beatsPerSample = song.tempo.beatsPerSampleAt (position_);
    const auto& events = song.events;
    for (; next_ < events.size () && events[next_].sample < position_ + numSamples; ++next_)
    {
        const auto sample = std::max<std::int64_t> (events[next_].sample - position_, 0);
        const auto message = messageOf (events[next_]);
        if (message && ! to.add (*message, static_cast<int> (sample)))
            break; // a full block: the rest begins the next one
    }
    position_ += numSamples;
    if (next_ == events.size () && position_ > song.lengthSamples && endNotes (to, numSamples - 1))
        endedId_.store (id_);
}

} // namespace melstrom
