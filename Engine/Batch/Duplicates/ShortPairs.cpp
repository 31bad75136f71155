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

/** Similar ones, and those pairs of the report that are of two short sounds; in the order of reading. */
std::vector<FilePair> pairsToCompare (const std::vector<Fingerprint>& prints,
                                      const std::vector<FilePair>& similar,
                                      const std::vector<DuplicatePair>& known)
{
    std::vector<FilePair> knownShort, pairs;
    for (const auto& pair : known)
        if (isShortPair (prints, filesOf (pair)))
            knownShort.push_back (filesOf (pair));
    std::ranges::sort (knownShort);
    std::ranges::set_union (similar, knownShort, std::back_inserter (pairs));
    sortByShape (pairs, prints);
    return pairs;
}

/** 4:5 at least. Else one may be an excerpt of the other. */
bool areAboutAsLong (const ShortSound& first, const ShortSound& second)
{
    const auto [shorter, longer] =
        std::minmax ({first.samples.size (), second.samples.size ()}); // values
    return 5 * shorter >= 4 * longer;
}

/** Of a stretch of pairs. */
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
    if (match.correlation >= kLeastCorrelation ||
        (match.correlation < kUnlikeCorrelation && areAboutAsLong (first, second)))
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
    std::ranges::sort (settled);
    std::erase_if (report.pairs, [&] (const DuplicatePair& pair)
                   { return std::ranges::binary_search (settled, filesOf (pair)); });
    for (const auto& compared : stretches)
    {
        report.pairs.insert (report.pairs.end (), compared.alike.begin (), compared.alike.end ());
        report.numNotCompared += compared.numUnread;
    }
}

void addErrors (const SoundCache& sounds, DuplicateReport& report, BatchCounters& counters)
{
    for (const auto& [file, error] : sounds.errors ())
    {
        report.unread.push_back ({file, error});
        --counters.filesDone;
        ++counters.filesFailed;
    }
    std::ranges::sort (report.unread, {}, &UnreadFile::file);
}
} // namespace

Result<void> addShortPairs (Storage& storage, const std::vector<Fingerprint>& prints,
                            const std::vector<FilePair>& similar, DuplicateReport& report,
                            int numThreads, const std::atomic<bool>& stop, BatchCounters& counters)
{
    const auto candidates = pairsToCompare (prints, similar, report.pairs);
    report.numCandidates += candidates.size ();
    constexpr std::int64_t kStretch = 64;
    const auto count = static_cast<std::int64_t> (candidates.size ());
    SoundCache sounds (storage, report.files, prints, kHeldSoundBytes, stop);
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
    addErrors (sounds, report, counters);
    return {};
}

} // namespace melstrom
