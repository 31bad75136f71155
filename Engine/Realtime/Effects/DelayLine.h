// The most recent samples of a signal.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace melstrom
{

/** A ring. `prepare` allocates; nothing else does. Thread: the rendering thread. */
class DelayLine
{
public:
    /** Allows delays up to `longestSamples`; between samples two less. */
    void prepare (int longestSamples)
    {
        samples_.assign (std::bit_ceil (static_cast<std::size_t> (longestSamples) + 1), 0.0f);
        mask_ = samples_.size () - 1;
        position_ = 0;
    }
    void reset () noexcept { std::fill (samples_.begin (), samples_.end (), 0.0f); }

    void write (float value) noexcept { samples_[++position_ & mask_] = value; }
    /** delaySamples: 0: the newest sample. */
    float read (int delaySamples) const noexcept
    {
        return samples_[(position_ - static_cast<std::size_t> (delaySamples)) & mask_];
    }
    /** Reads between samples by a cubic through four samples; delaySamples >= 1. Source: Laakso et
        al. 1996, "Splitting the unit delay", Lagrange interpolation of order 3. */
    float readBetween (double delaySamples) const noexcept
    {
        const int whole = static_cast<int> (delaySamples);
        const float f = static_cast<float> (delaySamples - whole);
        const float below = f - 1, twoBelow = f - 2, above = f + 1;
        return -f * below * twoBelow * (1.0f / 6) * read (whole - 1) +
               above * below * twoBelow * 0.5f * read (whole) -
               above * f * twoBelow * 0.5f * read (whole + 1) +
               above * f * below * (1.0f / 6) * read (whole + 2);
    }

    /** Reads between samples through six samples, for feedback loops: 8 kHz at 48 kHz loses at most
        0.05 dB; with the cubic 0.23 dB. delaySamples >= 3, at most the longest less four. Source:
        Laakso et al., Lagrange interpolation of order 5. */
    float readFinely (double delaySamples) const noexcept
    {
        const int whole = static_cast<int> (delaySamples);
        const float f = static_cast<float> (delaySamples - whole);
        const float a = f + 2, b = f + 1, c = f - 1, d = f - 2, e = f - 3;
        const float ab = a * b, de = d * e;
        return f * c * de *
                   (a * (1.0f / 24) * read (whole - 1) - b * (1.0f / 120) * read (whole - 2)) +
               ab * de * (1.0f / 12) * (f * read (whole + 1) - c * read (whole)) +
               ab * f * c *
                   (d * (1.0f / 120) * read (whole + 3) - e * (1.0f / 24) * read (whole + 2));
    }

private:
    std::vector<float> samples_ = std::vector<float> (1);
    std::size_t mask_ = 0, position_ = 0;
};

} // namespace melstrom
