// Which short sounds may be copies of one sound: those of similar shape.
#pragma once

#include "Engine/Batch/Duplicates/Candidates.h"

namespace melstrom
{

/** Pairs of short sounds of which one is among the kMostNeighbours of the nearest shape that were
    found for the other, within kMostShapeDistance; each pair once, ascending. The shapes are sorted
    in kNumOrders orders by the signs of differences of bands, so that similar shapes stand near
    each other in some of them; the kNeighbourhood sounds before and behind each sound are compared
    with it. The work grows with the number of sounds times its logarithm. Fewer than 2^32 files.
    numThreads  does not change the result      stop  ends the search; some pairs are missing then
    memory      500 bytes a short sound, of which 200 for the orders. 8 bytes a pair stay
    source      locality-sensitive hashing: Charikar 2002; sorted orders: Bawa et al. 2005, LSH
                Forest */
std::vector<FilePair> shapeNeighbours (const std::vector<Fingerprint>& files, int numThreads,
                                       const std::atomic<bool>& stop);
/** Sorts pairs of short sounds, so that pairs that follow each other have few different files:
    groups of files that pairs connect, by their first place in the first order of shapes; in a
    group by the places of both files, the smaller one first.
    memory  64 bytes a short sound, 4 bytes a file */
void sortByShape (std::vector<FilePair>& pairs, const std::vector<Fingerprint>& files);

inline constexpr std::size_t kNumOrders = 16, kNeighbourhood = 32, kMostNeighbours = 16;

} // namespace melstrom
