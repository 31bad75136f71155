#include "Engine/Batch/Audio/AudioReader.h"

#include <cstddef>
#include <cstring>

namespace melstrom
{
namespace
{

template <typename Integer>
void scaleIntegers (const std::byte* from, float* to, std::int64_t count, float scale) noexcept
{
    for (std::int64_t i = 0; i < count; ++i)
    {
        Integer value = 0;
        std::memcpy (&value, from + i * static_cast<std::int64_t> (sizeof value), sizeof value);
        to[i] = static_cast<float> (value) * scale;
    }
}

void scaleInt24 (const std::byte* from, float* to, std::int64_t count) noexcept
{
    for (std::int64_t i = 0; i < count; ++i)
    {
        std::uint32_t bits = 0; // the three bytes go on top, so that the sign is in its place
        std::memcpy (reinterpret_cast<std::byte*> (&bits) + 1, from + i * 3, 3);
        to[i] = static_cast<float> (static_cast<std::int32_t> (bits)) * 0x1p-31f;
    }
}

} // namespace

void toFloat32 (const void* from, SampleFormat format, float* to, std::int64_t count) noexcept
{
    const auto* const bytes = static_cast<const std::byte*> (from);
    switch (format)
    {
        case SampleFormat::int16: return scaleIntegers<std::int16_t> (bytes, to, count, 0x1p-15f);
        case SampleFormat::int24: return scaleInt24 (bytes, to, count);
        case SampleFormat::int32: return scaleIntegers<std::int32_t> (bytes, to, count, 0x1p-31f);
        case SampleFormat::float32: break;
    }
    std::memcpy (to, from, static_cast<std::size_t> (count) * sizeof (float));
}

} // namespace melstrom
