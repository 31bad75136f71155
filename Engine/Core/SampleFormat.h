// Memory format of stored samples. Little-endian, interleaved.
#pragma once

namespace melstrom
{

enum class SampleFormat
{
    int16,
    int24,
    int32,
    float32
};

constexpr int bytesPerSample (SampleFormat format) noexcept
{
    switch (format)
    {
        case SampleFormat::int16: return 2;
        case SampleFormat::int24: return 3;
        case SampleFormat::int32: return 4;
        case SampleFormat::float32: return 4;
    }
    return 4;
}

} // namespace melstrom
