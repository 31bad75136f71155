// Which files may be near-duplicates: those whose sketches share values.
#pragma once

#include "Engine/Batch/Duplicates/Fingerprint.h"

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace melstrom
{

/** Two files by their numbers, the smaller one first. */
using FilePair = std::pair<std::uint32_t, std::uint32_t>;

/** How many values of their sketches two of so many files have to share to be compared: 1 up to
    20,000 files, and one more for five times as many. Pairs of unrelated sounds that share some by
    chance grow with the square of the number of files; those that share one more are much fewer. */
int leastShared (std::size_t numFiles) noexcept;

/** All pairs of files that share leastShared values of their sketches, each pair once, ascending.
    A value counts once, also if a sketch has it twice.
    If more than kMostTogether files share a value, and one value suffices, each of them is paired
    with the next kMostTogether of them only. The result does not depend on numThreads. Fewer than
    2^31 files. `stop` ends the search; some pairs are missing then.
    memory  8 bytes a pair and a value; 64 bytes and a byte a thread for each file */
std::vector<FilePair> candidatePairs (const std::vector<Fingerprint>& files, int numThreads,
                                      const std::atomic<bool>& stop);
inline constexpr std::size_t kMostTogether = 64;

/** Pairs of files of equal content: each file with the first file of its content, ascending. */
std::vector<FilePair> identicalPairs (const std::vector<Fingerprint>& files,
                                      const std::vector<bool>& isRead);

} // namespace melstrom
