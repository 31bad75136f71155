#include "Engine/Batch/Duplicates/ShortPairs.h"

#include "Engine/Batch/Duplicates/ShapeNeighbours.h"
#include "Engine/Batch/Duplicates/SoundCache.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"
#include "Engine/Batch/Duplicates/StoredFingerprints.h"
#include "Engine/Batch/Duplicates/WaveformMatch.h"
#include "Engine/Batch/Files/ForwardingStorage.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/ParallelFor.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numbers>
#include <random>
#include <set>
#include <thread>
#include <utility>

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

/** Counts what is opened, slowly, and refuses some files. */
class Watched final : public ForwardingStorage
{
public:
    using ForwardingStorage::ForwardingStorage;
    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
    {
        const int number = ++numOpened;
        if (number == stopsAt)
            stop = true;
        std::this_thread::sleep_for (std::chrono::microseconds (300));
        if (refused.contains (path) || isFirstRefused (path))
            return Error {ErrorCode::readFailed, path + ": input/output error", {}};
        return ForwardingStorage::openForReading (path);
    }

    std::atomic<int> numOpened {0};
    std::set<std::string> refused;
    bool refusesFirst = false; ///< the first call for each file
    std::set<std::string> wereRefused;
    int stopsAt = -1; ///< at which call `stop` is set
    std::atomic<bool> stop {false};

private:
    bool isFirstRefused (const std::string& path)
    {
        const std::lock_guard lock (mutex_);
        return refusesFirst && wereRefused.insert (path).second;
    }

    std::mutex mutex_; ///< of wereRefused
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

    /** Of a call that reads all files anew. */
    std::vector<FilePair> pairsOf (int numThreads, const std::vector<FilePair>& similar = {})
    {
        storage.numOpened = 0;
        storage.wereRefused.clear ();
        auto result = report;
        REQUIRE (addShortPairs (storage, prints, similar, result, numThreads, kGoesOn, counters));
        last = result;
        std::vector<FilePair> pairs;
        for (const auto& pair : result.pairs)
            pairs.emplace_back (pair.first, pair.second);
        std::ranges::sort (pairs);
        return pairs;
    }

    /** Of the first `count` files. */
    static std::vector<FilePair> allPairs (std::uint32_t count)
    {
        std::vector<FilePair> all;
        for (std::uint32_t first = 0; first < count; ++first)
            for (auto second = first + 1; second < count; ++second)
                all.emplace_back (first, second);
        return all;
    }

    SoundSources sources (std::vector<FilePair> twins = {})
    {
        return {storage, report.files, prints, std::move (twins)};
    }

    DuplicateReport last;
};

