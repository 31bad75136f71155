#include "Engine/Backend/Choice/VoiceBench.h"

#include "Engine/Core/Clock.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Quantile.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;

struct Outputs
{
    explicit Outputs (int numSegments)
        : left (static_cast<std::size_t> (numSegments) * kControlSamples), right (left)
    {
    }
    Result<void> render (VoiceRenderer& renderer, const std::vector<VoiceSegment>& voices,
                         int numSegments)
    {
        return renderer.render ({voices, numSegments}, left.data (), right.data ());
    }
    std::vector<float> left, right;
};
} // namespace

Result<double> VoiceBench::check (const VoiceWorkload& workload)
{
    constexpr double kMostErrorDb = -100;
    constexpr int kSegments = 4;
    return guarded (
        [&] () -> Result<double>
        {
            VoiceWorkload few = workload;
            few.numVoices = std::min (workload.numVoices, 2);
            const auto tables = tablesOf (few);
            MELSTROM_TRY (renderer_.setTables (tables));
            const auto voices = segmentsOf (few, kSegments);
            Outputs out (kSegments);
            MELSTROM_TRY (out.render (renderer_, voices, kSegments));
            double error = 0, power = 0;
            for (const int sample : {0, 15, 47, 64, 95, 127})
            {
                const double right = sampleOf (tables, voices, sample);
                error += std::pow (
                    right - static_cast<double> (out.left[static_cast<std::size_t> (sample)]), 2);
                power += right * right;
            }
            const double errorDb = 10 * std::log10 (error / power);
            if (errorDb < kMostErrorDb)
                return errorDb;
            return Error {ErrorCode::internalFault,
                          renderer_.name () + " rendered voices with an error of " +
                              std::to_string (errorDb) +
                              " dB, above the limit of -100 dB; its times are not shown",
                          {}};
        });
}

Result<VoiceTiming> VoiceBench::time (const VoiceWorkload& workload, int numSegments)
{
    return guarded (
        [&] () -> Result<VoiceTiming>
        {
            constexpr int kFewestRuns = 20;
            MELSTROM_TRY (renderer_.setTables (tablesOf (workload)));
            const auto voices = segmentsOf (workload, numSegments);
            Outputs out (numSegments);
            std::vector<double> seconds;
            const auto start = Clock::now ();
            for (int run = -sizes_.numWarmups; run < sizes_.numRuns; ++run)
            {
                if (run > kFewestRuns && secondsSince (start) > sizes_.mostSeconds)
                    break;
                const auto begin = Clock::now ();
                MELSTROM_TRY (out.render (renderer_, voices, numSegments));
                if (run >= 0)
                    seconds.push_back (secondsSince (begin));
            }
            std::ranges::sort (seconds);
            VoiceTiming timing;
            timing.numSegments = numSegments;
            timing.numSinusoids = workload.numSinusoids ();
            timing.medianSeconds = quantileOf<double> (seconds, 0.5, BetweenRanks::upper);
            timing.p999Seconds = quantileOf<double> (seconds, 0.999, BetweenRanks::upper);
            timing.worstSeconds = seconds.back ();
            timing.numRuns = static_cast<int> (seconds.size ());
            return timing;
        });
}

Result<std::vector<VoiceTiming>> VoiceBench::run (const VoiceWorkload& workload)
{
    MELSTROM_TRY (check (workload));
    std::vector<VoiceTiming> timings;
    for (const int numSegments : kBenchSegments)
    {
        MELSTROM_TRY_VALUE (const auto timing, time (workload, numSegments));
        timings.push_back (timing);
    }
    return timings;
}

} // namespace melstrom
