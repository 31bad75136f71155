// Exports a finished dataset to the formats of other tools, without computing again.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

#include <array>
#include <string>
#include <string_view>

namespace melstrom
{

enum class ExportFormat
{
    kaldi,
    webdataset,
    parquet,
    arrow,
    zarr,
    lhotse,
    huggingface
};

struct ExportFormatRow
{
    ExportFormat format;
    std::string_view name;
};

inline constexpr std::array<ExportFormatRow, 7> kExportFormats {{
    {ExportFormat::kaldi, "kaldi"},
    {ExportFormat::webdataset, "webdataset"},
    {ExportFormat::parquet, "parquet"},
    {ExportFormat::arrow, "arrow"},
    {ExportFormat::zarr, "zarr"},
    {ExportFormat::lhotse, "lhotse"},
    {ExportFormat::huggingface, "huggingface"},
}};

struct ExportOptions
{
    ExportFormat format = ExportFormat::kaldi;
    std::string datasetFolder, outputFolder;
    /** stored features in one shard of webdataset, parquet or huggingface, at most, unless one file
        alone has more */
    std::int64_t shardBytes = std::int64_t {1} << 30;
};

struct ExportOutcome
{
    std::int64_t numFiles = 0, numRows = 0; ///< exported
    std::int64_t numLeftOut = 0;            ///< files that failed, or have no rows
    std::int64_t bytesWritten = 0;
};

/** Writes the files of the dataset whose status is "ok". Checks the sizes and headers of the
    dataset's files first, and the checksum of each file's rows while it copies them. The output
    appears under its name when it is complete; a failure removes what was written. Equal datasets
    give equal bytes. Of the context it uses storage, stop and counters.
    Memory: 64 bytes and the entries of an index for each file; 2 MiB of rows.
    Fails: badUsage (no dataset; the output folder is not empty; the format cannot hold the
    dataset), verificationFailed, readFailed, diskFull, writeFailed, interrupted. */
Result<ExportOutcome> exportDataset (const ExportOptions& options, const BatchContext& context);

} // namespace melstrom
