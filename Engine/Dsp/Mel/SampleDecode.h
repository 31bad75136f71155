// Stored samples as float32, full scale 1.
#pragma once

#include "Engine/Core/SampleFormat.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace melstrom
{

/** One stored sample. int16 and int24 are exact; int32 is rounded to float32. */
inline float decodeSample (const std::byte* at, SampleFormat format) noexcept
{
    switch (format)
    {
        case SampleFormat::int16:
        {
            std::int16_t value;
            std::memcpy (&value, at, sizeof value);
            return static_cast<float> (value) * (1.0f / 32768.0f);
        }
        case SampleFormat::int24:
        {
            const auto byte = [at] (int i) { return static_cast<std::uint32_t> (at[i]); };
            const auto shifted =
                static_cast<std::int32_t> (byte (0) << 8 | byte (1) << 16 | byte (2) << 24);
            return static_cast<float> (shifted >> 8) * (1.0f / 8388608.0f);
        }
        case SampleFormat::int32:
        {
            std::int32_t value;
            std::memcpy (&value, at, sizeof value);
            return static_cast<float> (value) * (1.0f / 2147483648.0f);
        }
        case SampleFormat::float32: break;
    }
    float value;
    std::memcpy (&value, at, sizeof value);
    return value;
}

/** One instant of interleaved audio as mono: one channel, or without a channel the mean of all
    channels. */
inline float decodeMono (const std::byte* instant, SampleFormat format, int numChannels,
                         std::optional<int> channel) noexcept
{
    const int width = bytesPerSample (format);
    if (channel)
        return decodeSample (instant + *channel * width, format);
    float sum = 0.0f;
    for (int i = 0; i < numChannels; ++i)
        sum += decodeSample (instant + i * width, format);
    return sum / static_cast<float> (numChannels);
}

} // namespace melstrom
