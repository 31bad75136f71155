#include "Engine/Batch/Run/DatasetSteps.h"

#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Files/InputChecksum.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/StatisticsOnDisk.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"

#include <chrono>

namespace melstrom
{

namespace
{
class Sealing
{
public:
    Sealing (const DatasetOrder& order, const RowSink& sink, BatchOutcome& outcome)
        : order_ (order), plan_ (order.work.plan), context_ (order.work.context),
          writer_ (sink.writer), ledger_ (sink.ledger), committer_ (sink.committer),
          outcome_ (outcome)
    {
    }

    Result<void> seal ()
    {
        const auto start = std::chrono::steady_clock::now ();
        const TraceSpan span (context_.trace, "seal");
        const WorkTimer timer (context_.counters.times, Work::write);
        context_.counters.phase = BatchPhase::sealing;
        MELSTROM_TRY (zeroFailed ());
        MELSTROM_TRY (committer_.finish (Committer::Rest::whereJournalIs));
        checksumRest ();
        measureSoundsLeft (order_.work, ledger_);
        outcome_.numFailed = ledger_.numFailed ();
        for (std::string& warning : ledger_.nonFiniteWarnings ())
            outcome_.warnings.push_back (std::move (warning));
        MELSTROM_TRY (checkLock (order_.lock, order_.work.options.outputFolder));
        const InputsHead head {order_.planDigest, order_.listingHash, plan_.files.size (),
                               plan_.leftOut};
        const auto inputs = [&] (const TextSink& sink)
        { return writeInputs (sink, head, [this] (std::size_t i) { return inputAt (i); }); };
        const DatasetNames names {order_.planDigest,
                                  order_.settingsDigest,
                                  context_.backend.name (),
                                  context_.backend.deviceName (),
                                  inputs,
                                  order_.shard,
                                  nullptr,
                                  order_.deviceChoice};
        MELSTROM_TRY (writer_.seal (ledger_, names, context_.numHostThreads (), context_.stop));
        MELSTROM_TRY (writer_.removeRawRows ());
        for (const std::string name : {"plan.json", kJournalName})
            MELSTROM_TRY (context_.storage.remove (order_.work.options.outputFolder + "/" + name));
        outcome_.bytesRead = context_.counters.bytesRead;
        outcome_.bytesWritten = context_.counters.bytesWritten;
        outcome_.sealSeconds = secondsSince (start);
        return {};
    }

private:
    Result<void> zeroFailed ()
    {
        for (std::size_t i = 0; i < plan_.files.size (); ++i)
        {
            const auto index = static_cast<std::int32_t> (i);
            if (! ledger_.hasFailed (index))
            {
                if (! ledger_.isComplete (index))
                    return Error {ErrorCode::internalFault,
                                  "rows of " + printable (plan_.files[i].path) +
                                      " were never written",
                                  {}};
                continue;
            }
            MELSTROM_TRY (removeStatistics (index));
            MELSTROM_TRY_VALUE (auto crc, writer_.zeroRows (plan_.files[i]));
            ledger_.setChecksum (index, crc);
            outcome_.failures.emplace_back (plan_.files[i].path, ledger_.errorOf (index));
        }
        return {};
    }

    /** Takes back the statistics of rows that were there before their file failed. */
    Result<void> removeStatistics (std::int32_t index)
    {
        const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
        const std::int64_t rowBytes = writer_.rowBytes ();
        return ledger_.statistics ().removeRows (
            ledger_.fileOfRows (index),
            [&] (std::int64_t firstRow, std::int64_t numRows, std::byte* to) {
                return writer_.readRows (file.split, file.firstRow + firstRow, to,
                                         numRows * rowBytes);
            });
    }

    /** Computes checksums of files that were not opened to read samples: those whose headers were
        refused. */
    void checksumRest ()
    {
        parallelFor (static_cast<std::int64_t> (plan_.files.size ()), context_.numHostThreads (),
                     [&] (std::int64_t i)
                     {
                         const auto index = static_cast<std::int32_t> (i);
                         if (context_.stop || ! ledger_.claimInput (index))
                             return;
                         auto file = context_.storage.openForReading (
                             plan_.files[static_cast<std::size_t> (i)].soundPath ());
                         if (! file || inputStatOf ((*file)->info ()) !=
                                           plan_.files[static_cast<std::size_t> (i)].stat)
                             return;
                         if (const auto crc = checksumInput (*file, context_.stop))
                             ledger_.setInputChecksum (index, *crc);
                     });
    }

    RecordedInput inputAt (std::size_t i) const
    {
        const auto index = static_cast<std::int32_t> (i);
        const bool isIn = ! ledger_.hasFailed (index);
        return {ledger_.inputOf (index),
                isIn && writer_.hasWaveform () ? ledger_.waveformChecksumOf (index) : 0,
                isIn ? ledger_.numNonFinite (index) : 0};
    }

    const DatasetOrder& order_;
    const DatasetPlan& plan_;
    const BatchContext& context_;
    DatasetWriter& writer_;
    FileLedger& ledger_;
    Committer& committer_;
    BatchOutcome& outcome_;
};
} // namespace

Result<void> sealDataset (const DatasetOrder& order, const RowSink& sink, BatchOutcome& outcome)
{
    return Sealing (order, sink, outcome).seal ();
}

} // namespace melstrom
