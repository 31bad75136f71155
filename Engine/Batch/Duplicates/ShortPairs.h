// Pairs of short sounds, compared sample by sample.
#pragma once

#include "Engine/Batch/Duplicates/Duplicates.h"

namespace melstrom
{

/** Reads the files of two kinds of pairs again: short sounds of similar shape, at most
    kMostNeighbours pairs a file, and pairs of short sounds that peaks have found. Pairs that
    correlate by kLeastCorrelation are added to the report, or replace what peaks say of them. Pairs
    below kUnlikeCorrelation are removed. A pair of which a file cannot be read again stays as it is,
    and counts in numNotCompared.
    report    its pairs may have any order, before and after
    stop      ends the call: interrupted
    memory    at most kHeldSoundBytes of samples; 16 bytes a pair */
Result<void> addShortPairs (Storage& storage, const std::vector<Fingerprint>& prints,
                            DuplicateReport& report, int numThreads, const std::atomic<bool>& stop,
                            BatchCounters& counters);
inline constexpr std::size_t kHeldSoundBytes = std::size_t {256} << 20;

} // namespace melstrom
