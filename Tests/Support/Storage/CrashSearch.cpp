#include "Tests/Support/Storage/CrashSearch.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Hash.h"
#include "Tests/Support/Storage/PowerLoss.h"
#include "Tests/Support/Storage/PowerLossStorage.h"
#include "Tests/Support/Storage/Random.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <sstream>
#include <thread>
#include <unordered_set>
#include <vector>

namespace melstrom::testing
{

namespace
{
using Clock = std::chrono::steady_clock;

constexpr int kStatesPerRecording = 250;
constexpr std::uint64_t kRecoveriesPerCrashedOne = 4;
constexpr int kStatesPerRecovery = 8;
constexpr int kThreadsOfTwoWriters = 6;

/** Adds its lifetime to a sum. */
class Stopwatch
{
public:
    explicit Stopwatch (double& sum) : sum_ (sum), start_ (Clock::now ()) {}
    ~Stopwatch () { sum_ += std::chrono::duration<double> (Clock::now () - start_).count (); }
    Stopwatch (const Stopwatch&) = delete;
    Stopwatch& operator= (const Stopwatch&) = delete;

private:
    double& sum_;
    Clock::time_point start_;
};

/** Inputs never change, so the output's names and bytes identify a disk. */
std::uint64_t identityOf (const DiskImage& image)
{
    std::uint64_t hash = image.folders.size ();
    for (const auto& [path, file] : image.files)
        if (! path.starts_with ("in/"))
        {
            const auto crc = crc32c (0, file.bytes->data (), file.bytes->size ());
            hash = hash * 0x100000001b3ull ^ hashBytes (path) ^
                   (std::uint64_t {crc} << 32 | file.bytes->size ());
        }
    return hash;
}

struct Recorded
{
    PowerLoss loss;
    Result<BatchOutcome> outcome;
    DiskImage end;
};

class Search
{
public:
    Search (const CrashScenario& scenario, const SearchSettings& settings)
        : scenario_ (scenario), settings_ (settings)
    {
    }

    SearchReport go ()
    {
        const auto start = Clock::now ();
        std::vector<SearchReport> reports (static_cast<std::size_t> (settings_.numThreads));
        {
            std::vector<std::jthread> threads;
            for (SearchReport& report : reports)
                threads.emplace_back ([this, &report] { work (report); });
        }
        SearchReport all;
        for (const SearchReport& one : reports)
        {
            all.numStates += one.numStates;
            all.numDistinct += one.numDistinct;
            all.numRecoveries += one.numRecoveries;
            all.numInRecovery += one.numInRecovery;
            all.lossSeconds += one.lossSeconds;
            all.checkSeconds += one.checkSeconds;
            all.recoverySeconds += one.recoverySeconds;
            if (one.fault && ! all.fault)
                all.fault = one.fault;
        }
        all.seconds = std::chrono::duration<double> (Clock::now () - start).count ();
        return all;
    }

private:
    bool goesOn () { return ! isOver_ && numBegun_ < settings_.numStates; }

    void work (SearchReport& report)
    {
        while (goesOn ())
        {
            const std::uint64_t seed = settings_.seed * 1'000'003 + numRecordings_++;
            const int hostThreads = seed % 2 == 0 ? 1 : kThreadsOfTwoWriters;
            const Recorded run = record (scenario_.before, hostThreads, report);
            if (! run.outcome)
                return fail (report, "the command failed: " + run.outcome.error ().message, seed,
                             0);
            crash (run, kStatesPerRecording, seed, true, report);
        }
    }

    Recorded record (const DiskImage& from, int hostThreads, SearchReport& report)
    {
        const Stopwatch watch (report.recoverySeconds);
        PowerLossStorage disk (from);
        const auto wrapped = settings_.wrapper ? settings_.wrapper (disk) : nullptr;
        auto outcome = scenario_.run (wrapped ? *wrapped : disk, hostThreads);
        return {PowerLoss (from, disk.events ()), std::move (outcome), disk.image ()};
    }

