#include "Engine/Dsp/Resample/Resampler.h"

#include "Engine/Spec/Mel/SpecKeyKinds.h"

#include <soxr.h>
#include <string>

namespace melstrom
{

namespace
{
/** The smallest size that soxr has: rows on a screen then come every 30 ms instead of every 70 ms,
    at no cost in time. */
constexpr unsigned kLog2TransformSamples = 8;

std::string inHertz (int fromHz, int toHz)
{
    return "from " + std::to_string (fromHz) + " to " + std::to_string (toHz) + " Hz";
}
} // namespace

Result<Resampler> Resampler::make (int fromHz, int toHz, int numChannels, SoxrQuality quality)
{
    if (! kRateHz.holds (fromHz) || ! kRateHz.holds (toHz))
        return Error {ErrorCode::badRate,
                      "cannot resample " + inHertz (fromHz, toHz) + "; " +
                          std::to_string (kRateHz.least) + " to " + std::to_string (kRateHz.most) +
                          " Hz are allowed",
                      {}};
    Resampler resampler (fromHz, toHz, numChannels, quality);
    MELSTROM_TRY (resampler.start ());
    return resampler;
}

Result<void> Resampler::start ()
{
    const auto formats = soxr_io_spec (SOXR_FLOAT32_I, SOXR_FLOAT32_I);
    const auto quality = soxr_quality_spec (quality_ == SoxrQuality::high ? SOXR_HQ : SOXR_VHQ, 0);
    auto runtime = soxr_runtime_spec (1); // one thread
    runtime.log2_min_dft_size = runtime.log2_large_dft_size = kLog2TransformSamples;
    soxr_error_t error = nullptr;
    soxr_ = {soxr_create (fromHz_, toHz_, static_cast<unsigned> (numChannels_), &error, &formats,
                          &quality, &runtime),
             &soxr_delete};
    if (error == nullptr && soxr_ != nullptr)
    {
        isFresh_ = true;
        return {};
    }
    soxr_.reset ();
    return Error {ErrorCode::outOfMemory,
                  "soxr cannot resample " + inHertz (fromHz_, toHz_) + ": " +
                      (error != nullptr ? error : "no memory"),
                  {}};
}

Result<void> Resampler::restart ()
{
    return isFresh_ ? Result<void> () : start ();
}

Result<Resampler::Moved> Resampler::process (const float* from, std::int64_t numSamples, float* to,
                                             std::int64_t capacity)
{
    isFresh_ = false;
    if (soxr_ == nullptr)
        return Error {ErrorCode::internalFault,
                      "the resampler was used after a failure; restart it first",
                      {}};
    std::size_t used = 0, made = 0;
    const auto error = soxr_process (soxr_.get (), from, static_cast<std::size_t> (numSamples),
                                     &used, to, static_cast<std::size_t> (capacity), &made);
    if (error != nullptr)
    {
        soxr_.reset ();
        return Error {ErrorCode::internalFault, std::string ("soxr: ") + error, {}};
    }
    return Moved {static_cast<std::int64_t> (used), static_cast<std::int64_t> (made)};
}

std::int64_t resampledCount (std::int64_t samples, int fromHz, int toHz) noexcept
{
    // avoids samples * toHz, which could overflow
    const auto whole = samples / fromHz, rest = samples % fromHz;
    return whole * toHz + (rest * toHz + fromHz - 1) / fromHz;
}

} // namespace melstrom
