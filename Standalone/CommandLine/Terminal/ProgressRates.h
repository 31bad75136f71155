// Rates of a run, from counters at two instants.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Telemetry/Telemetry.h"

#include <optional>

namespace melstrom
{

/** Load of this process. */
struct ProcessUse
{
    int cpuPercent = 0; ///< 100: one processor
    std::int64_t memoryBytes = 0;
};

/** The counters at one instant. Each counter is exact; their reads may be slightly apart. */
struct ProgressSample
{
    double seconds = 0; ///< from the start of the run
    BatchPhase phase = BatchPhase::listing;
    std::int64_t filesTotal = 0, filesDone = 0, filesFailed = 0;
    std::int64_t rowsTotal = 0, rowsDone = 0;
    std::int64_t audioMicrosecondsTotal = 0, audioMicrosecondsDone = 0;
    std::int64_t bytesRead = 0, bytesWritten = 0, bytesOnBus = 0;
    std::int64_t slabsReading = 0, slabsComputing = 0, slabsWriting = 0, slabsTotal = 0;
    std::optional<DeviceUse> device;   ///< at most a second old; empty: not measured
    std::optional<ProcessUse> process; ///< the same

    /** Share of the work in 0..1: by rows, else by files; empty while both totals are unknown. */
    std::optional<double> doneRatio () const;
};

ProgressSample sampleOf (const BatchCounters& counters, double seconds);

struct ProgressRates
{
    bool isMeasured = false; ///< false at the first look at a phase: then the rates below are 0
    double filesPerSecond = 0, rowsPerSecond = 0, audioHoursPerSecond = 0;
    double gigabytesReadPerSecond = 0, gigabytesWrittenPerSecond = 0; ///< 10^9 bytes
    double gigabytesOnBusPerSecond = 0;     ///< between host and device, both ways
    std::optional<double> remainingSeconds; ///< empty: unknown
};

/** Averages over the whole run. */
ProgressRates averageRates (const ProgressSample& now);

/** Averages weighted by exp (-age / time constant), normalised by the sum of weights: at first it
    equals the plain average, without the slow start of a filter that begins at 0. Begins anew in
    each phase. The remaining time has a longer time constant than the other values, so that it
    stays steady. */
class RateSmoother
{
public:
    void add (const ProgressSample& now);
    ProgressRates rates () const;

private:
    struct Weighted
    {
        double timeConstantSeconds;
        double seconds = 0, files = 0, rows = 0, audioMicroseconds = 0;
        double bytesRead = 0, bytesWritten = 0, bytesOnBus = 0, doneRatio = 0;

        void add (const ProgressSample& before, const ProgressSample& now);
        double perSecond (double amount) const { return seconds > 0 ? amount / seconds : 0; }
    };

    static constexpr double shownTimeConstantSeconds = 2, calmTimeConstantSeconds = 10;

    Weighted shown_ {shownTimeConstantSeconds}, calm_ {calmTimeConstantSeconds};
    std::optional<ProgressSample> last_;
};

} // namespace melstrom
