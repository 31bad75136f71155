// Peaks of a sound's spectrogram: what stays of it under gain, coding, resampling and noise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

inline constexpr int kFingerprintRateHz = 8000;
inline constexpr int kFingerprintHop = 64; ///< samples between frames

/** Of a longer sound the first hour is compared. */
inline constexpr std::int64_t kFingerprintSamples = std::int64_t {3600} * kFingerprintRateHz;

/** Of such a sound; the first and last reach half a window beyond its ends. */
inline constexpr int kFingerprintFrames = kFingerprintSamples / kFingerprintHop + 16;

/** A local maximum of power. */
struct SpectralPeak
{
    std::uint32_t packed = 0; ///< frame * 256 + bin: sorts by time

    static SpectralPeak at (std::int64_t frame, int bin) noexcept
    {
        return {static_cast<std::uint32_t> (frame) << 8 | static_cast<std::uint32_t> (bin)};
    }
    int frame () const noexcept { return static_cast<int> (packed >> 8); }
    int bin () const noexcept { return static_cast<int> (packed & 255); }
    auto operator<=> (const SpectralPeak&) const = default;
};

/** Peaks in the order of time, then frequency.
    samples  mono at kFingerprintRateHz, at most kFingerprintSamples; the frames reach half a window
             beyond both ends
    thread   any      memory  for the frames of half a minute at a time */
std::vector<SpectralPeak> spectralPeaks (std::span<const float> samples);

} // namespace melstrom
