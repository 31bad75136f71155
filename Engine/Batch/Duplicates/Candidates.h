// Which files may be near-duplicates: those whose sketches share a value.
#pragma once

#include "Engine/Batch/Duplicates/Fingerprint.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace melstrom
{

/** Two files by their numbers, the smaller one first. */
using FilePair = std::pair<std::uint32_t, std::uint32_t>;

/** All pairs of files that share a value of their sketches, each pair once, ascending. If more than
    kMostTogether files share a value, each of them is paired with the next kMostTogether of them
    only. The result does not depend on numThreads.
    memory  8 bytes a pair, and 8 bytes for each of a sixteenth of the sketches' values on each thread */
std::vector<FilePair> candidatePairs (const std::vector<Fingerprint>& files, int numThreads);
inline constexpr std::size_t kMostTogether = 64;

/** Pairs of files of equal content: each file with the first file of its content, ascending. */
std::vector<FilePair> identicalPairs (const std::vector<Fingerprint>& files,
                                      const std::vector<bool>& isRead);

} // namespace melstrom
