// Which keys are down, in the order in which they were struck, and which of them a middle pedal caught.
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
    double pitch = 0; ///< semitones, by the tuning when it was struck
};

/** All keys of all channels have room: none is ever forgotten. Thread: the one that renders; allocates nothing.
    Cost: constant, but for `chosen` by low and high, and releaseChannel: one step a key that is down. */
class HeldKeys
{
public:
    void reset () noexcept { *this = {}; }
    void
    press (const HeldKey& key) noexcept; ///< the newest from now on, were it down before or not
    void release (int channel, int key) noexcept; ///< nothing if it is up
    void releaseChannel (int channel) noexcept;

    bool isDown (int channel, int key) const noexcept { return isDown_[indexOf (channel, key)]; }
    bool isEmpty () const noexcept { return newest_ == kNone; }
    /** The key that sounds where only one can: the last struck, the lowest or the highest; of equal ones on two
        channels the last struck. Empty: none is down. */
    std::optional<HeldKey> chosen (NotePriority priority) const noexcept;

    /** The middle pedal: keys of the channel that are down now stay caught, down or up, until it lets go. */
    void catchChannel (int channel) noexcept;
    void letGoChannel (int channel) noexcept;
    bool isCaught (int channel, int key) const noexcept
    {
        return isCaught_[indexOf (channel, key)];
    }

    /** Becomes the same as `other`: one step a key that is down. */
    void copyFrom (const HeldKeys& other) noexcept;

private:
    static constexpr int kNumKeysOfChannel = 128;
    static constexpr int kNumSlots = kNumChannels * kNumKeysOfChannel;
    static constexpr std::int16_t kNone = -1;
    struct Slot
    {
        float velocity = 0;
        double pitch = 0;
        std::int16_t older = kNone, newer = kNone; ///< a list through the keys that are down
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