    /** Fails the power of a recorded run `count` times. */
    void crash (const Recorded& run, int count, std::uint64_t seed, bool isFirst,
                SearchReport& report)
    {
        Random random (seed);
        for (int i = 0; i < count && goesOn (); ++i)
        {
            ++numBegun_;
            ++report.numStates;
            report.numInRecovery += isFirst ? 0 : 1;
            const std::size_t numEvents = placeOf (run.loss, i, random);
            const std::uint64_t chance = random.next ();
            if (auto fault = examine (run, numEvents, chance, isFirst, random, report))
                return fail (report, *fault, chance, numEvents);
        }
    }

    /** Half of the failures are spread evenly over the events, the end included, when success has
        been reported. The other half is at events where more changes are at risk. */
    static std::size_t placeOf (const PowerLoss& loss, int i, Random& random)
    {
        const std::size_t numPlaces = loss.numEvents () + 1;
        std::size_t place = random.below (numPlaces);
        for (int draw = 0; i % 2 == 1 && draw < 3; ++draw)
            if (const std::size_t other = random.below (numPlaces);
                loss.numAtRisk (other) > loss.numAtRisk (place))
                place = other;
        return place;
    }

    std::optional<std::string> examine (const Recorded& run, std::size_t numEvents,
                                        std::uint64_t chance, bool isFirst, Random& random,
                                        SearchReport& report)
    {
        DiskImage crashed;
        {
            const Stopwatch watch (report.lossSeconds);
            crashed = run.loss.after (numEvents, chance);
        }
        {
            const Stopwatch watch (report.checkSeconds);
            if (auto fault = scenario_.faultOf (crashed, numEvents == run.loss.numEvents ()))
                return fault;
            if (! isNew (identityOf (crashed)))
                return std::nullopt;
        }
        ++report.numDistinct;
        ++report.numRecoveries;
        const Recorded again = record (crashed, 1, report);
        {
            const Stopwatch watch (report.checkSeconds);
            if (auto fault = scenario_.faultAfter (again.outcome, again.end))
                return fault;
        }
        if (isFirst && random.below (kRecoveriesPerCrashedOne) == 0)
            crash (again, kStatesPerRecovery, random.next (), false, report);
        return std::nullopt;
    }

    bool isNew (std::uint64_t identity)
    {
        const std::scoped_lock lock (mutex_);
        return known_.insert (identity).second;
    }

    void fail (SearchReport& report, const std::string& fault, std::uint64_t chance,
               std::size_t numEvents)
    {
        if (! report.fault)
            report.fault = fault + " (power lost after event " + std::to_string (numEvents) +
                           ", seed " + std::to_string (chance) + ")";
        isOver_ = isOver_ || settings_.stopsAtFault;
    }

    const CrashScenario& scenario_;
    const SearchSettings& settings_;
    std::atomic<bool> isOver_ {false};
    std::atomic<std::int64_t> numBegun_ {0};
    std::atomic<std::uint64_t> numRecordings_ {0};
    std::mutex mutex_;
    std::unordered_set<std::uint64_t> known_;
};
} // namespace

std::string SearchReport::text () const
{
    std::ostringstream line;
    line.precision (3);
    line << numStates << " states (" << numDistinct << " distinct, " << numInRecovery
         << " in a recovery), " << numRecoveries << " recoveries in " << seconds
         << " s: " << static_cast<std::int64_t> (60 * static_cast<double> (numStates) / seconds)
         << " a minute; of all threads' time " << lossSeconds << " s made states, " << checkSeconds
         << " s checked, " << recoverySeconds << " s ran the command";
    return line.str ();
}

SearchReport searchCrashes (const CrashScenario& scenario, const SearchSettings& settings)
{
    return Search (scenario, settings).go ();
}

} // namespace melstrom::testing
