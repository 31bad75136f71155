#include "Standalone/CommandLine/Commands/RunCeilings.h"

#include "Engine/Backend/Choice/BusRates.h"
#include "Engine/Backend/Choice/RowRate.h"
#include "Engine/Batch/Normalisation/BandMoments.h"
#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <map>
#include <vector>

namespace melstrom
{

namespace
{
constexpr double kSeconds = 0.1;  ///< of a measurement
constexpr int kReadPasses = 2;    ///< the first may fill the page cache
constexpr int kComputeTrials = 3; ///< other work of the machine disturbs some
constexpr std::size_t kMostFiles = 4096;
constexpr std::int64_t kMostFileBytes = 32 << 20; ///< read of one file
constexpr std::size_t kPieceBytes = 1 << 20;
constexpr std::int64_t kLeastWritten = kLeastMappedBytes; ///< a trial writes as much

class Ceilings
{
public:
    explicit Ceilings (const CeilingOrder& order) : order_ (order) {}

    WorkCeilings measure ()
    {
        auto dataset = readDescription (order_.storage, order_.folder);
        if (! dataset)
            return {};
        auto lines = readFileLines (order_.storage, *dataset);
        if (! lines)
            return {};
        keepSounds (*lines);
        if (lines->empty ())
            return {};
        if (bytesOf (Work::read) > 0)
            keep (Work::read, readingRate (*lines));
        if (bytesOf (Work::compute) > 0 && order_.numRows > 0)
            keep (Work::compute, computingRate (*dataset, *lines));
        if (bytesOf (Work::copyIn) > 0)
            measureBus ();
        if (const auto rates = writingRates ())
            keep (Work::write, 1e9 * rates->bestGbPerS ());
        return ceilings_;
    }

private:
    /** Those with rows, each sound once: boxes of one recording follow each other. */
    static void keepSounds (std::vector<FileLine>& lines)
    {
        std::erase_if (lines, [] (const FileLine& line) { return line.numRows == 0; });
        const auto again = std::ranges::unique (lines, {}, &FileLine::soundPath);
        lines.erase (again.begin (), again.end ());
    }

    std::optional<OutputRates> writingRates () const
    {
        if (order_.measuredFile)
            if (const auto known = knownOutputRates (order_.folder, *order_.measuredFile))
                return known;
        if (bytesOf (Work::write) < kLeastWritten)
            return std::nullopt;
        const auto rates = measureOutput (order_.folder, order_.stop);
        return rates ? std::optional (*rates) : std::nullopt;
    }

    std::int64_t bytesOf (Work work) const
    {
        return order_.extraction.totals[static_cast<std::size_t> (work)].bytes;
    }
    void keep (Work work, double bytesPerSecond)
    {
        if (bytesPerSecond > 0 && ! order_.stop)
            ceilings_[static_cast<std::size_t> (work)] = bytesPerSecond;
    }

    /** Of files spread evenly over the dataset. */
    double readingRate (const std::vector<FileLine>& lines)
    {
        const std::size_t stride = (lines.size () + kMostFiles - 1) / kMostFiles;
        double best = 0;
        for (int pass = 0; pass < kReadPasses; ++pass)
        {
            std::atomic<std::int64_t> numBytes {0};
            const auto start = std::chrono::steady_clock::now ();
            parallelFor (
                static_cast<std::int64_t> (lines.size () / stride), order_.extraction.numReaders,
                [&] (std::int64_t i)
                {
                    if (! order_.stop && secondsSince (start) < kSeconds)
                        numBytes += readFile (lines[static_cast<std::size_t> (i) * stride]);
                });
            best = std::max (best, static_cast<double> (numBytes) / secondsSince (start));
        }
        return best;
    }

    /** Returns the bytes that were read. */
    std::int64_t readFile (const FileLine& line) const
    {
        thread_local std::vector<std::byte> piece (kPieceBytes);
        const auto file = order_.storage.openForReading (line.soundPath ());
        std::int64_t at = 0;
        for (bool goesOn = file.ok (); goesOn && at < kMostFileBytes && ! order_.stop;)
        {
            const auto numRead = (*file)->readAt (piece.data (), piece.size (), at);
            goesOn = numRead && *numRead == piece.size ();
            at += numRead ? static_cast<std::int64_t> (*numRead) : 0;
        }
        return at;
    }

    /** At the rate of most rows. A row takes as many bytes as in the run. */
    double computingRate (const FinishedDataset& dataset, const std::vector<FileLine>& lines)
    {
        std::map<int, std::int64_t> rowsAtRate;
        for (const FileLine& line : lines)
            rowsAtRate[dataset.spec.rateHz.value_or (line.rateHz)] += line.numRows;
        const int rateHz =
            std::ranges::max_element (rowsAtRate, {}, [] (const auto& each) { return each.second; })
                ->first;
        double best = 0;
        for (int i = 0; i < kComputeTrials; ++i)
            if (const auto rate =
                    measureRowRate (order_.backend, computedSpec (dataset.spec), rateHz, kSeconds))
                best = std::max (best, *rate);
        return best * static_cast<double> (bytesOf (Work::compute)) /
               static_cast<double> (order_.numRows);
    }

    void measureBus ()
    {
        const auto rates = measureBusRates (order_.backend.devices ());
        keep (Work::copyIn, rates ? rates->in : 0);
        keep (Work::copyOut, rates ? rates->out : 0);
    }

    const CeilingOrder& order_;
    WorkCeilings ceilings_ {};
};
} // namespace

WorkCeilings measureCeilings (const CeilingOrder& order)
{
    const auto measured =
        guarded ([&order] () -> Result<WorkCeilings> { return Ceilings (order).measure (); });
    return measured ? *measured : WorkCeilings {};
}

} // namespace melstrom
