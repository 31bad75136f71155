#include "Engine/Batch/Export/Export.h"

#include "Engine/Batch/Export/ExportWriters.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"

namespace melstrom
{

namespace
{
Result<void> writeFormat (ExportFormat format, const ExportJob& job)
{
    switch (format)
    {
        case ExportFormat::kaldi: return exportKaldi (job);
        case ExportFormat::webdataset: return exportWebDataset (job);
        case ExportFormat::parquet: return exportParquet (job);
        case ExportFormat::arrow: return exportArrow (job);
        case ExportFormat::zarr: return exportZarr (job);
        case ExportFormat::lhotse: return exportLhotse (job);
        case ExportFormat::huggingface: return exportHuggingFace (job);
    }
    return Error {ErrorCode::internalFault, "an export format without a writer", {}};
}

Result<ExportOutcome> exportAll (const ExportOptions& options, const BatchContext& context)
{
    context.counters.phase = BatchPhase::exporting;
    MELSTROM_TRY_VALUE (auto source, ExportSource::open (options.datasetFolder, context));
    ExportOutcome outcome;
    outcome.numLeftOut = source.numLeftOut ();
    outcome.numFiles =
        static_cast<std::int64_t> (source.dataset ().files.size ()) - outcome.numLeftOut;
    for (const FileLine& line : source.dataset ().files)
        outcome.numRows += line.isIn ? line.numRows : 0;
    if (outcome.numFiles == 0)
        return Error {
            ErrorCode::badUsage, printable (options.datasetFolder) + " has no file to export", {}};
    context.counters.filesTotal = outcome.numFiles;
    context.counters.rowsTotal = outcome.numRows;
    MELSTROM_TRY_VALUE (const auto folder,
                        ExportFolder::create (context.storage, options.outputFolder));
    MELSTROM_TRY (writeFormat (options.format, {source, *folder, options.shardBytes}));
    if (context.stop)
        return Error {ErrorCode::interrupted, "interrupted while exporting", {}};
    MELSTROM_TRY (folder->finish ());
    outcome.bytesWritten = folder->numBytes ();
    context.counters.phase = BatchPhase::done;
    return outcome;
}
} // namespace

Result<ExportOutcome> exportDataset (const ExportOptions& options, const BatchContext& context)
{
    return guarded ([&] { return exportAll (options, context); });
}

} // namespace melstrom
