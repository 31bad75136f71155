// How busy the parts of a machine were during a run, for --profile.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Shares of the time in which rows or sound were made: 1 is all of it. */
struct BusyShares
{
    struct Device
    {
        std::string name; ///< "cuda:1", "cpu"
        double compute = 0, copyIn = 0, copyOut = 0;
    };
    /** Of a batch run. */
    struct Rows
    {
        int numReaders = 0, numWriters = 0;
        double readers = 0; ///< opening, reading, decoding and resampling
        double output = 0;  ///< writing and syncs; above 1: of more threads than writers
    };
    struct Thread
    {
        std::string name; ///< "voices": the thread that plays them
        double share = 0;
    };
    double seconds = 0;
    std::optional<Rows> rows;
    std::vector<Thread> threads; ///< of a render or of live trials
    std::vector<Device> devices;

    /** The part with the largest share: "readers", "output", "compute" or "bus". Empty without rows:
        the thread of voices does all work. */
    std::string busiest () const;
    /** A line. */
    std::string text () const;
    nlohmann::ordered_json json () const;
};

/** Of a batch run. numAtOnce: as Backend::concurrency. Empty if no rows were made. */
std::optional<BusyShares> busySharesOf (const WorkTimes& times,
                                        const std::vector<DevicePart>& devices, int numAtOnce);

/** Of `seconds` in which one thread played voices and did all the work, also that of writing their
    sound. gpu: the name of the GPU that it used; or empty. */
BusyShares busySharesOfVoices (const WorkTimes& times, double seconds, const std::string& gpu);

} // namespace melstrom
