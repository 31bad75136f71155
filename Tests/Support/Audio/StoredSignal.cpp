#include "Tests/Support/Audio/StoredSignal.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

namespace melstrom::testing
{

namespace
{
/** bits: the sample, left-aligned. Returns its value. */
double appendSample (StoredSignal& signal, SampleFormat format, std::int32_t bits)
{
    const int width = bytesPerSample (format);
    const std::int32_t shifted = bits >> (32 - 8 * width);
    double value = shifted / std::ldexp (1.0, 8 * width - 1);
    unsigned char raw[4];
    std::memcpy (raw, &shifted, sizeof raw);
    if (format == SampleFormat::float32)
    {
        value = static_cast<float> (value);
        const auto single = static_cast<float> (value);
        std::memcpy (raw, &single, sizeof raw);
    }
    for (int i = 0; i < width; ++i)
        signal.bytes.push_back (std::byte {raw[i]});
    return value;
}
} // namespace

StoredSignal storedSignal (unsigned seed, int numSamples, SampleFormat format, int numChannels,
                           std::optional<int> channel)
{
    std::mt19937 random (seed);
    StoredSignal signal;
    for (int i = 0; i < numSamples; ++i)
    {
        double sum = 0, chosen = 0;
        for (int c = 0; c < numChannels; ++c)
        {
            const double value =
                appendSample (signal, format, static_cast<std::int32_t> (random ()));
            sum += value;
            chosen = c == channel ? value : chosen;
        }
        signal.mono.push_back (channel ? chosen : sum / numChannels);
    }
    return signal;
}

} // namespace melstrom::testing
