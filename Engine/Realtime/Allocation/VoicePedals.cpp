// The voice allocator's pedals, and messages to a whole channel.
#include "Engine/Realtime/Allocation/VoiceAllocator.h"

namespace melstrom
{

void VoiceAllocator::applyController (const SynthEvent& event,
                                      const ChannelStates& channels) noexcept
{
    const auto number = static_cast<Controller> (event.key);
    const Moment now {event.sample, channels};
    const auto isMeant = [&] (int channel) { return channels.isHeardBy (channel, event.channel); };
    if (endsNotes (number))
        for (int channel = 0; channel < kNumChannels; ++channel)
            if (isMeant (channel))
                keys_.releaseChannel (channel);

    for (auto& voice : voices_)
    {
        if (! isMeant (voice.channel))
            continue;
        if (number == Controller::allSoundOff)
        {
            const bool wasHeld = voice.state == VoiceState::held;
            silence (voice, event.sample);
            if (const auto next = nextOfSolo (); wasHeld && next)
                start (*next, true, now);
        }
        else if (number == Controller::resetControllers)
            voice.pressure = 0;
        else if (number >= Controller::allNotesOff && voice.state == VoiceState::held)
            letGo (voice, now);
    }
    // Other controllers change pedals too: 121 lifts them, and a new zone follows its master's.
    followPedals (now);
    controlWaiting (event, channels);
}

void VoiceAllocator::applyToAll (const SynthEvent& event) noexcept
{
    for (int channel = 0; channel < kNumChannels; ++channel)
        keys_.releaseChannel (channel);
    waiting_.clear ();
    for (auto& voice : voices_)
    {
        voice.pedal = 0;
        if (event.kind == SynthEventKind::allSoundOff)
            silence (voice, event.sample);
        else if (voice.state == VoiceState::held || voice.state == VoiceState::sustained)
            release (voice, event.sample);
    }
}

void VoiceAllocator::followPedals (const Moment& now) noexcept
{
    for (int channel = 0; channel < kNumChannels; ++channel)
    {
        // Only the change from up to down catches keys: a pedal that repeats its position does not.
        auto& was = isSostenuto_[static_cast<std::size_t> (channel)];
        const bool is = now.channels.isSostenuto (channel);
        if (is && ! was)
            keys_.catchChannel (channel);
        else if (was && ! is)
            keys_.letGoChannel (channel);
        was = is;
    }
    for (auto& voice : voices_)
    {
        const float pedal = now.channels.sustainOf (voice.channel);
        if (voice.state == VoiceState::released && voice.pedal > 0)
            voice.pedal = pedal;
        if (voice.state != VoiceState::held && voice.state != VoiceState::sustained)
            continue;
        voice.isSostenuto = keys_.isCaught (voice.channel, voice.struckKey);
        if (voice.state == VoiceState::sustained && ! voice.isSostenuto && pedal < 1)
            release (voice, now.sample, pedal);
    }
}

} // namespace melstrom
