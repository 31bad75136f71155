#include "Engine/Batch/Duplicates/Duplicates.h"

#include "Engine/Batch/Duplicates/PeakMatch.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>

namespace melstrom
{

namespace
{
struct Fingerprints
{
    std::vector<Fingerprint> ofFile;
    std::vector<bool> isRead;
};

Result<Fingerprints> readAll (Storage& storage, DuplicateReport& report, int numThreads,
                              const std::atomic<bool>& stop)
{
    const auto count = report.files.size ();
    Fingerprints prints {std::vector<Fingerprint> (count), std::vector<bool> (count, true)};
    std::vector<std::optional<Error>> errors (count);
    parallelFor (static_cast<std::int64_t> (count), numThreads,
                 [&] (std::int64_t index)
                 {
                     const auto i = static_cast<std::size_t> (index);
                     const auto& file = report.files[i];
                     const std::string sound (file.box ? soundPathOf (file.path)
                                                       : std::string_view (file.path));
                     if (auto print = fingerprintOf (storage, sound, file.box, stop))
                         prints.ofFile[i] = *std::move (print);
                     else
                         errors[i] = print.error ();
                 });
    if (stop)
        return Error {ErrorCode::interrupted, "stopped by a signal", {}};
    for (std::size_t i = 0; i < count; ++i)
        if (errors[i])
        {
            prints.isRead[i] = false;
            report.unread.push_back ({static_cast<std::uint32_t> (i), *errors[i]});
        }
        else if (prints.ofFile[i].sketch.empty ())
            ++report.numWithoutPeaks;
    return prints;
}

void addNearPairs (const std::vector<Fingerprint>& prints, DuplicateReport& report, int numThreads)
{
    const auto candidates = candidatePairs (prints, numThreads);
    report.numCandidates = candidates.size ();
    constexpr std::int64_t kStretch = 1024;
    const auto count = static_cast<std::int64_t> (candidates.size ());
    std::vector<std::vector<DuplicatePair>> found (
        static_cast<std::size_t> ((count + kStretch - 1) / kStretch));
    parallelStretches (count, kStretch, numThreads,
                       [&] (std::int64_t first, std::int64_t end)
                       {
                           for (auto i = first; i < end; ++i)
                           {
                               const auto [a, b] = candidates[static_cast<std::size_t> (i)];
                               const auto match = matchPeaks (prints[a].peaks, prints[b].peaks);
                               if (isNearDuplicate (match))
                                   found[static_cast<std::size_t> (first / kStretch)].push_back (
                                       {a, b, false, match.similarity,
                                        static_cast<double> (match.offsetFrames) * kFingerprintHop /
                                            kFingerprintRateHz});
                           }
                       });
    for (const auto& some : found)
        report.pairs.insert (report.pairs.end (), some.begin (), some.end ());
}
} // namespace

Result<DuplicateReport> findDuplicates (Storage& storage, const std::vector<std::string>& folders,
                                        int numThreads, const std::atomic<bool>& stop)
{
    DuplicateReport report;
    report.folders = folders;
    MELSTROM_TRY_VALUE (report.files, listedFiles (storage, folders));
    MELSTROM_TRY_VALUE (auto prints, readAll (storage, report, numThreads, stop));
    for (const auto& [first, second] : identicalPairs (prints.ofFile, prints.isRead))
    {
        report.pairs.push_back ({first, second, true, 1, 0});
        prints.ofFile[second].sketch.clear ();
    }
    addNearPairs (prints.ofFile, report, numThreads);
    std::ranges::sort (report.pairs, {},
                       [] (const DuplicatePair& pair)
                       { return FilePair (pair.first, pair.second); });
    return report;
}

} // namespace melstrom
