// Many crash states of one command. Each is checked and recovered from.
#pragma once

#include "Tests/Support/Storage/CrashScenario.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom::testing
{

struct SearchSettings
{
    std::int64_t numStates = 1000;
    std::uint64_t seed = 1;
    int numThreads = 1;
    StorageWrapper wrapper = nullptr; ///< replaces the command's own protocol
    bool stopsAtFault = true;
};

/** Counts and times of a search. */
struct SearchReport
{
    std::int64_t numStates = 0;     ///< disks after a power failure
    std::int64_t numDistinct = 0;   ///< states with bytes that no earlier state had
    std::int64_t numRecoveries = 0; ///< runs of the command over such a disk
    std::int64_t numInRecovery = 0; ///< states with a power failure during a recovery
    double seconds = 0, lossSeconds = 0, checkSeconds = 0, recoverySeconds = 0;
    std::optional<std::string> fault; ///< the first fault, with the data to repeat it

    std::string text () const; ///< a line for readers
};

/** Records the command several times (threads give different orders) and fails the power after each
    event with different seeds. Checks each disk and runs the command over it; a quarter of these
    runs lose power, too. A disk with known bytes is checked and not recovered from again. */
SearchReport searchCrashes (const CrashScenario& scenario, const SearchSettings& settings);

} // namespace melstrom::testing
