#include "Engine/Realtime/Control/HeldNotes.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

void HeldNotes::apply (const SynthEvent& event) noexcept
{
    if (event.channel >= kNumChannels || event.key >= kNumKeys)
        return;
    const auto index = indexOf (event);
    switch (event.kind)
    {
        case SynthEventKind::noteOn:
            if (event.value > 0)
                strike (index, event.value);
            else
                letGo (index, event.value);
            break;
        case SynthEventKind::noteOff: letGo (index, event.value); break;
        case SynthEventKind::polyPressure: notes_[index].pressure = event.value; break;
        case SynthEventKind::allNotesOff:
        case SynthEventKind::allSoundOff:
            isDown_.reset ();
            isHeld_.reset ();
            break;
        case SynthEventKind::controller:
            channels_.apply (event);
            applyToNotes (static_cast<Controller> (event.key), event.channel);
            followPedals ();
            break;
        case SynthEventKind::channelPressure:
        case SynthEventKind::bend:
        case SynthEventKind::parameter:
        case SynthEventKind::tables:
        case SynthEventKind::shed: break;
    }
}

void HeldNotes::reset () noexcept
{
    const bool isMpe = isMpe_;
    *this = {};
    setMpe (isMpe);
}

void HeldNotes::setMpe (bool isOn) noexcept
{
    if (std::exchange (isMpe_, isOn) == isOn)
        return;
    channels_.setMpe (isOn, kMemberBendSemitones);
    followPedals ();
}

void HeldNotes::strike (std::size_t index, float velocity) noexcept
{
    notes_[index] = {velocity, 0, 0, numStrikes_++};
    isDown_[index] = isHeld_[index] = true;
}

void HeldNotes::letGo (std::size_t index, float velocity) noexcept
{
    if (! isDown_[index])
        return;
    isDown_[index] = false;
    notes_[index].releaseVelocity = velocity;
    isHeld_[index] = isKeptByPedal (index);
}

void HeldNotes::applyToNotes (Controller number, int sender) noexcept
{
    const bool isSoundOff = number == Controller::allSoundOff;
    const bool isReset = number == Controller::resetControllers;
    if (! isReset && ! endsNotes (number))
        return;
    for (std::size_t index = 0; index < kNumNotes; ++index)
    {
        if (! channels_.isHeardBy (static_cast<int> (index / kNumKeys), sender))
            continue;
        if (isReset)
            notes_[index].pressure = 0;
        else
            letGo (index, 0);
        if (isSoundOff)
            isHeld_[index] = false;
    }
}

void HeldNotes::followPedals () noexcept
{
    for (std::size_t channel = 0; channel < kNumChannels; ++channel)
    {
        // Only the change from up to down catches keys: a pedal that repeats its position does not.
        const bool is = channels_.isSostenuto (static_cast<int> (channel));
        if (is != isSostenuto_[channel])
            for (std::size_t key = 0; key < kNumKeys; ++key)
            {
                const auto index = channel * kNumKeys + key;
                isCaught_[index] = is && isDown_[index];
            }
        isSostenuto_[channel] = is;
    }
    for (std::size_t index = 0; index < kNumNotes; ++index)
        if (isHeld_[index] && ! isDown_[index])
            isHeld_[index] = isKeptByPedal (index);
}

std::span<const std::uint16_t> HeldNotes::inOrder (Order& order) const noexcept
{
    std::size_t count = 0;
    for (std::size_t index = 0; index < kNumNotes; ++index)
        if (isHeld_[index])
            order[count++] = static_cast<std::uint16_t> (index);
    std::sort (order.begin (), order.begin () + static_cast<std::ptrdiff_t> (count),
               [this] (std::uint16_t a, std::uint16_t b)
               { return notes_[a].strike < notes_[b].strike; });
    return {order.data (), count};
}

} // namespace melstrom
