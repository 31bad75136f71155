// Pairs of short sounds, compared sample by sample.
#pragma once

#include "Engine/Batch/Duplicates/Duplicates.h"

namespace melstrom
{

/** Reads the files of two kinds of pairs again: those of similar shape, and pairs of short sounds
    that peaks have found. Pairs that correlate by kLeastCorrelation are added to the report, or
    replace what peaks say of them. Pairs below kUnlikeCorrelation, of sounds about as long as each
    other, are removed. A pair of which a file cannot be read again stays as it is, and counts in
    numNotCompared; such a file is in `unread`, if it is not gone and no other one now. Of a file
    that other ones are equal to, by the report, the first that can be read is read.
    similar   the pairs of shapeNeighbours
    report    its pairs may have any order, before and after
    counters  rowsDone; rowsTotal has the pairs of `similar` and the others that isShortPair says
    stop      ends the call: interrupted
    reading   a file once for its fingerprint and once for its pairs; if its samples have left the
              memory between two of its pairs, again, up to once for each of them: kMostNeighbours
              and more. The order of sortByShape has the pairs of a file near each other.
    memory    at most kHeldSoundBytes of samples held; of a thread 8 MB, and an hour of samples
              (115 MB) and its file while it reads; 16 bytes a pair, 48 more if peaks have found it,
              and 80 more if it is alike */
Result<void> addShortPairs (Storage& storage, const std::vector<Fingerprint>& prints,
                            const std::vector<FilePair>& similar, DuplicateReport& report,
                            int numThreads, const std::atomic<bool>& stop, BatchCounters& counters);
inline constexpr std::size_t kHeldSoundBytes = std::size_t {256} << 20;
/** So many pairs that follow each other are compared on one thread. */
inline constexpr std::int64_t kShortPairStretch = 256;
/** The latest transforms of sounds that are kept meanwhile. */
inline constexpr std::size_t kKeptSpectra = 32;

/** True of two short sounds: addShortPairs compares the pair if it is in the report. */
inline bool isShortPair (const std::vector<Fingerprint>& prints, const FilePair& pair)
{
    return prints[pair.first].shape && prints[pair.second].shape;
}

} // namespace melstrom
