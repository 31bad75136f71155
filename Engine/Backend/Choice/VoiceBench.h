// How many sinusoids a renderer sounds in real time, and how long a block takes: for melstrom
// --bench.
#pragma once

#include "Engine/Backend/Choice/VoiceWorkload.h"

namespace melstrom
{

/** Calls of `render`, from the call to its return. */
struct VoiceTiming
{
    int numSegments = 0; ///< of a batch, 32 samples each
    std::int64_t numSinusoids = 0;
    double medianSeconds = 0, p999Seconds = 0, worstSeconds = 0;
    int numRuns = 0;

    double blockSeconds () const noexcept { return numSegments * kControlSamples / 48000.0; }
    /** As many as would take a block's time, if the time grows with their number: measure near
        there. */
    double realTimeSinusoids () const noexcept
    {
        return static_cast<double> (numSinusoids) * blockSeconds () / medianSeconds;
    }
};

struct VoiceBenchSizes
{
    int numWarmups = 20;
    int numRuns = 2000;
    /** of runs of one kind: what takes longer is run less often, but 20 times */
    double mostSeconds = 4;
};

/** Blocks of 64, 128, 256 and 512 samples. */
inline constexpr std::array kBenchSegments {2, 4, 8, 16};

/** Measures a renderer that was made for the workload's voices and for 16 segments; any, not CUDA's
    alone. Sets its tables. Thread: any but audio. */
class VoiceBench
{
public:
    explicit VoiceBench (VoiceRenderer& renderer, VoiceBenchSizes sizes = {})
        : renderer_ (renderer), sizes_ (sizes)
    {
    }

    /** Compares samples of up to two voices of it with float64. The root mean square of the error
        over that of the samples, in dB. Fails: internalFault above -100 dB; what rendering fails
        with. */
    Result<double> check (const VoiceWorkload& workload);

    /** Fails: what rendering fails with. */
    Result<VoiceTiming> time (const VoiceWorkload& workload, int numSegments);

    /** Checks, then times every one of kBenchSegments. */
    Result<std::vector<VoiceTiming>> run (const VoiceWorkload& workload);

private:
    VoiceRenderer& renderer_;
    VoiceBenchSizes sizes_;
};

} // namespace melstrom
