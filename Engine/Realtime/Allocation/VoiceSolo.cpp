// The voice allocator's mono and legato modes: one voice plays all keys.
#include "Engine/Realtime/Allocation/VoiceAllocator.h"
#include "Engine/Realtime/Allocation/VoiceStealing.h"

namespace melstrom
{

void VoiceAllocator::strikeSolo (const HeldKey& key, bool overlaps, const Moment& now) noexcept
{
    const auto next = keys_.chosen (settings_.priority).value_or (key);
    const bool isStruckKey = next.channel == key.channel && next.key == key.key;
    const auto* const same = heldVoice (next.channel, next.key);
    const bool keepsEnvelopes = settings_.mode == VoiceMode::legato && overlaps;
    if (same != nullptr && (keepsEnvelopes || ! isStruckKey))
        return;
    if (auto* const voice = newestHeldVoice (); keepsEnvelopes && voice != nullptr)
        return moveTo (*voice, next, true, now);
    if (auto* const voice = soloVoice ())
        return restart (*voice, next, overlaps, now);
    makeRoom (0, now.sample);
    start (next, overlaps, now);
}

std::optional<HeldKey> VoiceAllocator::nextOfSolo () noexcept
{
    const auto next = isSolo () ? keys_.chosen (settings_.priority) : std::nullopt;
    return next && heldVoice (next->channel, next->key) == nullptr ? next : std::nullopt;
}

void VoiceAllocator::restart (Voice& voice, const HeldKey& key, bool overlaps,
                              const Moment& now) noexcept
{
    silenceOthers (voice, now.sample);
    if (voice.restartSample == kNever)
        voice.formerReleaseSample =
            voice.state == VoiceState::released ? voice.releaseSample : kNever;
    voice.restartSample = now.sample;
    voice.state = VoiceState::held;
    voice.releaseSample = kNever;
    voice.velocity = key.velocity;
    voice.pressure = voice.pedal = 0;
    moveTo (voice, key, overlaps, now);
}

void VoiceAllocator::moveTo (Voice& voice, const HeldKey& key, bool overlaps,
                             const Moment& now) noexcept
{
    const Glide glide = glideTo (key, overlaps, now);
    voice.channel = key.channel;
    voice.key = voice.struckKey = key.key;
    voice.pitch = key.pitch;
    voice.releaseVelocity = 0;
    voice.isSostenuto = keys_.isCaught (key.channel, key.key);
    voice.glideFromPitch = glide.fromPitch;
    voice.glideSeconds = glide.seconds;
    voice.glideSample = now.sample;
    lastNote_ = voice;
}

Voice* VoiceAllocator::newestHeldVoice () noexcept
{
    for (int i = numSounding_; --i >= 0;)
        if (auto& voice = at (order_[static_cast<std::size_t> (i)]);
            voice.state == VoiceState::held)
            return &voice;
    return nullptr;
}

Voice* VoiceAllocator::soloVoice () noexcept
{
    if (Voice* const held = newestHeldVoice ())
        return held;
    for (int i = numSounding_; --i >= 0;)
        if (auto& voice = at (order_[static_cast<std::size_t> (i)]);
            voice.state == VoiceState::sustained || voice.state == VoiceState::released)
            return &voice;
    return nullptr;
}

void VoiceAllocator::silenceOthers (const Voice& voice, std::int64_t sample) noexcept
{
    waiting_.clear ();
    for (Voice& other : voices_)
    {
        if (&other == &voice || other.state == VoiceState::free ||
            other.state == VoiceState::fading)
            continue;
        if (countFading (voices_) >= kFadePlaces)
            cutOne ();
        silence (other, sample);
    }
}

} // namespace melstrom
