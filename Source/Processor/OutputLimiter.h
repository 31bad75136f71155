// The last stage of an instrument: limits the output to protect ears, and reports the reduction.
#pragma once

#include "Engine/Realtime/Effects/Limiter.h"
#include "Source/State/UserSettings.h"

#include <atomic>
#include <memory>

namespace melstrom
{

/** A Limiter with one on/off setting for all instances of a user. */
class OutputLimiter
{
public:
    // Any thread but audio.

    /** The first call reads the user's settings. Not while `process` runs. */
    void prepare (double rateHz);
    bool isOn () const noexcept { return settings_->isLimiterOn (); }
    /** Takes effect in the next block of all instances of this process. `fault` tells of a setting
        that could not be saved. */
    void setOn (bool isOn);
    std::string fault () const { return settings_->fault (); }
    /** Deepest reduction in dB since the last call; 0: none. Only the limiter light may call it. */
    double takeReductionDb () noexcept;
    /** Number of samples since `prepare` that were NaN or infinite. */
    std::int64_t numInvalid () const noexcept
    {
        return numInvalid_.load (std::memory_order_relaxed);
    }

    // Audio thread.

    void reset () noexcept { limiter_.reset (); }
    /** In place. For mono both pointers are the same. When off, the samples stay bit-identical. */
    void process (float* left, float* right, int numSamples) noexcept;

private:
    const std::shared_ptr<UserSettings> settings_ = UserSettings::shared ();
    Limiter limiter_;
    std::atomic<double> leastGain_ {1}; ///< since takeReductionDb
    std::atomic<std::int64_t> numInvalid_ {0};
};

} // namespace melstrom
