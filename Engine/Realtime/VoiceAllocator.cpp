// Keys to voices: striking, letting go, moving on.
#include "Engine/Realtime/VoiceAllocator.h"

#include "Engine/Realtime/Glide.h"
#include "Engine/Realtime/VoiceStealing.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kNumKeysOfChannel = 128;
/** A note-on of velocity 0 stands for a note-off of velocity 64. Source: MIDI 1.0, note off. */
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
                noteOn ({event.channel, event.key, event.value, pitch}, chord, event.sample);
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
                             std::int64_t sample) noexcept
{
    // A key that is struck while it is down came up unheard: it does not overlap with itself.
    keys_.release (key.channel, key.key);
    const bool overlaps = ! keys_.isEmpty ();
    keys_.press (key);
    dropWaiting (key.channel, key.key);
    if (isSolo ())
        return strikeSolo (key, overlaps, sample);

    for (auto& voice : voices_)
        if (isHeldOrSustained (voice) && isAt (voice, key.channel, key.key))
            release (voice, sample);
    if (! chord.empty ())
        return strikeChord (key, chord, overlaps, sample);
    makeRoom (settings_.maxVoices - 1, sample);
    start (key, overlaps, sample);
}

void VoiceAllocator::strikeSolo (const HeldKey& key, bool overlaps, std::int64_t sample) noexcept
{
    const auto next = keys_.chosen (settings_.priority).value_or (key);
    const bool isStruckKey = next.channel == key.channel && next.key == key.key;
    const auto* const same = heldVoice (next.channel, next.key);
    const bool keepsVoice = settings_.mode == VoiceMode::legato && overlaps;
    if (same != nullptr && (keepsVoice || ! isStruckKey))
        return;
    if (auto* const voice = newestHeldVoice (); keepsVoice && voice != nullptr)
        return moveTo (*voice, next, sample);
    makeRoom (0, sample);
    start (next, overlaps, sample);
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
            letGo (voice, event.sample, channels);
        }
}

void VoiceAllocator::letGo (Voice& voice, std::int64_t sample,
                            const ChannelStates& channels) noexcept
{
    if (const auto next = nextOfSolo ())
    {
        if (settings_.mode == VoiceMode::legato)
            return moveTo (voice, *next, sample);
        makeRoom (0, sample);
        return start (*next, true, sample);
    }
    if (channels.isSustained (voice.channel) || keys_.isCaught (voice.channel, voice.struckKey))
        voice.state = VoiceState::sustained;
    else
        release (voice, sample);
}

std::optional<HeldKey> VoiceAllocator::nextOfSolo () noexcept
{
    const auto next = isSolo () ? keys_.chosen (settings_.priority) : std::nullopt;
    return next && heldVoice (next->channel, next->key) == nullptr ? next : std::nullopt;
}

void VoiceAllocator::release (Voice& voice, std::int64_t sample) noexcept
{
    voice.state = VoiceState::released;
    voice.isSostenuto = false;
    voice.releaseSample = sample;
}

void VoiceAllocator::moveTo (Voice& voice, const HeldKey& key, std::int64_t sample) noexcept
{
    const double from = glideStart (key.pitch, true, sample);
    voice.channel = key.channel;
    voice.key = voice.struckKey = key.key;
    voice.pitch = key.pitch;
    voice.isSostenuto = keys_.isCaught (key.channel, key.key);
    voice.glideFromPitch = from;
    voice.glideSample = sample;
    lastNote_ = voice;
}

void VoiceAllocator::start (const HeldKey& key, bool overlaps, std::int64_t sample) noexcept
{
    StruckNote note;
    note.startSample = sample;
    note.channel = key.channel;
    note.struckKey = key.key;
    note.velocity = key.velocity;
    note.tone = {key.key, key.pitch};
    note.glideFromPitch = glideStart (key.pitch, overlaps, sample);
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
    voice.glideSample = note.startSample;
    order_[static_cast<std::size_t> (numSounding_++)] =
        static_cast<std::int16_t> (free - voices_.begin ());
}

double VoiceAllocator::glideStart (double pitch, bool overlaps, std::int64_t sample) const noexcept
{
    const bool glides =
        settings_.glide == GlideMode::always || (settings_.glide == GlideMode::legato && overlaps);
    if (! glides || ! lastNote_)
        return pitch;
    return glidedPitch (*lastNote_, lastNote_->pitch, sample, settings_.glideSeconds,
                        settings_.sampleRateHz);
}

Voice* VoiceAllocator::heldVoice (int channel, int key) noexcept
{
    const auto found =
        std::find_if (voices_.begin (), voices_.end (),
                      [=] (const Voice& voice)
                      { return voice.state == VoiceState::held && isAt (voice, channel, key); });
    return found == voices_.end () ? nullptr : &*found;
}

Voice* VoiceAllocator::newestHeldVoice () noexcept
{
    for (int i = numSounding_; --i >= 0;)
        if (auto& voice = at (order_[static_cast<std::size_t> (i)]);
            voice.state == VoiceState::held)
            return &voice;
    return nullptr;
}

} // namespace melstrom
