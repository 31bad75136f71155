// Measures the sinusoids that a renderer computes in real time, and the time of a block: for
// melstrom --bench.
#pragma once

#include "Engine/Backend/Choice/VoiceWorkload.h"

namespace melstrom
{

/** Times of `render`, from call to return. */
struct VoiceTiming
{
    int numSegments = 0; ///< of one batch, 32 samples each
    std::int64_t numSinusoids = 0;
    double medianSeconds = 0, p999Seconds = 0, worstSeconds = 0;
    int numRuns = 0;

    double blockSeconds () const noexcept { return numSegments * kControlSamples / 48000.0; }
    /** Sinusoids that would take exactly a block's time, if the time is proportional to their
        number. Accurate only for measurements near that number. */
    double realTimeSinusoids () const noexcept
    {
        return static_cast<double> (numSinusoids) * blockSeconds () / medianSeconds;
    }
};

struct VoiceBenchSizes
{
    int numWarmups = 20;
    int numRuns = 2000;
    /** limit for the runs of one kind; at least 20 runs are made */
    double mostSeconds = 4;
};

/** Blocks of 64, 128, 256 and 512 samples. */
inline constexpr std::array kBenchSegments {2, 4, 8, 16};

/** Measures any renderer that was made for the workload's voices and for 16 segments. Sets its
    tables. Thread: any but audio. */
class VoiceBench
{
public:
    explicit VoiceBench (VoiceRenderer& renderer, VoiceBenchSizes sizes = {})
        : renderer_ (renderer), sizes_ (sizes)
    {
    }

    /** Compares samples of up to two voices of the workload with float64. Returns the root mean
        square of the error over that of the samples, in dB. Fails: internalFault above -100 dB;
        errors of the renderer. */
    Result<double> check (const VoiceWorkload& workload);

    /** Fails: errors of the renderer. */
    Result<VoiceTiming> time (const VoiceWorkload& workload, int numSegments);

    /** Checks, then times each of kBenchSegments. Fails: as `check` and `time`. */
    Result<std::vector<VoiceTiming>> run (const VoiceWorkload& workload);

private:
    VoiceRenderer& renderer_;
    VoiceBenchSizes sizes_;
};

} // namespace melstrom
