// Keys that are down, in the order of their strikes, and keys that a sostenuto pedal caught.
#pragma once

#include "Engine/Realtime/Control/ChannelState.h"
#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** A key that is down. */
struct HeldKey
{
    std::uint8_t channel = 0, key = 0; ///< 0 .. 15, 0 .. 127
    float velocity = 0;
    double pitch = 0; ///< semitones, in the tuning at the strike
};

/** Has room for all keys of all channels. Thread: the rendering thread; allocates nothing.
    Cost: constant; `chosen` with low or high priority and releaseChannel: one step per key that is
    down. */
class HeldKeys
{
public:
    void reset () noexcept { *this = {}; }
    void press (const HeldKey& key) noexcept; ///< makes it the newest, even if it is already down
    void release (int channel, int key) noexcept; ///< does nothing if the key is up
    void releaseChannel (int channel) noexcept;

    bool isDown (int channel, int key) const noexcept { return isDown_[indexOf (channel, key)]; }
    bool isEmpty () const noexcept { return newest_ == kNone; }
    /** The key that sounds in mono and legato: the last struck, the lowest or the highest; of the
        same key on two channels the last struck. Empty: no key is down. */
    std::optional<HeldKey> chosen (NotePriority priority) const noexcept;

    /** Sostenuto pedal down: the channel's keys that are down now stay caught until letGoChannel,
        even after they come up. */
    void catchChannel (int channel) noexcept;
    void letGoChannel (int channel) noexcept;
    bool isCaught (int channel, int key) const noexcept
    {
        return isCaught_[indexOf (channel, key)];
    }

    /** Copies `other`; cost: one step per key that is down. */
    void copyFrom (const HeldKeys& other) noexcept;

private:
    static constexpr int kNumKeysOfChannel = 128;
    static constexpr int kNumSlots = kNumChannels * kNumKeysOfChannel;
    static constexpr std::int16_t kNone = -1;
    struct Slot
    {
        float velocity = 0;
        double pitch = 0;
        std::int16_t older = kNone, newer = kNone; ///< linked list of the keys that are down
    };
    static constexpr std::size_t indexOf (int channel, int key) noexcept
    {
        return static_cast<std::size_t> (channel * kNumKeysOfChannel + key);
    }
    HeldKey keyAt (std::int16_t slot) const noexcept;

    std::array<Slot, kNumSlots> slots_ {};
    std::bitset<kNumSlots> isDown_, isCaught_;
    std::int16_t newest_ = kNone;
};

} // namespace melstrom
