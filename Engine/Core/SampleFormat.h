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

/** The largest sample that a coding can hold; 1 is 2^15 of int16. A clipped sample has at least this
    magnitude, of either sign. Wider codings: as int16, because tools clip there too. */
namespace FullScale
{
inline constexpr float int16 = 32767.0f / 32768, int8 = 127.0f / 128, aLaw = 32256.0f / 32768,
                       muLaw =
                           32124.0f / 32768; // source: ITU-T G.711, tables 1a and 2a, times 8 and 4
} // namespace FullScale

} // namespace melstrom
