#include "Engine/Batch/Duplicates/Duplicates.h"

#include "Engine/Batch/Duplicates/AppendParts.h"
#include "Engine/Batch/Duplicates/PeakMatch.h"
#include "Engine/Batch/Duplicates/ShapeNeighbours.h"
#include "Engine/Batch/Duplicates/ShortPairs.h"
#include "Engine/Batch/Duplicates/Stopped.h"
#include "Engine/Batch/Duplicates/StoredFingerprints.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace melstrom
{

namespace
{
struct Fingerprints
{
    std::vector<Fingerprint> ofFile;
    std::vector<bool> isRead;
};

/** Fills in the stored fingerprints of the files. isKnown: of each file */
Result<void> takeStored (Storage& storage, const DuplicateReport& report, Fingerprints& prints,
                         std::vector<char>& isKnown)
{
    for (std::size_t folder = 0; folder < report.folders.size (); ++folder)
    {
        const auto stored =
            storage.openForReading (report.folders[folder] + "/" + kFingerprintsName);
        if (! stored)
            continue;
        std::unordered_map<std::string_view, std::size_t> places;
        for (std::size_t i = 0; i < report.files.size (); ++i)
            if (report.files[i].datasetIndex == folder)
                places.emplace (report.files[i].path, i);
        const auto use = [&] (std::string_view path, Fingerprint&& print)
        {
            if (const auto place = places.find (path); place != places.end ())
            {
                prints.ofFile[place->second] = std::move (print);
                isKnown[place->second] = 1;
            }
        };
        MELSTROM_TRY (readFingerprints (**stored, use));
    }
    return {};
}

bool isUnchanged (Storage& storage, const ListedFile& file, const Fingerprint& print)
{
    const auto info = storage.info (soundFileOf (file));
    return info ? inputStatOf (*info) == print.stat : info.error ().code == ErrorCode::fileMissing;
}

/** Replaces the stored fingerprints of each dataset by those that are known now. */
Result<void> store (Storage& storage, const DuplicateReport& report, const Fingerprints& prints,
                    const std::vector<char>& isKnown)
{
    for (std::size_t folder = 0; folder < report.folders.size (); ++folder)
    {
        const auto text = [&] (const TextSink& sink)
        {
            std::size_t i = 0;
            const auto next = [&] () -> NamedFingerprint
            {
                while (i < report.files.size () &&
                       (report.files[i].datasetIndex != folder || isKnown[i] == 0))
                    ++i;
                if (i == report.files.size ())
                    return {};
                const auto place = i++;
                return {report.files[place].path, &prints.ofFile[place]};
            };
            return writeFingerprints (sink, next);
        };
        MELSTROM_TRY (replaceFile (storage, report.folders[folder], kFingerprintsName, text));
    }
    return {};
}

Result<Fingerprints> readAll (Storage& storage, DuplicateReport& report, int numThreads,
                              const std::atomic<bool>& stop, BatchCounters& counters)
{
    const auto count = report.files.size ();
    counters.filesTotal = static_cast<std::int64_t> (count);
    counters.phase = BatchPhase::measuring;
    Fingerprints prints {std::vector<Fingerprint> (count), std::vector<bool> (count, true)};
    std::vector<char> isKnown (count, 0);
    MELSTROM_TRY (takeStored (storage, report, prints, isKnown));
    std::vector<std::optional<Error>> errors (count);
    std::atomic<std::size_t> numRead {0};
    parallelFor (static_cast<std::int64_t> (count), numThreads,
                 [&] (std::int64_t index)
                 {
                     if (stop)
                         return;
                     const auto i = static_cast<std::size_t> (index);
                     const auto& file = report.files[i];
                     if (isKnown[i] != 0 && isUnchanged (storage, file, prints.ofFile[i]))
                     {
                         prints.ofFile[i].sketch = sketchOf (prints.ofFile[i].peaks);
                         ++counters.filesDone;
                         return;
                     }
                     ++numRead;
                     auto print = fingerprintOf (storage, soundFileOf (file), file.box, stop);
                     isKnown[i] = print ? 1 : 0;
                     prints.ofFile[i] = print ? *std::move (print) : Fingerprint {};
                     if (! print)
                         errors[i] = print.error ();
                     if (print)
                         ++counters.filesDone;
                     else if (print.error ().code != ErrorCode::interrupted)
                         ++counters.filesFailed;
                 });
    report.numStored = count - numRead;
    if (numRead > 0)
        MELSTROM_TRY (store (storage, report, prints, isKnown));
    if (stop)
        return stoppedError ();
    for (std::size_t i = 0; i < count; ++i)
        if (errors[i])
        {
            prints.isRead[i] = false;
            report.unread.push_back ({static_cast<std::uint32_t> (i), *errors[i]});
        }
        else if (prints.ofFile[i].sketch.empty () && ! prints.ofFile[i].shape)
            ++report.numWithoutPeaks;
    return prints;
}

/** What addShortPairs will compare is added to rowsTotal where it is found.
    similar  pairs of similar shape, ascending: are in rowsTotal */
Result<void> addNearPairs (const std::vector<Fingerprint>& prints,
                           const std::vector<FilePair>& candidates,
                           const std::vector<FilePair>& similar, DuplicateReport& report,
                           int numThreads, const std::atomic<bool>& stop, BatchCounters& counters)
{
    report.numCandidates = candidates.size ();
    constexpr std::int64_t kStretch = 1024;
    const auto count = static_cast<std::int64_t> (candidates.size ());
    std::vector<std::vector<DuplicatePair>> found (
        static_cast<std::size_t> ((count + kStretch - 1) / kStretch));
    parallelStretches (count, kStretch, numThreads,
                       [&] (std::int64_t first, std::int64_t end)
                       {
                           for (auto i = first; i < end && ! stop; ++i)
                           {
                               const FilePair& files = candidates[static_cast<std::size_t> (i)];
                               const auto [a, b] = files;
                               const auto match = matchPeaks (prints[a].peaks, prints[b].peaks);
                               if (! isNearDuplicate (match))
                                   continue;
                               found[static_cast<std::size_t> (first / kStretch)].push_back (
                                   {a, b, false, match.similarity,
                                    static_cast<double> (match.offsetFrames) * kFingerprintHop /
                                        kFingerprintRateHz});
                               if (isShortPair (prints, files) &&
                                   ! std::ranges::binary_search (similar, files))
                                   ++counters.rowsTotal;
                           }
                           counters.rowsDone += end - first;
                       });
    if (stop)
        return stoppedError ();
    appendParts (found, report.pairs);
    return {};
}
} // namespace

Result<DuplicateReport> findDuplicates (Storage& storage, const std::vector<std::string>& folders,
                                        int numThreads, const std::atomic<bool>& stop,
                                        BatchCounters& counters)
{
    DuplicateReport report;
    report.folders = folders;
    MELSTROM_TRY_VALUE (report.files, listedFiles (storage, folders));
    MELSTROM_TRY_VALUE (auto prints, readAll (storage, report, numThreads, stop, counters));
    counters.phase = BatchPhase::comparing;
    for (const auto& [first, second] : identicalPairs (prints.ofFile, prints.isRead))
    {
        report.pairs.push_back ({first, second, true, 1, 0});
        auto &one = prints.ofFile[first], &other = prints.ofFile[second];
        other.sketch.clear ();
        // the shape of a file that is gone may not be known
        const auto shape = std::exchange (other.shape, std::nullopt);
        one.shape = one.shape ? one.shape : shape;
    }
    const auto candidates = candidatePairs (prints.ofFile, numThreads, stop),
               similar = shapeNeighbours (prints.ofFile, numThreads, stop);
    counters.rowsTotal = static_cast<std::int64_t> (candidates.size () + similar.size ());
    MELSTROM_TRY (
        addNearPairs (prints.ofFile, candidates, similar, report, numThreads, stop, counters));
    MELSTROM_TRY (
        addShortPairs (storage, prints.ofFile, similar, report, numThreads, stop, counters));
    std::ranges::sort (report.pairs, {},
                       [] (const DuplicatePair& pair)
                       { return FilePair (pair.first, pair.second); });
    counters.phase = BatchPhase::done;
    return report;
}

} // namespace melstrom
