// How fast a run goes: what the counters say at two moments, divided by the time between them.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Telemetry/Telemetry.h"

#include <optional>

namespace melstrom
{

/** The counters at one moment. Each is right by itself; together they may be a moment apart. */
struct ProgressSample
{
    double seconds = 0; ///< since the start of the run
    BatchPhase phase = BatchPhase::listing;
    std::int64_t filesTotal = 0, filesDone = 0, filesFailed = 0;
    std::int64_t rowsTotal = 0, rowsDone = 0;
    std::int64_t audioMicrosecondsTotal = 0, audioMicrosecondsDone = 0;
    std::int64_t bytesRead = 0, bytesWritten = 0;
    std::int64_t slabsReading = 0, slabsComputing = 0, slabsWriting = 0, slabsTotal = 0;
    std::optional<DeviceUse> device; ///< a second old at most; empty where nobody measures it

    /** Of the work, in 0..1: by rows, else by files; empty while neither total is known. */
    std::optional<double> doneRatio () const;
};

ProgressSample sampleOf (const BatchCounters& counters, double seconds);

struct ProgressRates
{
    double filesPerSecond = 0, rowsPerSecond = 0, audioHoursPerSecond = 0;
    double gigabytesReadPerSecond = 0, gigabytesWrittenPerSecond = 0; ///< 10^9 bytes
    std::optional<double> remainingSeconds;                           ///< empty: cannot tell
};

/** Over the whole run. */
ProgressRates averageRates (const ProgressSample& now);

/** Averages weighted by exp (-age / time constant), without the slow start of a filter that begins
    at 0: until it is old enough it is the plain average. Each phase is judged by itself. The time
    left is judged over a longer time than the rest, so that it stays calm. */
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
        double bytesRead = 0, bytesWritten = 0, doneRatio = 0;

        void add (const ProgressSample& before, const ProgressSample& now);
        double perSecond (double amount) const { return seconds > 0 ? amount / seconds : 0; }
    };

    static constexpr double shownTimeConstantSeconds = 2, calmTimeConstantSeconds = 10;

    Weighted shown_ {shownTimeConstantSeconds}, calm_ {calmTimeConstantSeconds};
    std::optional<ProgressSample> last_;
};

} // namespace melstrom
