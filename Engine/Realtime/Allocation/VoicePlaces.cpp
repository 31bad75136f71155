// The voice allocator's places: their order, stealing and fades.
#include "Engine/Realtime/Allocation/VoiceAllocator.h"

#include "Engine/Realtime/Allocation/VoiceStealing.h"

#include <algorithm>

namespace melstrom
{

std::span<const std::int16_t> VoiceAllocator::sounding () const noexcept
{
    return {order_.data (), static_cast<std::size_t> (numSounding_)};
}

void VoiceAllocator::finish (int place) noexcept
{
    if (place < 0 || place >= kVoicePlaces || at (place).state == VoiceState::free)
        return;
    at (place) = {};
    const auto end = order_.begin () + numSounding_;
    std::copy (std::find (order_.begin (), end, place) + 1, end,
               std::find (order_.begin (), end, place));
    --numSounding_;
}

void VoiceAllocator::endTail (int place, std::int64_t sample) noexcept
{
    if (place >= 0 && place < kVoicePlaces && at (place).state == VoiceState::released)
        silence (at (place), sample);
}

void VoiceAllocator::copyFrom (const VoiceAllocator& other) noexcept
{
    if (this == &other)
        return;
    for (const auto place : sounding ())
        at (place) = {};
    for (const auto place : other.sounding ())
        at (place) = other.voices_[static_cast<std::size_t> (place)];
    std::ranges::copy (other.sounding (), order_.begin ());
    numSounding_ = other.numSounding_;
    waiting_.copyFrom (other.waiting_);
    settings_ = other.settings_;
    nextSequence_ = other.nextSequence_;
    keys_.copyFrom (other.keys_);
    isSostenuto_ = other.isSostenuto_;
    lastNote_ = other.lastNote_;
}

void VoiceAllocator::makeRoom (int maxPlaying, std::int64_t sample) noexcept
{
    // An iteration costs one step per place and steals a voice of an earlier event. There is
    // usually none or one.
    for (int numPlaying = countPlaying (voices_) + waiting_.size (); numPlaying > maxPlaying;
         --numPlaying)
    {
        const auto place = placeToSteal (voices_, sounding ());
        if (! place)
        {
            waiting_.dropFirst ();
            continue;
        }
        if (countFading (voices_) >= kFadePlaces)
            cutOne ();
        silence (at (*place), sample);
    }
}

void VoiceAllocator::silence (Voice& voice, std::int64_t sample) noexcept
{
    if (voice.state == VoiceState::free || voice.state == VoiceState::fading)
        return;
    voice.state = VoiceState::fading;
    voice.isSostenuto = false;
    voice.fadeSample = sample;
}

void VoiceAllocator::cutOne () noexcept
{
    if (const auto place = placeToCut (voices_, sounding ()))
        finish (*place);
}

} // namespace melstrom
