// The statistics of a finished dataset, and statistics.bin, which holds them.
#pragma once

#include "Engine/Batch/Files/TextSink.h"
#include "Engine/Batch/Statistics/RowTotals.h"
#include "Engine/Batch/Statistics/SoundRecord.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

inline constexpr const char* kStatisticsName = "statistics.bin";

/** The statistics of one line of files.csv. */
struct FileStatistics
{
    std::int64_t numOnFloor = 0; ///< values that equal the smallest of the file
    OptionalSound sound {};      ///< empty: no rows, or not measured
    bool operator== (const FileStatistics&) const = default;
};

static_assert (sizeof (FileStatistics) <= 32);

/** Of rows of files that are in, and of the samples of these files. */
struct DatasetStatistics
{
    int numFeatures = 0;
    std::int64_t framesPerRow = 1;
    std::array<std::optional<RowTotals>, 3> splits; ///< by kSplitNames; empty: no rows. Carried
    std::vector<FileStatistics> files;              ///< in the order of files.csv

    /** All rows; `whole` only if there are at most kMostRowsCountedWhole. */
    RowTotals allRows () const;
    bool operator== (const DatasetStatistics&) const = default;
};

/** Statistics of files, by their places in files.csv. */
struct FilesOfStatistics
{
    std::size_t count = 0;
    std::function<FileStatistics (std::size_t)> at; ///< called in order
};

/** Writes the bytes of statistics.bin (docs/formats.md). files: in place of statistics.files. Fails:
    as the sink does. */
Result<void> writeStatistics (const TextSink& sink, const DatasetStatistics& statistics,
                              const FilesOfStatistics& files);
Result<void> writeStatistics (const TextSink& sink, const DatasetStatistics& statistics);

/** Empty if the bytes are damaged. Accepts any bytes; memory: at most 60 times their number, and the
    counts of numFeatures bands. */
std::optional<DatasetStatistics> parseStatistics (std::string_view bytes);

} // namespace melstrom
