// The last of an instrument's chain: keeps ears safe, and says what it does.
#pragma once

#include "Engine/Realtime/Effects/Limiter.h"
#include "Source/State/UserSettings.h"

#include <atomic>
#include <memory>

namespace melstrom
{

/** A Limiter that is on or off for all instances of a user's. */
class OutputLimiter
{
public:
    // Any thread but audio.

    /** Reads the user's settings, the first time; not while `process` runs. */
    void prepare (double rateHz);
    bool isOn () const noexcept { return settings_->isLimiterOn (); }
    /** All instances of this process follow with their next block. What cannot be kept for the next
        start is told by `fault`. */
    void setOn (bool isOn);
    std::string fault () const { return settings_->fault (); }
    /** The deepest reduction in dB since it was asked for last; 0: none. For the light alone. */
    double takeReductionDb () noexcept;
    /** Samples that were no numbers, since `prepare`. */
    std::int64_t numInvalid () const noexcept
    {
        return numInvalid_.load (std::memory_order_relaxed);
    }

    // Audio thread.

    void reset () noexcept { limiter_.reset (); }
    /** In place; the same pointer twice for mono. Off: does not touch a bit. */
    void process (float* left, float* right, int numSamples) noexcept;

private:
    const std::shared_ptr<UserSettings> settings_ = UserSettings::shared ();
    Limiter limiter_;
    std::atomic<double> leastGain_ {1}; ///< since it was taken
    std::atomic<std::int64_t> numInvalid_ {0};
};

} // namespace melstrom
