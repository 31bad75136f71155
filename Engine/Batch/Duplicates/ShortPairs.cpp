#include "Engine/Batch/Duplicates/ShortPairs.h"

#include "Engine/Batch/Duplicates/ShapeNeighbours.h"
#include "Engine/Batch/Duplicates/SoundCache.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"
#include "Engine/Batch/Duplicates/WaveformMatch.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <iterator>

namespace melstrom
{

namespace
{
FilePair filesOf (const DuplicatePair& pair)
{
    return {pair.first, pair.second};
}

/** Pairs of similar shape, and those pairs of the report that are of two short sounds. */
std::vector<FilePair> pairsToCompare (const std::vector<Fingerprint>& prints,
                                      const std::vector<DuplicatePair>& known, int numThreads,
                                      const std::atomic<bool>& stop)
{
    std::vector<FilePair> knownShort, pairs;
    for (const auto& pair : known)
        if (prints[pair.first].shape && prints[pair.second].shape)
            knownShort.push_back (filesOf (pair));
    std::ranges::set_union (shapeNeighbours (prints, numThreads, stop), knownShort,
                            std::back_inserter (pairs));
    return pairs;
}

/** Of a stretch of pairs, ascending. */
struct Compared
{
    std::vector<DuplicatePair> alike;
    std::vector<FilePair> settled; ///< alike, or unlike whatever their peaks say
    std::size_t numUnread = 0;
};

void compare (FilePair files, const ShortSound& first, const ShortSound& second,
              WaveformMatcher& matcher, Compared& to)
{
    if (first.samples.empty () || second.samples.empty ())
    {
        ++to.numUnread;
        return;
    }
    const auto match = matcher.match (first.samples, second.samples);
    if (match.correlation >= kLeastCorrelation || match.correlation < kUnlikeCorrelation)
        to.settled.push_back (files);
    if (match.correlation < kLeastCorrelation)
        return;
    const auto offset =
        match.offsetSamples + static_cast<double> (second.firstSample - first.firstSample);
    to.alike.push_back (
        {files.first, files.second, false, match.correlation, offset / kFingerprintRateHz});
}

/** What is settled replaces what the peaks say. */
void takeOver (const std::vector<Compared>& stretches, DuplicateReport& report)
{
    std::vector<FilePair> settled;
    for (const auto& compared : stretches)
        settled.insert (settled.end (), compared.settled.begin (), compared.settled.end ());
    std::erase_if (report.pairs, [&] (const DuplicatePair& pair)
                   { return std::ranges::binary_search (settled, filesOf (pair)); });
    for (const auto& compared : stretches)
    {
        report.pairs.insert (report.pairs.end (), compared.alike.begin (), compared.alike.end ());
        report.numNotCompared += compared.numUnread;
    }
}
} // namespace

Result<void> addShortPairs (Storage& storage, const std::vector<Fingerprint>& prints,
                            DuplicateReport& report, int numThreads, const std::atomic<bool>& stop,
                            BatchCounters& counters)
{
    std::ranges::sort (report.pairs, {}, filesOf);
    const auto candidates = pairsToCompare (prints, report.pairs, numThreads, stop);
    report.numCandidates += candidates.size ();
    constexpr std::int64_t kStretch = 64;
    const auto count = static_cast<std::int64_t> (candidates.size ());
    counters.rowsTotal += count;
    SoundCache sounds (storage, report.files, kHeldSoundBytes, stop);
    std::vector<Compared> stretches (static_cast<std::size_t> ((count + kStretch - 1) / kStretch));
    parallelStretches (count, kStretch, numThreads,
                       [&] (std::int64_t begin, std::int64_t end)
                       {
                           WaveformMatcher matcher;
                           auto& compared = stretches[static_cast<std::size_t> (begin / kStretch)];
                           for (auto i = begin; i < end && ! stop; ++i)
                           {
                               const auto files = candidates[static_cast<std::size_t> (i)];
                               compare (files, *sounds.soundOf (files.first),
                                        *sounds.soundOf (files.second), matcher, compared);
                           }
                           counters.rowsDone += end - begin;
                       });
    if (stop)
        return Error {ErrorCode::interrupted, "stopped by a signal", {}};
    takeOver (stretches, report);
    return {};
}

} // namespace melstrom
