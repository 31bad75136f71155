// Wheels, bends, pressure and pedals as a voice hears them: steps of a controller glide.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace melstrom
{

class ChannelStates;

/** What glides. */
enum class Glider : std::uint8_t
{
    bend,     ///< -1 .. 1; of the voice's own channel
    zoneBend, ///< likewise, of its MPE zone's master; 0 outside of zones
    pressure, ///< 0 .. 1; the largest of channel's, master's and key's
    wheel,
    breath,
    timbre, ///< 0.5 is the middle
    expression,
    volume,
    soft,
    pan,       ///< -1 .. 1
    resonance, ///< likewise
    velocity,  ///< of a voice's note: moves where another note takes the voice over
    key        ///< likewise, in keys
};
inline constexpr int kNumGliders = 13;

/** Strengths at an instant, one a glider. */
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

/** A key that plays a voice. */
struct PlayedKey
{
    int channel = 0, key = 0;
    float velocity = 0, pressure = 0;
};

/** As they were last sent, for a voice of this key. */
ControllerValues sentControllers (const ChannelStates& channels, const PlayedKey& played) noexcept;

/** Where a voice's controllers are at a control point: an EasedRecord each. Plain data.
    thread  the one that renders */
class HeardControllers
{
public:
    /** A note begins with what was sent before it. */
    void snapTo (const ControllerValues& sent) noexcept;
    /** One control point on. share: see easeShare */
    void advance (const ControllerValues& sent, double share) noexcept;

    bool isKnown () const noexcept { return isKnown_; }     ///< `snapTo` was called
    bool isSettled () const noexcept { return isSettled_; } ///< they are what was sent
    double operator[] (Glider glider) const noexcept
    {
        return records_[static_cast<std::size_t> (glider)].value;
    }

private:
    std::array<EasedRecord, kNumGliders> records_ {};
    bool isKnown_ = false, isSettled_ = true;
};

} // namespace melstrom
