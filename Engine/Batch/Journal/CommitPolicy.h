// How much work a crash may cost a run.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Rows are brought to stable storage and noted down in the journal whenever one of these is reached. */
struct CommitPolicy
{
    std::int64_t bytes = std::int64_t {256} << 20; ///< of rows, > 0
    std::chrono::milliseconds interval {2000};     ///< since the last time
    /** of the journal, > 0: two a tiny file; bounds memory, 100 bytes each */
    std::size_t numEntries = 16384;
};

} // namespace melstrom
