// Keys to voices: strikes, releases and glides.
#include "Engine/Realtime/Allocation/VoiceAllocator.h"

#include "Engine/Realtime/Allocation/VoiceStealing.h"
#include "Engine/Realtime/Control/ControlParts.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kNumKeysOfChannel = 128;
/** A note-on of velocity 0 means a note-off of velocity 64. Source: MIDI 1.0, note off. */
constexpr float kUnsaidReleaseVelocity = 64.0f / 127.0f;

bool isAt (const Voice& voice, int channel, int key) noexcept
{
    return voice.channel == channel && voice.struckKey == key;
}

bool isHeldOrSustained (const Voice& voice) noexcept
{
    return voice.state == VoiceState::held || voice.state == VoiceState::sustained;
}
} // namespace

void VoiceAllocator::reset (std::uint32_t firstSequence) noexcept
{
    voices_.fill ({});
    numSounding_ = 0;
    waiting_.clear ();
    nextSequence_ = firstSequence;
    keys_.reset ();
    isSostenuto_.fill (false);
    lastNote_.reset ();
}

void VoiceAllocator::setSettings (const AllocatorSettings& settings) noexcept
{
    settings_ = settings;
    settings_.maxVoices = std::clamp (settings.maxVoices, 1, kMaxVoices);
}

void VoiceAllocator::apply (const SynthEvent& event, const ChannelStates& channels, double pitch,
                            std::span<const ChordTone> chord) noexcept
{
    if (event.channel >= kNumChannels || event.key >= kNumKeysOfChannel)
        return;
    switch (event.kind)
    {
        case SynthEventKind::noteOn:
            if (event.value > 0)
                noteOn ({event.channel, event.key, event.value, pitch}, chord,
                        {event.sample, channels});
            else
                noteOff (event, kUnsaidReleaseVelocity, channels);
            break;
        case SynthEventKind::noteOff: noteOff (event, event.value, channels); break;
        case SynthEventKind::polyPressure:
            for (auto& voice : voices_)
                if (isHeldOrSustained (voice) && isAt (voice, event.channel, event.key))
                    voice.pressure = event.value;
            for (auto& note : waiting_.all ())
                if (note.isOf (event.channel, event.key))
                    note.pressure = event.value;
            break;
        case SynthEventKind::controller: applyController (event, channels); break;
        case SynthEventKind::allNotesOff:
        case SynthEventKind::allSoundOff: applyToAll (event); break;
        case SynthEventKind::channelPressure:
        case SynthEventKind::bend:
        case SynthEventKind::parameter:
        case SynthEventKind::tables:
        case SynthEventKind::shed: break;
    }
}

void VoiceAllocator::noteOn (const HeldKey& key, std::span<const ChordTone> chord,
                             const Moment& now) noexcept
{
    // A strike of a key that is down implies its release: the key does not overlap with itself.
    keys_.release (key.channel, key.key);
    const bool overlaps = ! keys_.isEmpty ();
    keys_.press (key);
    dropWaiting (key.channel, key.key);
    if (isSolo ())
        return strikeSolo (key, overlaps, now);

    for (auto& voice : voices_)
        if (isAt (voice, key.channel, key.key))
        {
            voice.pedal = 0;
            if (isHeldOrSustained (voice))
                release (voice, now.sample);
        }
    if (! chord.empty ())
        return strikeChord (key, chord, overlaps, now);
    makeRoom (settings_.maxVoices - 1, now.sample);
    start (key, overlaps, now);
}

void VoiceAllocator::noteOff (const SynthEvent& event, float velocity,
                              const ChannelStates& channels) noexcept
{
    keys_.release (event.channel, event.key);
    letGoWaiting (event.channel, event.key, velocity, channels);
    for (auto& voice : voices_)
        if (voice.state == VoiceState::held && isAt (voice, event.channel, event.key))
        {
            voice.releaseVelocity = velocity;
            letGo (voice, {event.sample, channels});
        }
}

void VoiceAllocator::letGo (Voice& voice, const Moment& now) noexcept
{
    if (const auto next = nextOfSolo ())
    {
        if (settings_.mode == VoiceMode::legato)
            return moveTo (voice, *next, true, now);
        return restart (voice, *next, true, now);
    }
    if (now.channels.isSustained (voice.channel) || keys_.isCaught (voice.channel, voice.struckKey))
        voice.state = VoiceState::sustained;
    else
        release (voice, now.sample, now.channels.sustainOf (voice.channel));
}

void VoiceAllocator::release (Voice& voice, std::int64_t sample, float pedal) noexcept
{
    voice.state = VoiceState::released;
    voice.pedal = pedal;
    voice.isSostenuto = false;
    voice.releaseSample = sample;
}

void VoiceAllocator::start (const HeldKey& key, bool overlaps, const Moment& now) noexcept
{
    const Glide glide = glideTo (key, overlaps, now);
    StruckNote note;
    note.startSample = now.sample;
    note.channel = key.channel;
    note.struckKey = key.key;
    note.velocity = key.velocity;
    note.tone = {key.key, key.pitch};
    note.glideFromPitch = glide.fromPitch;
    note.glideSeconds = glide.seconds;
    begin (note);
    lastNote_ = at (order_[static_cast<std::size_t> (numSounding_ - 1)]);
}

void VoiceAllocator::begin (const StruckNote& note) noexcept
{
    if (numSounding_ == kVoicePlaces)
        cutOne ();
    const auto free =
        std::find_if (voices_.begin (), voices_.end (),
                      [] (const Voice& voice) { return voice.state == VoiceState::free; });
    auto& voice = *free;
    voice = {};
    voice.state = note.isKeyUp ? VoiceState::sustained : VoiceState::held;
    voice.channel = note.channel;
    voice.key = note.tone.key;
    voice.struckKey = note.struckKey;
    voice.isSostenuto = keys_.isCaught (note.channel, note.struckKey);
    voice.velocity = note.velocity;
    voice.releaseVelocity = note.releaseVelocity;
    voice.pressure = note.pressure;
    voice.pitch = note.tone.pitch;
    voice.startSample = note.startSample;
    voice.sequence = nextSequence_++;
    voice.glideFromPitch = note.glideFromPitch;
    voice.glideSeconds = note.glideSeconds;
    voice.glideSample = note.startSample;
    order_[static_cast<std::size_t> (numSounding_++)] =
        static_cast<std::int16_t> (free - voices_.begin ());
}

VoiceAllocator::Glide VoiceAllocator::glideTo (const HeldKey& key, bool overlaps,
                                               const Moment& now) const noexcept
{
    const GlideMode mode = now.channels.glideModeOf (key.channel, settings_.glide);
    const bool glides = mode == GlideMode::always || (mode == GlideMode::legato && overlaps);
    if (! glides || ! lastNote_)
        return {key.pitch, 0};
    const double from =
        glidedPitch (*lastNote_, lastNote_->pitch, now.sample, settings_.sampleRateHz);
    const double seconds = now.channels.glideSecondsOf (key.channel, settings_.glideSeconds);
    constexpr double kOctave = 12;
    return {from, settings_.glideBy == GlideBy::rate
                      ? seconds * std::abs (key.pitch - from) / kOctave
                      : seconds};
}

Voice* VoiceAllocator::heldVoice (int channel, int key) noexcept
{
    const auto found =
        std::find_if (voices_.begin (), voices_.end (),
                      [=] (const Voice& voice)
                      { return voice.state == VoiceState::held && isAt (voice, channel, key); });
    return found == voices_.end () ? nullptr : &*found;
}

} // namespace melstrom
