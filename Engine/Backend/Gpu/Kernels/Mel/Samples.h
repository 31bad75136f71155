// Reads samples for all kernels: decoded, padded, scaled, pre-emphasised.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"
#include "Engine/Dsp/Mel/Dither.h"
#include "Engine/Dsp/Mel/PaddedIndex.h"

#include <bit>
#include <cstring>
#include <type_traits>

namespace melstrom::gpu
{

/** `numBytes` bytes as a little-endian number; one load if aligned. */
template <int numBytes>
MELSTROM_BOTH std::uint32_t loadBytes (const std::byte* at) noexcept
{
    static_assert (numBytes >= 2 && numBytes <= 4);
    if constexpr (numBytes != 3)
        if ((reinterpret_cast<std::uintptr_t> (at) & (numBytes - 1)) == 0)
        {
            using Word = std::conditional_t<numBytes == 2, std::uint16_t, std::uint32_t>;
            Word word;
            memcpy (&word, __builtin_assume_aligned (at, numBytes), numBytes);
            return word;
        }
    std::uint32_t value = 0;
    for (int i = 0; i < numBytes; ++i)
        value |= static_cast<std::uint32_t> (at[i]) << (8 * i);
    return value;
}

/** One stored sample at any address, full scale 1. int32 is rounded to float32, all other formats
    are exact. */
MELSTROM_BOTH float decodeAt (const std::byte* at, SampleFormat format) noexcept
{
    switch (format)
    {
        case SampleFormat::int16:
            return static_cast<float> (static_cast<std::int16_t> (loadBytes<2> (at))) *
                   (1.0f / 32768.0f);
        case SampleFormat::int24:
            return static_cast<float> (static_cast<std::int32_t> (loadBytes<3> (at) << 8) >> 8) *
                   (1.0f / 8388608.0f);
        case SampleFormat::int32:
            return static_cast<float> (static_cast<std::int32_t> (loadBytes<4> (at))) *
                   (1.0f / 2147483648.0f);
        case SampleFormat::float32: break;
    }
    return std::bit_cast<float> (loadBytes<4> (at));
}

/** Sample `signalIndex` of the span's signal, one channel or the mean, times the plan's scale; 0
    behind the signal's end. The sample must lie in the span or behind the signal's end. */
MELSTROM_BOTH float scaledSample (const MelProgram& program, const DeviceSpan& span,
                                  const std::byte* input, std::int64_t signalIndex) noexcept
{
    if (signalIndex >= span.signalSamples)
        return 0.0f;
    const auto format = static_cast<SampleFormat> (span.format);
    const int width = bytesPerSample (format);
    const std::byte* const instant =
        input + span.inputByte + (signalIndex - span.firstSample) * (span.numChannels * width);
    if (span.channel >= 0)
        return decodeAt (instant + span.channel * width, format) * program.sampleScale;
    float sum = 0.0f;
    for (int i = 0; i < span.numChannels; ++i)
        sum += decodeAt (instant + i * width, format);
    return sum / static_cast<float> (span.numChannels) * program.sampleScale;
}

/** Sample `index` of a unit, or its padding. The unit is [unitStart, unitStart + unitSamples) of
    the signal; `index` counts from its start and may lie outside. Signal-wide pre-emphasis does not
    change the unit's first sample. */
MELSTROM_BOTH float sampleOf (const MelProgram& program, const DeviceSpan& span,
                              const std::byte* input, std::int64_t unitStart,
                              std::int64_t unitSamples, std::int64_t index) noexcept
{
    const std::int64_t source =
        paddedIndex (static_cast<Padding> (program.padding), index, unitSamples, program.padReach);
    if (source < 0)
        return 0.0f;
    const float now = scaledSample (program, span, input, unitStart + source);
    if (program.signalPreemphasis == 0.0f || source == 0)
        return now;
    return now -
           program.signalPreemphasis * scaledSample (program, span, input, unitStart + source - 1);
}

/** True if a sample needs only one aligned load and a product: mono, int16 or float32 at a multiple
    of its size, no signal-wide pre-emphasis. */
MELSTROM_BOTH bool isPlain (const MelProgram& program, const DeviceSpan& span) noexcept
{
    const auto format = static_cast<SampleFormat> (span.format);
    return span.numChannels == 1 && program.signalPreemphasis == 0.0f &&
           (format == SampleFormat::int16 || format == SampleFormat::float32) &&
           (span.inputByte & (bytesPerSample (format) - 1)) == 0; // a power of two, so no division
}

/** Dither for sample `sample` of a frame's window. */
MELSTROM_BOTH float ditherOf (const MelProgram& program, const DeviceSpan& span, std::int64_t frame,
                              int sample) noexcept
{
    return program.ditherAmplitude * ditherAt (program.ditherSeed, span.signalId, frame, sample);
}

} // namespace melstrom::gpu
