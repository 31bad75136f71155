// How much work a crash may cost a run.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** The run commits when one of these limits is reached: rows go to stable storage and into the
    journal. */
struct CommitPolicy
{
    std::int64_t bytes = std::int64_t {256} << 20; ///< of rows, > 0
    std::chrono::milliseconds interval {2000};     ///< since the last commit
    /** entries of the journal, > 0; a tiny file has two; bounds memory, 100 bytes each */
    std::size_t numEntries = 16384;
};

} // namespace melstrom
