// Keys that are down: a linked list in a table with one slot per key.
#include "Engine/Realtime/Allocation/HeldKeys.h"

namespace melstrom
{

void HeldKeys::press (const HeldKey& key) noexcept
{
    release (key.channel, key.key);
    const auto index = indexOf (key.channel, key.key);
    const auto slot = static_cast<std::int16_t> (index);
    slots_[index] = {key.velocity, key.pitch, newest_, kNone};
    if (newest_ != kNone)
        slots_[static_cast<std::size_t> (newest_)].newer = slot;
    newest_ = slot;
    isDown_[index] = true;
}

void HeldKeys::release (int channel, int key) noexcept
{
    const auto index = indexOf (channel, key);
    if (! isDown_[index])
        return;
    isDown_[index] = false;
    const auto [velocity, pitch, older, newer] = slots_[index];
    if (older != kNone)
        slots_[static_cast<std::size_t> (older)].newer = newer;
    if (newer != kNone)
        slots_[static_cast<std::size_t> (newer)].older = older;
    else
        newest_ = older;
}

void HeldKeys::releaseChannel (int channel) noexcept
{
    for (auto slot = newest_; slot != kNone;)
    {
        const auto held = keyAt (slot);
        slot = slots_[static_cast<std::size_t> (slot)].older;
        if (held.channel == channel)
            release (held.channel, held.key);
    }
}

std::optional<HeldKey> HeldKeys::chosen (NotePriority priority) const noexcept
{
    if (isEmpty ())
        return std::nullopt;
    auto best = keyAt (newest_);
    if (priority == NotePriority::last)
        return best;
    for (auto slot = newest_; slot != kNone; slot = slots_[static_cast<std::size_t> (slot)].older)
        if (const auto held = keyAt (slot);
            priority == NotePriority::low ? held.key < best.key : held.key > best.key)
            best = held;
    return best;
}

void HeldKeys::catchChannel (int channel) noexcept
{
    for (int key = 0; key < kNumKeysOfChannel; ++key)
        if (isDown (channel, key))
            isCaught_[indexOf (channel, key)] = true;
}

void HeldKeys::letGoChannel (int channel) noexcept
{
    for (int key = 0; key < kNumKeysOfChannel; ++key)
        isCaught_[indexOf (channel, key)] = false;
}

void HeldKeys::copyFrom (const HeldKeys& other) noexcept
{
    // Slots of keys that are up are never read.
    for (auto slot = other.newest_; slot != kNone;)
    {
        const auto index = static_cast<std::size_t> (slot);
        slots_[index] = other.slots_[index];
        slot = slots_[index].older;
    }
    newest_ = other.newest_;
    isDown_ = other.isDown_;
    isCaught_ = other.isCaught_;
}

HeldKey HeldKeys::keyAt (std::int16_t slot) const noexcept
{
    const auto& [velocity, pitch, older, newer] = slots_[static_cast<std::size_t> (slot)];
    return {static_cast<std::uint8_t> (slot / kNumKeysOfChannel),
            static_cast<std::uint8_t> (slot % kNumKeysOfChannel), velocity, pitch};
}

} // namespace melstrom
