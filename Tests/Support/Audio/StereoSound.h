// Two channels of sound and operations on them, for tests.
#pragma once

#include "Engine/Dsp/Voice/CounterHash.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace melstrom::testing
{

struct StereoSound
{
    std::vector<float> left, right;
    explicit StereoSound (int numSamples = 0)
        : left (static_cast<std::size_t> (numSamples)), right (left)
    {
    }
    int size () const noexcept { return static_cast<int> (left.size ()); }
    bool operator== (const StereoSound&) const = default;
};

/** Uniform over -1 .. 1. Equal seeds give equal noise. */
inline StereoSound whiteNoise (int numSamples, std::uint32_t seed)
{
    StereoSound sound (numSamples);
    std::uint32_t index = 0;
    const auto next = [&]
    {
        const auto bits = static_cast<std::int32_t> (hashOf (seed, index++));
        return static_cast<float> (bits) / 2147483648.0f;
    };
    for (std::size_t n = 0; n < sound.left.size (); ++n)
    {
        sound.left[n] = next ();
        sound.right[n] = next ();
    }
    return sound;
}

inline bool sameBits (const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal (
        a, b,
        [] (float x, float y)
        { return std::bit_cast<std::uint32_t> (x) == std::bit_cast<std::uint32_t> (y); });
}
inline bool sameBits (const StereoSound& a, const StereoSound& b)
{
    return sameBits (a.left, b.left) && sameBits (a.right, b.right);
}

/** Processes samples first .. end - 1 of a sound in calls of `blockSamples`. 0: the size changes
    from call to call and is sometimes 0. */
template <typename Effect>
void processPart (Effect& effect, StereoSound& sound, int first, int end, int blockSamples)
{
    std::uint32_t call = 0;
    while (first < end)
    {
        const int wanted =
            blockSamples > 0 ? blockSamples : static_cast<int> (hashOf (9, call++) % 300);
        const int count = std::min (wanted, end - first);
        effect.process (sound.left.data () + first, sound.right.data () + first, count);
        first += count;
    }
}

/** The same with changing settings: settings[i] holds from sample i * numSamples / settings.size
    (). */
template <typename Effect, typename Settings>
StereoSound processed (Effect& effect, StereoSound sound, const std::vector<Settings>& settings,
                       int blockSamples = 4096)
{
    const auto numParts = static_cast<int> (settings.size ());
    for (int part = 0; part < numParts; ++part)
    {
        effect.setSettings (settings[static_cast<std::size_t> (part)]);
        processPart (effect, sound, sound.size () * part / numParts,
                     sound.size () * (part + 1) / numParts, blockSamples);
    }
    return sound;
}

} // namespace melstrom::testing
