#include "Engine/Batch/Duplicates/ShortPairs.h"

#include "Engine/Batch/Duplicates/ShapeNeighbours.h"
#include "Engine/Batch/Duplicates/SoundCache.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"
#include "Engine/Batch/Duplicates/WaveformMatch.h"
#include "Engine/Batch/Files/ForwardingStorage.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
using Samples = std::vector<float>;
const std::atomic<bool> kGoesOn {false};

std::string wavOf (const Samples& samples)
{
    std::string data;
    for (const float sample : samples)
        data += littleEndian (static_cast<std::uint16_t> (std::lround (32'767 * sample)), 2);
    return wav ({.rateHz = static_cast<std::uint32_t> (kFingerprintRateHz)}, data);
}

Samples noise (std::size_t count, unsigned seed)
{
    std::mt19937 random (seed);
    Samples samples (count);
    for (float& sample : samples)
        sample = 0.5f * static_cast<float> (random () * 0x1p-31 - 1);
    return samples;
}

/** Fifteen notes of 0.1 s; every second one has the gain. */
Samples tune (double gain)
{
    Samples samples;
    for (int note = 0; note < 15; ++note)
        for (int i = 0; i < 800; ++i)
            samples.push_back (static_cast<float> (
                (note % 2 == 0 ? 0.4 : 0.4 * gain) *
                std::pow (std::sin (std::numbers::pi * i / 800), 2) *
                std::sin (2 * std::numbers::pi * 300 * std::pow (1.17, note) * i / 8'000)));
    return samples;
}

/** Counts what is opened, and refuses some files. */
class Watched final : public ForwardingStorage
{
public:
    using ForwardingStorage::ForwardingStorage;
    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
    {
        ++numOpened;
        if (refused.contains (path))
            return Error {ErrorCode::readFailed, path + ": input/output error", {}};
        return ForwardingStorage::openForReading (path);
    }

    std::atomic<int> numOpened {0};
    std::set<std::string> refused;
};

/** Files 0.wav, 1.wav ... in memory, and their fingerprints. */
struct Recordings
{
    MemoryStorage memory;
    Watched storage {memory};
    DuplicateReport report;
    std::vector<Fingerprint> prints;
    BatchCounters counters;

    void add (const Samples& samples)
    {
        const auto path = std::to_string (prints.size ()) + ".wav";
        memory.addFile (path, wavOf (samples));
        auto print = fingerprintOf (memory, path, {}, kGoesOn);
        REQUIRE (print);
        prints.push_back (*std::move (print));
        report.files.push_back ({0, path, path, {}});
        ++counters.filesDone;
    }

    /** As if peaks had found the pair. */
    void addKnown (std::uint32_t first, std::uint32_t second)
    {
        report.pairs.push_back ({first, second, false, 0.9, 0});
    }

    std::vector<FilePair> pairsOf (int numThreads, const std::vector<FilePair>& similar = {})
    {
        auto result = report;
        REQUIRE (addShortPairs (storage, prints, similar, result, numThreads, kGoesOn, counters));
        last = result;
        std::vector<FilePair> pairs;
        for (const auto& pair : result.pairs)
            pairs.emplace_back (pair.first, pair.second);
        std::ranges::sort (pairs);
        return pairs;
    }

    DuplicateReport last;
};
} // namespace

TEST_CASE ("of unlike short sounds that peaks have found, those of equal length are no pairs",
           "[duplicates]")
{
    Recordings recordings;
    for (unsigned seed = 0; seed < 9; ++seed) // the order of shapes is not that of files
        recordings.add (noise (4'000 + 100 * seed, seed));
    for (std::uint32_t first = 0; first < 9; ++first)
        for (auto second = first + 1; second < 9; ++second)
            recordings.addKnown (first, second);
    const auto whole = noise (6'000, 30);
    recordings.add (whole);
    recordings.add ({whole.begin (), whole.begin () + 3'600});
    recordings.addKnown (9, 10);
    for (const int numThreads : {1, 3})
    {
        const auto pairs = recordings.pairsOf (numThreads);
        CHECK (pairs.size () == 1);
        for (const auto& [first, second] : pairs)
        {
            CHECK (first == 9);
            CHECK (second == 10);
        }
    }
    // an excerpt of 60 % has the square root of that
    WaveformMatcher matcher;
    const auto match = matcher.match (whole, std::span (whole).first (3'600));
    CHECK (match.correlation == Approx (std::sqrt (0.6)).margin (0.03));
    CHECK (recordings.last.numNotCompared == 0);
}

TEST_CASE ("a short sound whose file is another one now is not compared", "[duplicates]")
{
    Recordings recordings;
    recordings.add (noise (4'000, 1));
    recordings.add (noise (4'100, 2));
    recordings.addKnown (0, 1);
    CHECK (recordings.pairsOf (1).empty ());
    // of other samples, which would be a pair
    REQUIRE (recordings.memory.remove ("1.wav"));
    recordings.memory.addFile ("1.wav", wavOf (noise (4'000, 1)));
    CHECK ((recordings.pairsOf (1) == std::vector<FilePair> {{0, 1}}));
    CHECK (recordings.last.pairs.front ().similarity == 0.9);
    CHECK (recordings.last.numNotCompared == 1);
    CHECK (recordings.last.unread.empty ());
    // gone
    REQUIRE (recordings.memory.remove ("1.wav"));
    CHECK ((recordings.pairsOf (1) == std::vector<FilePair> {{0, 1}}));
    CHECK (recordings.last.numNotCompared == 1);
    CHECK (recordings.last.unread.empty ());
}

TEST_CASE ("short sounds that fail when they are read again are unread, once each", "[duplicates]")
{
    Recordings recordings;
    for (unsigned seed = 0; seed < 5; ++seed)
        recordings.add (noise (4'000, seed));
    recordings.report.unread.push_back ({4, {ErrorCode::truncated, "as before", {}}});
    recordings.storage.refused = {"1.wav", "3.wav"};
    std::vector<FilePair> all;
    for (std::uint32_t first = 0; first < 4; ++first)
        for (auto second = first + 1; second < 4; ++second)
            all.emplace_back (first, second);
    CHECK (recordings.pairsOf (2, all).empty ());
    CHECK (recordings.last.numNotCompared == 5); // all but 0, 2
    REQUIRE (recordings.last.unread.size () == 3);
    for (const std::size_t i : {0u, 1u})
    {
        CHECK (recordings.last.unread[i].file == 2 * i + 1);
        CHECK (recordings.last.unread[i].error.code == ErrorCode::readFailed);
    }
    CHECK (recordings.last.unread[2].file == 4);
    CHECK (recordings.counters.filesDone == 3);
    CHECK (recordings.counters.filesFailed == 2);
}

TEST_CASE ("a cache of short sounds holds the latest of them within its bytes", "[duplicates]")
{
    Recordings recordings;
    for (unsigned seed = 0; seed < 4; ++seed)
        recordings.add (noise (1'000, seed));
    const auto bytes = [] (std::size_t numSounds)
    { return numSounds * (sizeof (ShortSound) + 1'000 * sizeof (float)); };
    SoundCache sounds (recordings.storage, recordings.report.files, recordings.prints, bytes (3),
                       kGoesOn);
    const auto numReadBy = [&] (std::uint32_t file)
    {
        const int before = recordings.storage.numOpened;
        CHECK (sounds.soundOf (file)->samples.size () == 1'000);
        return recordings.storage.numOpened - before;
    };
    for (const std::uint32_t file : {0u, 1u, 2u})
        CHECK (numReadBy (file) == 1);
    for (const std::uint32_t file : {2u, 0u, 1u})
        CHECK (numReadBy (file) == 0);
    CHECK (numReadBy (3) == 1); // drops 0
    for (const std::uint32_t file : {1u, 2u, 3u})
        CHECK (numReadBy (file) == 0);
    CHECK (numReadBy (0) == 1); // drops 1
    CHECK (numReadBy (2) == 0);
    CHECK (numReadBy (1) == 1);
    SoundCache none (recordings.storage, recordings.report.files, recordings.prints, 0, kGoesOn);
    CHECK (none.soundOf (0)->samples.size () == 1'000);
}

TEST_CASE ("every comparison of a call is counted, also that of a short pair whose shapes differ",
           "[duplicates]")
{
    MemoryStorage storage;
    std::string table = "path,relative_path,status\n";
    const auto add = [&] (const std::string& path, const Samples& samples)
    {
        storage.addFile (path, wavOf (samples));
        table += path + "," + path + ",ok\n";
    };
    add ("even.wav", tune (1));
    add ("uneven.wav", tune (std::sqrt (0.1)));
    add ("noise.wav", noise (4'000, 1));
    add ("other.wav", noise (4'000, 2));
    storage.addFile ("set/dataset.json", "{}");
    storage.addFile ("set/files.csv", table);
    BatchCounters counters;
    const auto report = findDuplicates (storage, {"set"}, 1, kGoesOn, counters);
    REQUIRE (report);
    // 8 notes of one gain and 7 of another: correlates by less than a pair needs, by more than drops it
    const double correlation = (8 + 7 * std::sqrt (0.1)) / std::sqrt (15 * (8 + 0.7));
    REQUIRE ((correlation < kLeastCorrelation && correlation > kUnlikeCorrelation));
    REQUIRE (report->pairs.size () == 1);
    CHECK ((report->pairs[0].first == 0 && report->pairs[0].second == 1));
    CHECK (report->pairs[0].similarity != Approx (correlation).margin (0.01));
    std::vector<Fingerprint> prints;
    for (const auto& file : report->files)
        prints.push_back (*fingerprintOf (storage, file.path, {}, kGoesOn));
    const auto candidates = candidatePairs (prints, 1, kGoesOn),
               similar = shapeNeighbours (prints, 1, kGoesOn);
    REQUIRE_FALSE (std::ranges::binary_search (similar, FilePair (0, 1)));
    REQUIRE_FALSE (similar.empty ());
    CHECK (report->numCandidates == candidates.size () + similar.size () + 1);
    CHECK (counters.rowsTotal == static_cast<std::int64_t> (report->numCandidates));
    CHECK (counters.rowsDone == counters.rowsTotal);
}
