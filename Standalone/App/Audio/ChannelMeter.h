// The level of one channel: peak, power and clipped samples, from the audio thread to a screen.
#pragma once

#include <atomic>
#include <cstdint>

namespace melstrom
{

struct ChannelLevel
{
    float peak = 0, rms = 0;     ///< full scale 1, since the last call
    std::int64_t numClipped = 0; ///< samples at or beyond full scale since the device started
};

/** Lock-free both ways: no peak and no clipped sample is missed, whenever the reader looks. */
class ChannelMeter
{
public:
    /** Samples that are not finite count as clipped, and neither in peak nor in rms. Thread: audio. */
    void add (const float* samples, int numSamples) noexcept;
    /** Thread: reader's. */
    ChannelLevel take () noexcept;
    std::int64_t numClipped () const noexcept { return numClipped_.load (); }
    /** While neither runs. */
    void reset () noexcept;

private:
    struct Power ///< of all samples since `reset`
    {
        double sumOfSquares = 0;
        std::int64_t numSamples = 0;
    };
    Power power () const noexcept;

    std::atomic<float> peak_ {0};
    std::atomic<std::int64_t> numClipped_ {0};
    // The power's two values belong together: odd while the audio thread stores them.
    std::atomic<std::uint64_t> powerVersion_ {0};
    std::atomic<double> sumOfSquares_ {0};
    std::atomic<std::int64_t> numSamples_ {0};
    Power taken_; ///< the reader's
};

} // namespace melstrom
