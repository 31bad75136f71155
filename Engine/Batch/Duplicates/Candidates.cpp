#include "Engine/Batch/Duplicates/Candidates.h"

#include "Engine/Core/ParallelFor.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::uint32_t kNumSlices = 16; ///< of the sketches' values, by their last bits

/** Entry (value, file) as one number: sorts by value, then by file. */
std::vector<std::uint64_t> entriesOf (const std::vector<Fingerprint>& files, std::uint32_t slice)
{
    std::vector<std::uint64_t> entries;
    for (std::size_t file = 0; file < files.size (); ++file)
        for (const std::uint32_t value : files[file].sketch)
            if (value % kNumSlices == slice)
                entries.push_back (std::uint64_t {value} << 32 | file);
    std::ranges::sort (entries);
    return entries;
}

void sortOnce (std::vector<FilePair>& pairs)
{
    std::ranges::sort (pairs);
    pairs.erase (std::unique (pairs.begin (), pairs.end ()), pairs.end ());
}

std::vector<FilePair> pairsOf (const std::vector<std::uint64_t>& entries)
{
    std::vector<FilePair> pairs;
    for (std::size_t i = 0; i < entries.size (); ++i)
        for (std::size_t j = i + 1;
             j < entries.size () && j <= i + kMostTogether && entries[j] >> 32 == entries[i] >> 32;
             ++j)
            if (const FilePair pair {static_cast<std::uint32_t> (entries[i]),
                                     static_cast<std::uint32_t> (entries[j])};
                pair.first != pair.second)
                pairs.push_back (pair);
    sortOnce (pairs);
    return pairs;
}
} // namespace

std::vector<FilePair> candidatePairs (const std::vector<Fingerprint>& files, int numThreads)
{
    std::vector<std::vector<FilePair>> slices (kNumSlices);
    parallelFor (kNumSlices, numThreads,
                 [&] (std::int64_t slice)
                 {
                     slices[static_cast<std::size_t> (slice)] =
                         pairsOf (entriesOf (files, static_cast<std::uint32_t> (slice)));
                 });
    std::vector<FilePair> pairs;
    for (auto& slice : slices)
    {
        pairs.insert (pairs.end (), slice.begin (), slice.end ());
        slice = {};
    }
    sortOnce (pairs);
    return pairs;
}

std::vector<FilePair> identicalPairs (const std::vector<Fingerprint>& files,
                                      const std::vector<bool>& isRead)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::size_t file = 0; file < files.size (); ++file)
        if (isRead[file])
            order.emplace_back (files[file].contentHash, static_cast<std::uint32_t> (file));
    std::ranges::sort (order);
    std::vector<FilePair> pairs;
    for (std::size_t i = 1, first = 0; i < order.size (); ++i)
        if (order[i].first == order[first].first)
            pairs.emplace_back (order[first].second, order[i].second);
        else
            first = i;
    std::ranges::sort (pairs);
    return pairs;
}

} // namespace melstrom
