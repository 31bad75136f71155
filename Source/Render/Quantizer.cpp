#include "Source/Render/WavWriter.h"

#include "Engine/Dsp/Voice/CounterHash.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

double triangularDither (std::uint32_t seed, std::int64_t index) noexcept
{
    const auto place = static_cast<std::uint64_t> (index);
    const std::uint32_t bits = hashOf (seed + static_cast<std::uint32_t> (place >> 32),
                                       static_cast<std::uint32_t> (place));
    // two uniform 16-bit numbers
    const auto first = static_cast<double> (bits >> 16);
    const auto second = static_cast<double> (bits & 0xffffu);
    return (first - second) / 65536;
}

std::int64_t quantize (std::span<const float> in, std::span<std::int32_t> out, int bits,
                       std::uint32_t seed, std::int64_t firstIndex) noexcept
{
    const double fullScale = std::ldexp (1.0, bits - 1);
    std::int64_t numClipped = 0;
    for (std::size_t n = 0; n < in.size (); ++n)
    {
        const double steps = in[n] * fullScale;
        numClipped += steps > fullScale - 1 || steps < -fullScale ? 1 : 0;
        const double dithered =
            steps + triangularDither (seed, firstIndex + static_cast<std::int64_t> (n));
        out[n] = static_cast<std::int32_t> (
            std::clamp (std::nearbyint (dithered), -fullScale, fullScale - 1));
    }
    return numClipped;
}

} // namespace melstrom
