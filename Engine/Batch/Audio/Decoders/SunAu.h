// Sun AU of float32 samples: the form in which ffmpeg passes samples on.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <optional>

namespace melstrom
{

inline constexpr std::size_t kSunAuHeaderBytes = 24; ///< at least

struct SunAuHeader
{
    std::size_t offset = 0; ///< byte of the first sample, >= kSunAuHeaderBytes
    int rateHz = 0, numChannels = 0;
};

/** The header in the first kSunAuHeaderBytes of a stream: magic, offset of the samples, their size,
    coding, rate, channels. Empty: too few bytes, another coding, or no Sun AU.
    source  Sun, audio(4) */
std::optional<SunAuHeader> sunAuHeaderIn (HeaderBytes bytes) noexcept;

/** Converts float32 of a Sun AU, which is big-endian, in place. */
void sunAuToNative (std::byte* values, std::int64_t count) noexcept;

} // namespace melstrom
