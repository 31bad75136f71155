// Many crash states of one command, each checked and recovered from.
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
    StorageWrapper wrapper = nullptr; ///< in place of the command's own protocol
    bool stopsAtFault = true;
};

/** What a search did, and how its time divides. */
struct SearchReport
{
    std::int64_t numStates = 0;     ///< disks after a loss of power
    std::int64_t numDistinct = 0;   ///< of them with bytes that no earlier one had
    std::int64_t numRecoveries = 0; ///< commands run over such a disk
    std::int64_t numInRecovery = 0; ///< of the states: the power failed in a recovery
    double seconds = 0, lossSeconds = 0, checkSeconds = 0, recoverySeconds = 0;
    std::optional<std::string> fault; ///< the first, with what repeats it

    std::string text () const; ///< a line for people
};

/** Records the command several times (threads make other orders), fails the power after each event
    with other seeds, checks each disk, and runs the command over it; a quarter of these runs lose power
    themselves. A disk whose bytes are known already is checked but not recovered from again. */
SearchReport searchCrashes (const CrashScenario& scenario, const SearchSettings& settings);

} // namespace melstrom::testing
