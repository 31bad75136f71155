#include "Engine/Batch/Run/MakeDataset.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;

constexpr int kMostMappingThreads = 4; ///< a file takes one write at a time

double secondsSince (Clock::time_point start)
{
    return std::chrono::duration<double> (Clock::now () - start).count ();
}

int numMappingThreads (int hostThreads) noexcept
{
    return std::clamp (hostThreads / 4, 1, kMostMappingThreads);
}

class Making
{
public:
    Making (const DatasetOrder& order, FileLedger& ledger, BatchOutcome& outcome)
        : order_ (order), ledger_ (ledger), outcome_ (outcome)
    {
    }

    Result<void> extract ()
    {
        const auto start = Clock::now ();
        DatasetWriter writer (order_.context.storage, order_.options, order_.plan);
        auto pipeline = std::make_unique<Pipeline> (order_.plan, order_.options, order_.context,
                                                    order_.size, writer, ledger_);
        Result<void> arrays, ran;
        {
            std::jthread preparing ([&] { arrays = prepareArrays (writer, *pipeline); });
            order_.context.backend.observe (order_.context.trace.enabled () ? &order_.context.trace
                                                                            : nullptr);
            ran = pipeline->prepare ();
            if (ran)
                ran = pipeline->run ();
            else
                pipeline->abortWith (ran.error ());
            order_.context.backend.observe (nullptr);
        }
        if (! ran || ! arrays)
            return ran ? arrays : ran;
        outcome_.extractSeconds = secondsSince (start);
        const std::jthread cleaning ([&pipeline] { pipeline.reset (); }); // slabs go slowly
        return seal (writer);
    }

private:
    /** Makes room for the arrays and fills those known from the plan, while the pipeline reads and
       computes. */
    Result<void> prepareArrays (DatasetWriter& writer, Pipeline& pipeline)
    {
        order_.context.trace.nameThread ("arrays");
        const auto created = guarded (
            [&]
            {
                const TraceSpan span (order_.context.trace, "reserve");
                return writer.createParts ();
            });
        pipeline.openWriting (created);
        if (! created)
            return created;
        const TraceSpan span (order_.context.trace, "known arrays");
        auto written = guarded (
            [&]
            {
                return writer.writeKnownArrays (
                    [&pipeline] { return pipeline.isAborted (); },
                    numMappingThreads (order_.context.numHostThreads ()));
            });
        if (! written)
            pipeline.abortWith (written.error ());
        return written;
    }

    Result<void> seal (DatasetWriter& writer)
    {
        const auto start = Clock::now ();
        const TraceSpan span (order_.context.trace, "seal");
        order_.context.counters.phase = BatchPhase::sealing;
        for (std::size_t i = 0; i < order_.plan.files.size (); ++i)
        {
            const auto index = static_cast<std::int32_t> (i);
            if (! ledger_.hasFailed (index))
            {
                if (! ledger_.isComplete (index))
                    return Error {ErrorCode::internalFault,
                                  "rows of " + printable (order_.plan.files[i].path) +
                                      " were never written",
                                  {}};
                continue;
            }
            auto crc = writer.zeroRows (order_.plan.files[i]);
            if (! crc)
                return crc.error ();
            ledger_.setChecksum (index, *crc);
            outcome_.failures.emplace_back (order_.plan.files[i].path, ledger_.errorOf (index));
        }
        outcome_.numFailed = ledger_.numFailed ();
        for (std::string& warning : ledger_.nonFiniteWarnings ())
            outcome_.warnings.push_back (std::move (warning));
        const DatasetNames names {order_.planDigest, order_.context.backend.name (),
                                  order_.context.backend.deviceName ()};
        if (auto sealed =
                writer.seal (ledger_, names, order_.context.numHostThreads (), order_.context.stop);
            ! sealed)
            return sealed;
        if (auto removed =
                order_.context.storage.remove (order_.options.outputFolder + "/plan.json");
            ! removed)
            return removed;
        outcome_.bytesRead = order_.context.counters.bytesRead;
        outcome_.bytesWritten = order_.context.counters.bytesWritten;
        outcome_.sealSeconds = secondsSince (start);
        return {};
    }

    const DatasetOrder& order_;
    FileLedger& ledger_;
    BatchOutcome& outcome_;
};
} // namespace

Result<void> makeDataset (const DatasetOrder& order, FileLedger& ledger, BatchOutcome& outcome)
{
    return Making (order, ledger, outcome).extract ();
}

} // namespace melstrom
