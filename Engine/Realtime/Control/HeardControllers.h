// Smoothed controllers of a voice: wheels, bends, pressure and pedals.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace melstrom
{

class ChannelStates;

/** The smoothed values. */
enum class Glider : std::uint8_t
{
    bend,     ///< -1 .. 1; of the voice's channel
    zoneBend, ///< likewise, of its MPE zone's master; 0 outside of zones
    pressure, ///< 0 .. 1; the largest of channel, master and key
    wheel,
    breath,
    timbre, ///< 0.5 is the middle
    expression,
    volume,
    soft,
    pan,       ///< -1 .. 1
    resonance, ///< likewise
    velocity,  ///< of the voice's note; changes if another note takes over the voice
    key        ///< likewise, in keys
};
inline constexpr int kNumGliders = 13;

/** Values at an instant, one per glider. */
struct ControllerValues
{
    std::array<double, kNumGliders> values {};

    double& operator[] (Glider glider) noexcept
    {
        return values[static_cast<std::size_t> (glider)];
    }
    double operator[] (Glider glider) const noexcept
    {
        return values[static_cast<std::size_t> (glider)];
    }
};

/** The key of a voice. */
struct PlayedKey
{
    int channel = 0, key = 0;
    float velocity = 0, pressure = 0;
};

/** The last sent values for a voice of this key. */
ControllerValues sentControllers (const ChannelStates& channels, const PlayedKey& played) noexcept;

/** A voice's controllers at a control point, one EasedRecord each. Plain data.
    thread  the rendering thread */
class HeardControllers
{
public:
    /** Sets all values at once: for the start of a note. */
    void snapTo (const ControllerValues& sent) noexcept;
    /** Advances by one control point. share: see easeShare */
    void advance (const ControllerValues& sent, double share) noexcept;

    bool isKnown () const noexcept { return isKnown_; }     ///< `snapTo` was called
    bool isSettled () const noexcept { return isSettled_; } ///< all equal the sent values
    double operator[] (Glider glider) const noexcept
    {
        return records_[static_cast<std::size_t> (glider)].value;
    }

private:
    std::array<EasedRecord, kNumGliders> records_ {};
    bool isKnown_ = false, isSettled_ = true;
};

} // namespace melstrom
