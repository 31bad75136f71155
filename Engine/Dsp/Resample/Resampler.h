// Sound at another rate.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <memory>

struct soxr; // libsoxr's

namespace melstrom
{

/** soxr at very high quality, in one thread: linear in phase, its delay taken out, so that what comes
    out first is the instant that went in first, with silence before it. The same samples give the
    same bits on one machine, however they are cut into pieces. What comes out is behind what went in
    by some hundreds of samples of the lower rate, and comes in pieces about as large.
    Thread: one at a time, never audio: any call may take memory. */
class Resampler
{
public:
    /** Interleaved float32 of so many channels. Fails: badRate, outOfMemory. */
    static Result<Resampler> make (int fromHz, int toHz, int numChannels);

    struct Moved
    {
        std::int64_t used = 0, made = 0; ///< samples a channel
    };
    /** Takes of `numSamples` at `from` what it can and puts at `to` what is ready, `capacity` at most.
        Nothing used nor made: more samples are needed. A signal's last samples come out when silence
        follows them. Fails: internalFault; then only `restart` leads on. */
    Result<Moved> process (const float* from, std::int64_t numSamples, float* to,
                           std::int64_t capacity);

    /** Begins anew, as if just made. Fails: outOfMemory. */
    Result<void> restart ();

private:
    Resampler (int fromHz, int toHz, int numChannels) noexcept
        : fromHz_ (fromHz), toHz_ (toHz), numChannels_ (numChannels)
    {
    }
    Result<void> start ();

    int fromHz_, toHz_, numChannels_;
    bool isFresh_ = false; ///< made, and nothing has gone in
    std::unique_ptr<soxr, void (*) (soxr*)> soxr_ {nullptr, nullptr};
};

/** What so many samples become, the silence behind them included: ceil (samples x to / from). */
std::int64_t resampledCount (std::int64_t samples, int fromHz, int toHz) noexcept;

} // namespace melstrom
