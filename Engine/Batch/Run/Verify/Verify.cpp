#include "Engine/Batch/Run/Verify/Verify.h"

#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Batch/Run/Verify/ChecksumCheck.h"
#include "Engine/Batch/Run/Verify/RowCheck.h"
#include "Engine/Core/Guarded.h"

namespace melstrom
{

namespace
{
Result<void> readFiles (const BatchContext& context, FinishedDataset& dataset,
                        std::optional<Shard> subset, VerifyReport& report)
{
    MELSTROM_TRY_VALUE (dataset.files, readFileLines (context.storage, dataset));
    report.subset = subset;
    const FileRange range = filesOfShare (
        dataset.files.size (), [&dataset] (std::size_t i) { return dataset.files[i].numRows; },
        subset.value_or (Shard ()));
    for (std::size_t i = 0; i < dataset.files.size (); ++i)
    {
        FileLine& line = dataset.files[i];
        line.isChecked = i >= range.first && i < range.end;
        report.numRows += line.isChecked ? line.numRows : 0;
    }
    report.numFiles = static_cast<std::int64_t> (range.end - range.first);
    context.counters.filesTotal = report.numFiles;
    context.counters.rowsTotal = report.numRows;
    return {};
}

Result<VerifyReport> verify (const VerifyOptions& options, const BatchContext& context)
{
    context.counters.phase = BatchPhase::verifying;
    auto dataset = readDescription (context.storage, options.folder);
    VerifyReport report;
    if (! dataset && dataset.error ().code == ErrorCode::verificationFailed)
    {
        report.faults.push_back (dataset.error ().message);
        return report; // nothing in it can be trusted
    }
    if (! dataset)
        return dataset.error ();
    ChecksumCheck checksums (*dataset, context, report);
    MELSTROM_TRY (checksums.checkFiles ());
    // with files.csv or a header damaged, further checks have no basis
    if (! report.faults.empty ())
        return report;
    MELSTROM_TRY (readFiles (context, *dataset, options.subset, report));
    const auto read = readStatistics (context.storage, *dataset);
    if (! read && read.error ().code != ErrorCode::verificationFailed)
        return read.error ();
    const DatasetStatistics* const stored = read && *read ? &**read : nullptr;
    std::optional<StatisticsCheck> statistics;
    if (! read)
        report.faults.push_back (read.error ().message);
    else if (stored != nullptr && stored->files.size () != dataset->files.size ())
        report.faults.push_back (std::string (kStatisticsName) + " does not fit files.csv");
    else if (stored != nullptr)
        statistics.emplace (*dataset, *stored, report);
    StatisticsCheck* const check = statistics ? &*statistics : nullptr;
    MELSTROM_TRY (checksums.checkArrays (check));
    if (check != nullptr && report.faults.empty ()) // else other rows are there
        check->compareRows ();
    MELSTROM_TRY (RowCheck (options, *dataset, context, report).check (check));
    return report;
}
} // namespace

Result<VerifyReport> verifyDataset (const VerifyOptions& options, const BatchContext& context)
{
    return guarded ([&] { return verify (options, context); });
}

} // namespace melstrom
