#include "Engine/Batch/Duplicates/Candidates.h"

#include "Engine/Batch/Duplicates/AppendParts.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::uint32_t kNumSlices = 16; ///< of the sketches' values, by their last bits
constexpr std::uint32_t kIsLast = 0x80000000u;
/** If many files share a value, each of them is compared with at most this many of the files that
    follow it. */
constexpr std::size_t kMostCounted = 1024;

/** The files of each value of a slice, for values of at least two files. */
class ValueFiles
{
public:
    ValueFiles () = default;
    ValueFiles (const std::vector<Fingerprint>& files, std::uint32_t slice)
        : firstPlaces_ (files.size () + 1)
    {
        const auto entries = entriesOf (files, slice);
        for (std::size_t i = 0; i < entries.size (); ++i)
            if (const bool goesOn = i + 1 < entries.size () && isSame (entries[i], entries[i + 1]);
                goesOn || (i > 0 && isSame (entries[i - 1], entries[i])))
                members_.push_back (static_cast<std::uint32_t> (entries[i]) |
                                    (goesOn ? 0 : kIsLast));
        for (const std::uint32_t member : members_)
            ++firstPlaces_[(member & ~kIsLast) + 1];
        for (std::size_t file = 0; file < files.size (); ++file)
            firstPlaces_[file + 1] += firstPlaces_[file];
        places_.resize (members_.size ());
        auto next = firstPlaces_;
        for (std::size_t place = 0; place < members_.size (); ++place)
            places_[next[members_[place] & ~kIsLast]++] = static_cast<std::uint32_t> (place);
    }

    /** Calls use (other) for each file behind `file`, at most `most` of them, once for each value
        that both have. */
    template <typename Use>
    void forEachBehind (std::size_t file, std::size_t most, Use use) const
    {
        for (std::uint32_t i = firstPlaces_[file]; i < firstPlaces_[file + 1]; ++i)
        {
            std::size_t place = places_[i];
            for (std::size_t count = 0; count < most && (members_[place] & kIsLast) == 0; ++count)
                use (members_[++place] & ~kIsLast);
        }
    }

private:
    static bool isSame (std::uint64_t first, std::uint64_t second)
    {
        return first >> 32 == second >> 32;
    }

    /** Entry (value, file) as one number: sorts by value, then by file. Each is there once, although
        a sketch may have a value twice: else a file would be its own neighbour. */
    static std::vector<std::uint64_t> entriesOf (const std::vector<Fingerprint>& files,
                                                 std::uint32_t slice)
    {
        std::vector<std::uint64_t> entries;
        for (std::size_t file = 0; file < files.size (); ++file)
            for (const std::uint32_t value : files[file].sketch)
                if (value % kNumSlices == slice)
                    entries.push_back (std::uint64_t {value} << 32 | file);
        std::ranges::sort (entries);
        entries.erase (std::unique (entries.begin (), entries.end ()), entries.end ());
        return entries;
    }

    std::vector<std::uint32_t> members_;     ///< files by value; the last of a value has kIsLast
    std::vector<std::uint32_t> firstPlaces_; ///< of each file, in places_
    std::vector<std::uint32_t> places_;      ///< of files in members_, by file
};

/** Finds the candidates of one file after another. Thread: one. */
class SharedCounts
{
public:
    explicit SharedCounts (const std::vector<ValueFiles>& slices, std::size_t numFiles)
        : slices_ (slices), counts_ (numFiles), least_ (leastShared (numFiles)),
          most_ (least_ == 1 ? kMostTogether : kMostCounted)
    {
    }

    void addPairs (std::uint32_t file, std::vector<FilePair>& pairs)
    {
        others_.clear ();
        forEach (file,
                 [this] (std::uint32_t other)
                 {
                     if (counts_[other] < least_ && ++counts_[other] == least_)
                         others_.push_back (other);
                 });
        forEach (file, [this] (std::uint32_t other) { counts_[other] = 0; });
        std::ranges::sort (others_);
        for (const std::uint32_t other : others_)
            pairs.emplace_back (file, other);
    }

private:
    template <typename Use>
    void forEach (std::uint32_t file, Use use) const
    {
        for (const ValueFiles& slice : slices_)
            slice.forEachBehind (file, most_, use);
    }

    const std::vector<ValueFiles>& slices_;
    std::vector<std::uint8_t> counts_; ///< values shared with each file, up to least_
    std::vector<std::uint32_t> others_;
    int least_;
    std::size_t most_;
};
} // namespace

int leastShared (std::size_t numFiles) noexcept
{
    int least = 1;
    for (std::size_t most = 20'000; numFiles > most; most *= 5)
        ++least;
    return least;
}

std::vector<FilePair> candidatePairs (const std::vector<Fingerprint>& files, int numThreads,
                                      const std::atomic<bool>& stop)
{
    std::vector<ValueFiles> slices (kNumSlices);
    parallelFor (kNumSlices, numThreads,
                 [&] (std::int64_t slice)
                 {
                     if (stop)
                         return;
                     slices[static_cast<std::size_t> (slice)] =
                         ValueFiles (files, static_cast<std::uint32_t> (slice));
                 });
    if (stop)
        return {};
    const auto count = static_cast<std::int64_t> (files.size ());
    constexpr std::int64_t kStretch = 4096;
    std::vector<std::vector<FilePair>> found (
        static_cast<std::size_t> ((count + kStretch - 1) / kStretch));
    parallelStretches (count, kStretch, numThreads,
                       [&] (std::int64_t first, std::int64_t end)
                       {
                           SharedCounts counts (slices, files.size ());
                           for (auto file = first; file < end && ! stop; ++file)
                               counts.addPairs (static_cast<std::uint32_t> (file),
                                                found[static_cast<std::size_t> (first / kStretch)]);
                       });
    std::vector<FilePair> pairs;
    appendParts (found, pairs);
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
