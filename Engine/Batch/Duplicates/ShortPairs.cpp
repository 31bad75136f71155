#include "Engine/Batch/Duplicates/ShortPairs.h"

#include "Engine/Batch/Duplicates/ShapeNeighbours.h"
#include "Engine/Batch/Duplicates/SoundCache.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"
#include "Engine/Batch/Duplicates/Stopped.h"
#include "Engine/Batch/Duplicates/WaveformMatch.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

namespace melstrom
{

namespace
{
FilePair filesOf (const DuplicatePair& pair)
{
    return {pair.first, pair.second};
}

struct Candidates
{
    std::vector<FilePair> pairs; ///< in the order of reading
    std::vector<FilePair> known; ///< of these, those that peaks have found; ascending
};

/** Similar pairs, and those pairs of the report that are of two short sounds. */
Candidates candidatesOf (const std::vector<Fingerprint>& prints,
                         const std::vector<FilePair>& similar,
                         const std::vector<DuplicatePair>& found)
{
    Candidates candidates;
    for (const auto& pair : found)
        if (isShortPair (prints, filesOf (pair)))
            candidates.known.push_back (filesOf (pair));
    std::ranges::sort (candidates.known);
    candidates.pairs.reserve (similar.size () + candidates.known.size ());
    std::ranges::set_union (similar, candidates.known, std::back_inserter (candidates.pairs));
    sortByShape (candidates.pairs, prints);
    return candidates;
}

/** Each file that others are equal to, with each of these; ascending. */
std::vector<FilePair> twinsIn (const DuplicateReport& report)
{
    std::vector<FilePair> twins;
    for (const auto& pair : report.pairs)
        if (pair.isIdentical)
            twins.push_back (filesOf (pair));
    std::ranges::sort (twins);
    return twins;
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
    std::vector<FilePair> settled; ///< of those that peaks have found: alike or unlike, whatever
                                   ///< the peaks say
    std::size_t numUnread = 0;
};

/** The latest spectra of files. Thread: one. */
class KeptSpectra
{
public:
    using Pointer = std::shared_ptr<const SoundSpectrum>;

    Pointer spectrumOf (std::uint32_t file, const ShortSound& sound, std::size_t length,
                        WaveformMatcher& matcher)
    {
        for (const auto& kept : kept_)
            if (kept.file == file && kept.spectrum && kept.spectrum->length == length)
                return kept.spectrum;
        auto& oldest = kept_[next_++ % kept_.size ()];
        oldest = {file, std::make_shared<const SoundSpectrum> (
                            matcher.spectrumOf (sound.samples, length))};
        return oldest.spectrum;
    }

private:
    struct Kept
    {
        std::uint32_t file = 0;
        Pointer spectrum;
    };
    std::array<Kept, kKeptSpectra> kept_;
    std::size_t next_ = 0;
};

/** Compares the pairs of a stretch. Thread: one. */
class Comparison
{
public:
    explicit Comparison (SoundCache& sounds) : sounds_ (sounds) {}

    void add (FilePair files, bool isKnown, Compared& to)
    {
        const auto first = sounds_.soundOf (files.first), second = sounds_.soundOf (files.second);
        if (first->samples.empty () || second->samples.empty ())
        {
            ++to.numUnread;
            return;
        }
        const auto length =
            WaveformMatcher::lengthFor (first->samples.size (), second->samples.size ());
        const auto match =
            matcher_.match (*spectra_.spectrumOf (files.first, *first, length, matcher_),
                            *spectra_.spectrumOf (files.second, *second, length, matcher_),
                            isKnown ? kUnlikeCorrelation : kLeastCorrelation);
        if (isKnown &&
            (match.correlation >= kLeastCorrelation ||
             (match.correlation < kUnlikeCorrelation && areAboutAsLong (*first, *second))))
            to.settled.push_back (files);
        if (match.correlation < kLeastCorrelation)
            return;
        const auto offset =
            match.offsetSamples + static_cast<double> (second->firstSample - first->firstSample);
        to.alike.push_back (
            {files.first, files.second, false, match.correlation, offset / kFingerprintRateHz});
    }

private:
    SoundCache& sounds_;
    WaveformMatcher matcher_;
    KeptSpectra spectra_;
};

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
    const auto candidates = candidatesOf (prints, similar, report.pairs);
    report.numCandidates += candidates.pairs.size ();
    const auto count = static_cast<std::int64_t> (candidates.pairs.size ());
    SoundCache sounds ({storage, report.files, prints, twinsIn (report)}, kHeldSoundBytes, stop);
    std::vector<Compared> stretches (
        static_cast<std::size_t> ((count + kShortPairStretch - 1) / kShortPairStretch));
    const auto compare = [&] (std::int64_t begin, std::int64_t end)
    {
        Comparison comparison (sounds);
        auto& compared = stretches[static_cast<std::size_t> (begin / kShortPairStretch)];
        for (auto i = begin; i < end && ! stop; ++i)
        {
            const auto files = candidates.pairs[static_cast<std::size_t> (i)];
            comparison.add (files, std::ranges::binary_search (candidates.known, files), compared);
        }
        counters.rowsDone += end - begin;
    };
    parallelStretches (count, kShortPairStretch, numThreads, compare);
    if (stop)
        return stoppedError ();
    takeOver (stretches, report);
    addErrors (sounds, report, counters);
    return {};
}

} // namespace melstrom
