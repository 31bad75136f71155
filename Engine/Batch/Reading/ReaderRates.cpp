#include "Engine/Batch/Reading/ReaderRates.h"

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <ctime>

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostFileBytes = 1 << 20;
constexpr std::size_t kLeastFiles = 2048;
constexpr std::int64_t kTrialFiles = 256; ///< of one number of threads
constexpr std::size_t kReadBytes = 64 << 10;
constexpr double kLeastGain = 1.2;     ///< readers cost memory
constexpr double kLeastSeconds = 0.02; ///< of warm files, which are read again; threads start in it
constexpr std::size_t kProbes = 8;
constexpr std::array kMultiples {1, 2, 4};
constexpr std::array kNames {"files_per_s_1x", "files_per_s_2x", "files_per_s_4x"};
constexpr const char* kThreads = "threads_1x";

using Candidates = std::vector<std::int32_t>;

bool isCandidate (const PlannedFile& file)
{
    return file.numRows > 0 && file.facts.box < 0 && file.stat.bytes <= kMostFileBytes &&
           std::string_view (file.path).find (".tar/") == std::string_view::npos;
}

/** Small files with rows that are files themselves, not boxes or members of a tar: kLeastFiles of
    them or more, spread evenly over the plan. Empty if the plan has fewer. */
Candidates candidatesOf (const DatasetPlan& plan)
{
    Candidates found;
    std::size_t numSeen = 0, stride = 1;
    for (std::size_t i = 0; i < plan.files.size (); ++i)
    {
        if (! isCandidate (plan.files[i]) || numSeen++ % stride != 0)
            continue;
        found.push_back (static_cast<std::int32_t> (i));
        if (found.size () < 2 * kLeastFiles)
            continue;
        for (std::size_t kept = 0; kept < kLeastFiles; ++kept)
            found[kept] = found[2 * kept];
        found.resize (kLeastFiles);
        stride *= 2;
    }
    return numSeen < kLeastFiles ? Candidates () : found;
}

class Trial
{
public:
    Trial (const DatasetPlan& plan, const Candidates& files, const ReaderTrial& trial)
        : plan_ (plan), files_ (files), trial_ (trial)
    {
    }

    bool isWarm () const
    {
        std::size_t numCached = 0;
        for (std::size_t i = 0; i < kProbes; ++i)
        {
            const PlannedFile& file = at (files_.size () * (2 * i + 1) / (2 * kProbes));
            if (trial_.cache.isCached ({file.soundPath (), 0, file.stat.bytes}))
                ++numCached;
        }
        return 2 * numCached > kProbes;
    }

    /** Empty: a file could not be read, or the run stops. */
    std::optional<ReaderRates> measure (bool isWarm)
    {
        ReaderRates rates;
        for (std::size_t i = kMultiples.size (); i-- > 0;)
        {
            const int numThreads = trial_.numThreads * kMultiples[i];
            const auto start = std::chrono::steady_clock::now ();
            std::int64_t numRead = 0;
            do
            {
                readGroup (i, numThreads);
                numRead += kTrialFiles;
            } while (isWarm && ! hasFailed_ && secondsSince (start) < kLeastSeconds);
            rates.filesPerSecond[i] = static_cast<double> (numRead) / secondsSince (start);
            if (hasFailed_ || trial_.stop)
                return std::nullopt;
        }
        return rates;
    }

private:
    const PlannedFile& at (std::size_t candidate) const
    {
        return plan_.files[static_cast<std::size_t> (files_[candidate])];
    }

    /** The groups lie between each other over the whole plan. */
    void readGroup (std::size_t group, int numThreads)
    {
        const std::size_t stride =
            files_.size () / (kMultiples.size () * static_cast<std::size_t> (kTrialFiles));
        parallelFor (kTrialFiles, numThreads,
                     [&] (std::int64_t i)
                     {
                         const auto index = static_cast<std::size_t> (i);
                         if (! trial_.stop &&
                             ! readFront (at ((index * kMultiples.size () + group) *
                                              std::max<std::size_t> (stride, 1))))
                             hasFailed_ = true;
                     });
    }

    bool readFront (const PlannedFile& file) const
    {
        std::array<std::byte, kReadBytes> bytes;
        auto opened = trial_.storage.openForReading (file.soundPath ());
        return opened && (*opened)->readAt (bytes.data (), bytes.size (), 0);
    }

    const DatasetPlan& plan_;
    const Candidates& files_;
    const ReaderTrial& trial_;
    std::atomic<bool> hasFailed_ {false};
};

std::optional<ReaderRates> cachedRates (const std::string& file, const std::string& what,
                                        const MeasuredOn& on, int numThreads)
{
    for (const MeasuredValue& value : measuredValues (file))
    {
        if (value.what != what || value.on != on || numberNamed (value, kThreads) != numThreads)
            continue;
        ReaderRates rates;
        for (std::size_t i = 0; i < kNames.size (); ++i)
            rates.filesPerSecond[i] = numberNamed (value, kNames[i]).value_or (0);
        if (std::ranges::min (rates.filesPerSecond) > 0)
            return rates;
    }
    return std::nullopt;
}

void keepRates (const std::string& file, const std::string& what, const MeasuredOn& on,
                const ReaderRates& rates, int numThreads)
{
    MeasuredValue value {what, on, utcText (std::time (nullptr)), {{kThreads, numThreads}}};
    for (std::size_t i = 0; i < kNames.size (); ++i)
        value.numbers.push_back ({kNames[i], rates.filesPerSecond[i]});
    (void)rememberMeasured (file, value);
}
} // namespace

int ReaderRates::bestMultiple () const noexcept
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < kMultiples.size (); ++i)
        if (filesPerSecond[i] >= kLeastGain * filesPerSecond[best])
            best = i;
    return kMultiples[best];
}

std::optional<ReaderRates> readerRates (const DatasetPlan& plan, const ReaderTrial& trial)
{
    const Candidates files = candidatesOf (plan);
    if (files.empty ())
        return std::nullopt;
    const auto system =
        fileSystemOf (plan.files[static_cast<std::size_t> (files.front ())].soundPath ());
    if (! system)
        return std::nullopt;
    Trial work (plan, files, trial);
    const bool isWarm = work.isWarm ();
    const std::string what = isWarm ? "readers, warm" : "readers, cold";
    const MeasuredOn on = measuredOn (*system);
    if (trial.measuredFile)
        if (auto cached = cachedRates (*trial.measuredFile, what, on, trial.numThreads))
            return cached;
    auto measured = work.measure (isWarm);
    if (measured && trial.measuredFile)
        keepRates (*trial.measuredFile, what, on, *measured, trial.numThreads);
    return measured;
}

} // namespace melstrom
