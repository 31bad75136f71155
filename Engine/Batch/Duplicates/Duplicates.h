// Finds files of datasets that hold the same sound.
#pragma once

#include "Engine/Batch/Duplicates/Candidates.h"
#include "Engine/Batch/Duplicates/ListedFiles.h"
#include "Engine/Batch/Inputs/Groups/DuplicateSets.h"

#include <atomic>
#include <string>
#include <vector>

namespace melstrom
{
struct BatchCounters;

struct DuplicatePair
{
    std::uint32_t first = 0, second = 0; ///< numbers of files; first < second
    bool isIdentical = false;            ///< equal bytes
    double similarity = 1;               ///< see PeakMatch; of short sounds, see WaveformMatch
    double offsetSeconds = 0;            ///< time in the second - time in the first
};

struct UnreadFile
{
    std::uint32_t file = 0;
    Error error;
};

struct DuplicateReport
{
    std::vector<std::string> folders;
    std::vector<ListedFile> files;
    std::vector<DuplicatePair> pairs; ///< by first, then second
    std::vector<UnreadFile> unread;   ///< by file
    std::size_t numWithoutPeaks = 0;  ///< read, but compared by content only
    std::size_t numCandidates = 0;    ///< comparisons: of a pair by peaks, by samples, or by both
    std::size_t numNotCompared = 0;   ///< of these: of short sounds that could not be read again
    std::size_t numStored = 0;        ///< whose fingerprint is of an earlier call
};

/** Compares the sound of all entries of the datasets. A fingerprint of an earlier call is used if
    the file has not changed since, or is gone; else the audio is read. Short sounds of similar
    shape are read again and compared by their samples. The fingerprints of a dataset replace
    kFingerprintsName in its folder, also if `stop` ends the call. Of files with equal bytes the
    first one alone is compared with other files; the next one is read again in its place if it
    cannot be. The result depends on the files and the order of the folders only.
    numThreads  at least 1
    memory      about 7 KiB a file of some seconds; see shapeNeighbours and addShortPairs
    counters    filesDone while files are measured; rowsDone, of rowsTotal comparisons, while they
                are made. rowsTotal is 0 while pairs are searched
    fails       as listedFiles; diskFull, writeFailed; interrupted. A file that cannot be read is in
                `unread`. */
Result<DuplicateReport> findDuplicates (Storage& storage, const std::vector<std::string>& folders,
                                        int numThreads, const std::atomic<bool>& stop,
                                        BatchCounters& counters);

/** kDuplicatesJsonName and kDuplicatesCsvName: see docs/duplicates.md. */
std::string duplicatesJson (const DuplicateReport& report);
std::string duplicatesCsv (const DuplicateReport& report);
inline constexpr const char* kDuplicatesCsvName = "duplicates.csv";

} // namespace melstrom
