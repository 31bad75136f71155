// The voice allocator's chord mode: one key starts several notes, at once or strummed.
#include "Engine/Realtime/Allocation/VoiceAllocator.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

void VoiceAllocator::strikeChord (const HeldKey& key, std::span<const ChordTone> chord,
                                  bool overlaps, const Moment& now) noexcept
{
    const auto tones =
        chord.first (std::min (chord.size (), static_cast<std::size_t> (settings_.maxVoices)));
    // Makes room for all notes at once: a chord never steals its own voices.
    makeRoom (settings_.maxVoices - static_cast<int> (tones.size ()), now.sample);
    const auto [fromPitch, glideSeconds] = glideTo (key, overlaps, now);
    const double distance = fromPitch - key.pitch;
    const double strumSamples = settings_.strumSeconds * settings_.sampleRateHz;
    for (std::size_t i = 0; i < tones.size (); ++i)
    {
        StruckNote note;
        note.startSample = now.sample + std::llround (static_cast<double> (i) * strumSamples);
        note.channel = key.channel;
        note.struckKey = key.key;
        note.velocity = key.velocity;
        note.tone = tones[i];
        note.glideFromPitch = tones[i].pitch + distance;
        note.glideSeconds = glideSeconds;
        if (note.startSample == now.sample)
            begin (note);
        else
            waiting_.add (note);
    }
    lastNote_ = Voice {};
    lastNote_->pitch = key.pitch;
    lastNote_->glideFromPitch = fromPitch;
    lastNote_->glideSeconds = glideSeconds;
    lastNote_->glideSample = now.sample;
}

std::optional<std::int64_t> VoiceAllocator::nextStart () const noexcept
{
    return waiting_.isEmpty () ? std::nullopt
                               : std::optional (waiting_.all ().front ().startSample);
}

void VoiceAllocator::startNext () noexcept
{
    if (waiting_.isEmpty ())
        return;
    const StruckNote note = waiting_.all ().front ();
    waiting_.dropFirst ();
    begin (note);
}

void VoiceAllocator::letGoWaiting (int channel, int key, float velocity,
                                   const ChannelStates& channels) noexcept
{
    if (! channels.isSustained (channel) && ! keys_.isCaught (channel, key))
        return dropWaiting (channel, key);
    for (auto& note : waiting_.all ())
        if (note.isOf (channel, key))
        {
            note.isKeyUp = true;
            note.releaseVelocity = velocity;
        }
}

void VoiceAllocator::dropWaiting (int channel, int key) noexcept
{
    waiting_.dropIf ([=] (const StruckNote& note) { return note.isOf (channel, key); });
}

void VoiceAllocator::controlWaiting (const SynthEvent& event,
                                     const ChannelStates& channels) noexcept
{
    const auto number = static_cast<Controller> (event.key);
    const auto isMeant = [&] (const StruckNote& note)
    { return channels.isHeardBy (note.channel, event.channel); };
    if (number == Controller::allSoundOff)
        waiting_.dropIf (isMeant);
    for (auto& note : waiting_.all ())
        if (isMeant (note) && number == Controller::resetControllers)
            note.pressure = 0;
        else if (isMeant (note) && number >= Controller::allNotesOff)
            note.isKeyUp = true;
    // Drops notes that neither a key nor a pedal holds.
    waiting_.dropIf (
        [&] (const StruckNote& note)
        {
            return note.isKeyUp && ! channels.isSustained (note.channel) &&
                   ! keys_.isCaught (note.channel, note.struckKey);
        });
}

} // namespace melstrom
