// Sample rate conversion of audio.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <memory>

struct soxr; // libsoxr's

namespace melstrom
{

/** Quality of soxr. high: SOXR_HQ, as librosa. */
enum class SoxrQuality
{
    veryHigh,
    high
};

/** soxr in one thread, at very high quality unless told otherwise: linear phase, delay compensated. The first output
    sample is the instant of the first input sample, with silence before it. The same samples give
    the same bits on one machine, however they are cut into pieces. Output is behind input by some
    hundreds of samples of the lower rate and comes in pieces of about this size. Thread: one at a
    time, never audio: any call may allocate. */
class Resampler
{
public:
    /** For interleaved float32 of numChannels channels. Fails: badRate, outOfMemory. */
    static Result<Resampler> make (int fromHz, int toHz, int numChannels,
                                   SoxrQuality quality = SoxrQuality::veryHigh);

    struct Moved
    {
        std::int64_t used = 0, made = 0; ///< samples per channel
    };
    /** Reads at most `numSamples` samples at `from` and writes at most `capacity` samples to `to`.
        If both counts of the result are 0, more samples are needed. The last samples of a signal
        come out when silence follows them. Fails: internalFault; then only `restart` can
        succeed. */
    Result<Moved> process (const float* from, std::int64_t numSamples, float* to,
                           std::int64_t capacity);

    /** Returns to the state after `make`. Fails: outOfMemory. */
    Result<void> restart ();

private:
    Resampler (int fromHz, int toHz, int numChannels, SoxrQuality quality) noexcept
        : fromHz_ (fromHz), toHz_ (toHz), numChannels_ (numChannels), quality_ (quality)
    {
    }
    Result<void> start ();

    int fromHz_, toHz_, numChannels_;
    SoxrQuality quality_;
    bool isFresh_ = false; ///< no input since the start
    std::unique_ptr<soxr, void (*) (soxr*)> soxr_ {nullptr, nullptr};
};

/** Samples at the new rate for `samples` samples and silence behind them: ceil (samples x to /
    from). */
std::int64_t resampledCount (std::int64_t samples, int fromHz, int toHz) noexcept;

} // namespace melstrom
