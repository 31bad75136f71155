// The end of every chain: nothing beyond full scale leaves it.
#pragma once

#include <cstdint>
#include <utility>

namespace melstrom
{

/** What a limiter has done. Plain data. */
struct LimiterReport
{
    double leastGain = 1;        ///< > 0; 1: nothing was turned down
    std::int64_t numLimited = 0; ///< frames with a gain below 1
    std::int64_t numInvalid = 0; ///< samples that were NaN or infinite, and came out as 0
    /** The deepest reduction, >= 0. */
    double reductionDb () const noexcept;
    bool operator== (const LimiterReport&) const = default;
};

/** The gain at which a peak of `peak` > kKnee comes out at kKnee + r u / (r + u), where u = peak -
    kKnee and r = kCeiling - kKnee. That curve touches y = x at the knee with slope 1 and nears
    kCeiling: there is no corner, and no value that is cut. */
double limiterGain (double peak) noexcept;

/** Turns both channels down alike, without latency.
    Attack: at once. A frame of peak p that would come out above the knee gets limiterGain (p), if
    that is less than the gain before.
    Hold: the gain stays for kHoldSeconds after the last frame whose output was above the knee.
    Release: the gain rises by kReleaseDbPerSecond until it is 1.
    So a steady sine of 20 Hz or more is bent only until its highest sample has gone by; from then
    on it is scaled, within -114 dBFS. Bound tested in LimiterTests.
    - At gain 1 samples of at most kKnee pass bit for bit, denormals too.
    - No finite sample comes out beyond kCeiling, the largest that 16 bits hold.
    - NaN and infinities come out as 0 and are counted; they do not change the gain.
    - A sample that is turned down below the smallest normal float is 0.
    What comes out does not depend on how calls are cut, bit for bit.
    thread  audio; `prepare` not while it runs. No memory, no lock, no transcendental function */
class Limiter
{
public:
    static constexpr float kKnee = 0.89125094f;            ///< 10^(-1/20), -1 dBFS
    static constexpr float kCeiling = 1.0f - 1.0f / 32768; ///< exact in binary
    static constexpr double kHoldSeconds = 0.025;          ///< half a period of 20 Hz
    static constexpr double kReleaseDbPerSecond = 60;      ///< 12 dB come back in 0.2 s

    void prepare (double sampleRateHz) noexcept; ///< > 0; resets
    void reset () noexcept;                      ///< the gain is 1; the report stays
    /** left, right (numSamples): in place; the same for mono. */
    void process (float* left, float* right, int numSamples) noexcept;

    double gain () const noexcept { return gain_; }
    /** Since `prepare`, or since it was taken last. Thread: that of `process`. */
    LimiterReport takeReport () noexcept { return std::exchange (report_, {}); }

private:
    void limit (float& left, float& right) noexcept;
    float turnedDown (float sample) const noexcept;

    double gain_ = 1;
    double releaseRatio_ = 1; ///< of the gain from one sample to the next
    int holdSamples_ = 0, numHeld_ = 0;
    LimiterReport report_;
};

} // namespace melstrom
