// The last stage of every chain: no output sample exceeds full scale.
#pragma once

#include <cstdint>
#include <utility>

namespace melstrom
{

/** Statistics of a limiter. Plain data. */
struct LimiterReport
{
    double leastGain = 1;        ///< > 0; 1: no reduction
    std::int64_t numLimited = 0; ///< frames with a gain below 1
    std::int64_t numInvalid = 0; ///< NaN or infinite samples, replaced by 0
    /** The deepest reduction, >= 0. */
    double reductionDb () const noexcept;
    bool operator== (const LimiterReport&) const = default;
};

/** The gain that maps a peak of `peak` > kKnee to kKnee + r u / (r + u), where u = peak - kKnee and
    r = kCeiling - kKnee. This curve touches y = x at the knee with slope 1 and approaches kCeiling:
    it has no corner and clips no value. */
double limiterGain (double peak) noexcept;

/** Applies the same gain to both channels, without latency.
    Attack: at once. A frame of peak p whose output would exceed the knee gets limiterGain (p), if
    that is less than the gain before.
    Hold: the gain stays for kHoldSeconds after the last frame with an output above the knee.
    Release: the gain rises by kReleaseDbPerSecond until it is 1.
    So a steady sine of 20 Hz or more is distorted only until its highest sample has passed; from
    then on it is scaled, with an error within -114 dBFS. Bound tested in LimiterTests.
    - At gain 1 samples of at most kKnee pass bit-identical, denormals too.
    - No finite sample leaves beyond kCeiling, the largest value of 16 bits.
    - NaN and infinities become 0 and are counted; they do not change the gain.
    - A reduced sample below the smallest normal float becomes 0.
    The output does not depend on block sizes: bit-identical.
    thread  audio; `prepare` not while `process` runs. No allocation, no lock, no transcendental
            function */
class Limiter
{
public:
    static constexpr float kKnee = 0.89125094f;            ///< 10^(-1/20), -1 dBFS
    static constexpr float kCeiling = 1.0f - 1.0f / 32768; ///< exact in binary
    static constexpr double kHoldSeconds = 0.025;          ///< half a period of 20 Hz
    static constexpr double kReleaseDbPerSecond = 60;      ///< recovers 12 dB in 0.2 s

    void prepare (double sampleRateHz) noexcept; ///< > 0; resets
    void reset () noexcept;                      ///< sets the gain to 1; keeps the report
    /** left, right (numSamples): in place; the same pointer for mono. */
    void process (float* left, float* right, int numSamples) noexcept;

    double gain () const noexcept { return gain_; }
    /** Report since `prepare` or the last takeReport. Thread: that of `process`. */
    LimiterReport takeReport () noexcept { return std::exchange (report_, {}); }

private:
    void limit (float& left, float& right) noexcept;
    float turnedDown (float sample) const noexcept;

    double gain_ = 1;
    double releaseRatio_ = 1; ///< gain ratio per sample
    int holdSamples_ = 0, numHeld_ = 0;
    LimiterReport report_;
};

} // namespace melstrom
