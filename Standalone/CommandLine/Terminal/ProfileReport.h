// The table of --profile.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** How busy the parts of a machine were while rows were made: 1 is all of the time. */
struct BusyShares
{
    struct Device
    {
        std::string name; ///< "cuda:1", "cpu"
        double compute = 0, copyIn = 0, copyOut = 0;
    };
    double seconds = 0; ///< while rows were made
    int numReaders = 0, numWriters = 0;
    double readers = 0; ///< opening, reading, decoding and resampling
    double output = 0;  ///< writing and syncs; above 1: of more threads than writers
    std::vector<Device> devices;

    /** The part with the largest share: "readers", "output", "compute" or "bus". */
    std::string busiest () const;
};

/** numAtOnce: as Backend::concurrency. Empty if no rows were made. */
std::optional<BusyShares> busySharesOf (const WorkTimes& times,
                                        const std::vector<DevicePart>& devices, int numAtOnce);

/** The times of a run by kind of work. */
struct ProfileReport
{
    WorkTotals totals {};
    double seconds = 0;                                  ///< of the whole run
    std::int64_t peakHostBytes = 0, peakDeviceBytes = 0; ///< 0: unknown
    std::optional<BusyShares> busy;                      ///< of a batch run
    /** Bytes a second that the machine can do of each kind, with all its threads; empty: unknown,
        and nothing is printed. */
    std::array<std::optional<double>, kNumWorks> ceilings {};

    /** A row for each kind of work that was done:
            time        thread-seconds, without the work inside it that has a row of its own
            share       of the sum of all rows
            rate        bytes over thread-seconds
            of ceiling  bytes over the seconds of the run, as a share of the ceiling
        Then a line of the busy shares. */
    std::string text () const;
    /** One object, without a line end. */
    std::string json () const;
};

/** seconds: of the whole run. Asks the system for the peak memory of the process. */
ProfileReport profileOf (const WorkTimes& times, double seconds);

} // namespace melstrom