/** Forty recordings: of sound i / 2, the odd ones quieter and later. */
void addTwenty (Recordings& recordings)
{
    for (unsigned i = 0; i < 40; ++i)
    {
        Samples samples (i % 2 * 10 * i);
        for (const float sample : noise (1'000, i / 2))
            samples.push_back (i % 2 == 0 ? sample : 0.3f * sample);
        recordings.add (samples);
    }
}
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
    CHECK (recordings.pairsOf (2, Recordings::allPairs (4)).empty ());
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
    SoundCache sounds (recordings.sources (), bytes (3), kGoesOn);
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
    SoundCache none (recordings.sources (), 0, kGoesOn);
    CHECK (none.soundOf (0)->samples.size () == 1'000);
}

TEST_CASE ("short sounds are compared on any number of threads, and each file is read once",
           "[duplicates]")
{
    Recordings recordings;
    addTwenty (recordings);
    const auto all = Recordings::allPairs (40);
    REQUIRE (all.size () > 3 * kShortPairStretch);
    std::vector<FilePair> expected;
    for (std::uint32_t i = 0; i < 40; i += 2)
        if (i != 8 && i != 30)
            expected.emplace_back (i, i + 1);
    recordings.storage.refused = {"9.wav", "30.wav"};
    for (const int numThreads : {1, 3, 8})
    {
        CAPTURE (numThreads);
        CHECK ((recordings.pairsOf (numThreads, all) == expected));
        CHECK (recordings.storage.numOpened == 40);
        CHECK (recordings.last.numCandidates == all.size ());
        CHECK (recordings.last.numNotCompared == 39 + 38);
        REQUIRE (recordings.last.unread.size () == 2);
        CHECK (recordings.last.unread[0].file == 9);
        CHECK (recordings.last.unread[1].file == 30);
        for (const auto& pair : recordings.last.pairs)
            CHECK (pair.offsetSeconds * 8'000 == Approx (10 * pair.second).margin (0.1));
    }
}

TEST_CASE ("short sounds that fail at first are unread in the whole call, and in none of its pairs",
           "[duplicates]")
{
    Recordings recordings;
    addTwenty (recordings);
    recordings.storage.refusesFirst = true;
    const auto all = Recordings::allPairs (40);
    for (const int numThreads : {1, 3, 8})
    {
        CAPTURE (numThreads);
        CHECK (recordings.pairsOf (numThreads, all).empty ());
        CHECK (recordings.last.numNotCompared == all.size ());
        CHECK (recordings.last.unread.size () == 40);
    }
    recordings.storage.wereRefused.clear ();
    SoundCache none (recordings.sources (), 0, kGoesOn); // and not read again for want of memory
    for (int turn = 0; turn < 2; ++turn)
        CHECK (none.soundOf (6)->samples.empty ());
    CHECK (none.errors ().size () == 1);
}

TEST_CASE ("a cache with room for few sounds gives the right ones to all threads", "[duplicates]")
{
    Recordings recordings;
    addTwenty (recordings);
    recordings.storage.refused = {"9.wav", "30.wav"};
    std::vector<ShortSound> expected;
    for (std::uint32_t file = 0; file < 40; ++file)
        expected.push_back (*SoundCache (recordings.sources (), 0, kGoesOn).soundOf (file));
    REQUIRE (expected[8].samples.size () == 1'000);
    REQUIRE (expected[9].samples.empty ());
    SoundCache sounds (recordings.sources (), 3 * (sizeof (ShortSound) + 4'000), kGoesOn);
    std::atomic<int> numWrong {0};
    parallelFor (8, 8,
                 [&] (std::int64_t thread)
                 {
                     std::mt19937 random (static_cast<unsigned> (thread));
                     for (int turn = 0; turn < 300; ++turn)
                     {
                         const std::uint32_t file = random () % 40;
                         const auto sound = sounds.soundOf (file);
                         if (sound->samples != expected[file].samples ||
                             sound->firstSample != expected[file].firstSample)
                             ++numWrong;
                     }
                 });
    CHECK (numWrong == 0);
    const auto errors = sounds.errors ();
    CHECK (errors.size () == 2);
    CHECK ((errors.contains (9) && errors.contains (30)));
}

TEST_CASE ("a stop while short sounds are read ends their comparison", "[duplicates]")
{
    Recordings recordings;
    addTwenty (recordings);
    auto& storage = recordings.storage;
    for (const int numThreads : {1, 3})
    {
        storage.numOpened = 0;
        storage.stopsAt = 5;
        storage.stop = false;
        auto report = recordings.report;
        const auto done = addShortPairs (storage, recordings.prints, Recordings::allPairs (40),
                                         report, numThreads, storage.stop, recordings.counters);
        REQUIRE_FALSE (done);
        CHECK (done.error ().code == ErrorCode::interrupted);
        CHECK (storage.numOpened <= 5 + 2 * numThreads); // both files of a pair
        CHECK (report.pairs.empty ());
    }
    SoundCache sounds (recordings.sources (), kHeldSoundBytes, storage.stop);
    CHECK (sounds.soundOf (0)->samples.empty ());
    CHECK (sounds.errors ().empty ());
}

TEST_CASE ("of identical short sounds the next one is read if the first cannot be", "[duplicates]")
{
    Recordings recordings;
    for (const float gain : {1.0f, 1.0f, 1.0f, 0.3f})
    {
        auto samples = noise (1'000, 5);
        for (float& sample : samples)
            sample *= gain;
        recordings.add (samples);
    }
    for (const std::uint32_t twin : {2u, 1u})
    {
        recordings.report.pairs.push_back ({0, twin, true, 1, 0});
        recordings.prints[twin].shape.reset ();
    }
    const std::vector<FilePair> expected {{0, 1}, {0, 2}, {0, 3}};
    CHECK ((recordings.pairsOf (1, {{0, 3}}) == expected));
    CHECK (recordings.storage.numOpened == 2);
    recordings.storage.refused = {"0.wav"};
    CHECK ((recordings.pairsOf (1, {{0, 3}}) == expected));
    CHECK (recordings.last.numNotCompared == 0);
    REQUIRE (recordings.last.unread.size () == 1);
    CHECK (recordings.last.unread[0].file == 0);
    REQUIRE (recordings.memory.remove ("0.wav"));
    REQUIRE (recordings.memory.remove ("1.wav"));
    recordings.memory.addFile ("1.wav", wavOf (noise (1'000, 6))); // another one
    recordings.storage.refused = {};
    CHECK ((recordings.pairsOf (1, {{0, 3}}) == expected));
    CHECK (recordings.last.unread.empty ());
    recordings.storage.refused = {"2.wav"};
    CHECK ((recordings.pairsOf (1, {{0, 3}}) == std::vector<FilePair> {{0, 1}, {0, 2}}));
    CHECK (recordings.last.numNotCompared == 1);
}

TEST_CASE ("a file that is gone and whose shape was not stored has the shape of an identical one",
           "[duplicates]")
{
    MemoryStorage storage;
    std::string table = "path,relative_path,status\n";
    for (const std::string name : {"gone.wav", "twin.wav", "copy.wav"})
    {
        auto samples = noise (1'000, 5);
        for (float& sample : samples)
            sample *= name == "copy.wav" ? 0.3f : 1.0f;
        storage.addFile (name, wavOf (samples));
        table += name + "," + name + ",ok\n";
    }
    storage.addFile ("set/dataset.json", "{}");
    storage.addFile ("set/files.csv", table);
    auto print = *fingerprintOf (storage, "gone.wav", {}, kGoesOn);
    print.shape.reset ();
    print.peaks.clear (); // the pair is found by its shape
    std::string text;
    const auto add = [&text] (std::string_view piece) -> Result<void>
    {
        text += piece;
        return {};
    };
    bool isWritten = false;
    REQUIRE (writeFingerprints (add,
                                [&]
                                {
                                    return std::exchange (isWritten, true)
                                               ? NamedFingerprint {}
                                               : NamedFingerprint {"gone.wav", &print};
                                }));
    text[8] = '\1';
    storage.addFile (std::string ("set/") + kFingerprintsName, text);
    REQUIRE (storage.remove ("gone.wav"));
    BatchCounters counters;
    const auto report = findDuplicates (storage, {"set"}, 1, kGoesOn, counters);
    REQUIRE (report);
    REQUIRE (report->pairs.size () == 2);
    CHECK (report->pairs[0].isIdentical);
    CHECK ((report->pairs[1].first == 0 && report->pairs[1].second == 2));
    CHECK (report->pairs[1].similarity > 0.99);
    CHECK (report->numNotCompared == 0);
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
    // 8 notes of one gain and 7 of another: correlates by less than a pair needs, and by more than
    // drops it
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
