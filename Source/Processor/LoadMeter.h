// Measures the share of a block's time that a callback takes.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace melstrom
{

/** Counts shares in steps of a twelfth of an octave, over the last 3 to 6 seconds of sound.
    Threads: `prepare` not while a Callback lives; Callback audio, wait-free; all else any. */
class LoadMeter
{
public:
    /** Measures from its construction to its end. */
    class Callback
    {
    public:
        Callback (LoadMeter& meter, int numSamples) noexcept;
        ~Callback ();
        Callback (const Callback&) = delete;
        Callback& operator= (const Callback&) = delete;

    private:
        LoadMeter& meter_;
        const int numSamples_;
        const std::chrono::steady_clock::time_point start_;
    };

    struct Load
    {
        double p50 = 0, p999 = 0;      ///< callback's time over the block's time; within 6 %
        std::int64_t numCallbacks = 0; ///< since prepare
    };

    void prepare (double rateHz) noexcept;
    Load load () const noexcept;

private:
    /** from 2^-14 to 2^4 */
    static constexpr int kStepsPerOctave = 12, kNumSteps = 18 * kStepsPerOctave;
    static constexpr double kSmallestLoad = 1.0 / 16384;
    static constexpr double kSpanSeconds = 3; ///< of one table; load () reads both tables

    using Counts = std::array<std::atomic<std::uint32_t>, kNumSteps>;
    void add (double seconds, int numSamples) noexcept;
    static double quantile (const std::array<std::uint64_t, kNumSteps>& counts, std::uint64_t total,
                            double share) noexcept;

    double rateHz_ = 0;
    double heardSeconds_ = 0; ///< in the present table
    std::array<Counts, 2> counts_ {};
    std::atomic<std::size_t> now_ {0};
    std::atomic<std::int64_t> numCallbacks_ {0};
};

} // namespace melstrom
